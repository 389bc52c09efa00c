"""The end of a game as a picture to share: the game's name, the winners crowned, everybody's worms and what for."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from PIL import Image

from bot.views.pictures import cards, drawings, specialists, tiles, worms
from bot.views.pictures.canvas import (
    BONE,
    EDGE,
    GROUND,
    SHADES,
    STONE,
    WIDTH,
    YELLOW,
    Ink,
    Pen,
    dim,
    paint_ground,
    piece,
    png,
)
from bot.views.pictures.figures import SEAT_INKS, away, figure
from bot.views.pictures.lettering import font, name_that_fits, numeral
from bot.views.pictures.players import GAP
from bot.views.scoreboard import Scoreboard, Spoil, Standing

# All in pixels.
HEAD, TITLE = 130, 58
CONFETTI = 90
ROW_WIDTH = WIDTH - 2 * EDGE
ROW: Ink = dim(STONE)
MOST_CROWNED = 3  # with a large row each
EMBLEMS: Mapping[str, Callable[[Pen], None]] = {
    "heckmeck": worms.worm,
    "deluxe": worms.bratworm,
    "junior": cards.emblem,
    "grave_digger": drawings.ghost,
}
TOOLS = {"pickaxe": drawings.pickaxe, "shovel": drawings.shovel, "stake": drawings.stake}


class Shape(Struct, frozen=True):
    """Of a row, large or small: how large its parts are."""

    height: int
    figure: int
    name: int
    spoil: int
    lines: int  # of spoils
    score: int


LARGE = Shape(height=174, figure=120, name=46, spoil=50, lines=2, score=76)
SMALL = Shape(height=108, figure=72, name=32, spoil=46, lines=1, score=50)
PLACE, SCORE = 76, 190
LEFT, RIGHT = EDGE + 12, WIDTH - EDGE - 12


def height_of(board: Scoreboard) -> int:
    rows = list(_shapes(board))
    return EDGE + HEAD + sum(shape.height for shape in rows) + GAP * len(rows) + EDGE - GAP


def _shapes(board: Scoreboard) -> Iterator[Shape]:
    """Winners have large rows, unless they are many."""
    winners = sum(standing.place == 1 for standing in board.standings)
    for standing in board.standings:
        yield LARGE if standing.place == 1 and winners <= MOST_CROWNED else SMALL


def picture(board: Scoreboard) -> bytes:
    """A PNG; the same for the same description."""
    return png(_laid(board))


def _laid(board: Scoreboard) -> Image.Image:
    canvas = _ground(height_of(board)).copy()
    canvas.paste(_title(board.game_id, board.game), (EDGE, EDGE))
    top = EDGE + HEAD
    for shape, standing in zip(_shapes(board), board.standings, strict=True):
        _lay_row(canvas, top, shape, standing, board.digits)
        top += shape.height + GAP
    return canvas


@lru_cache(maxsize=16)
def _ground(height: int) -> Image.Image:
    return piece(WIDTH, height, GROUND, lambda pen: paint_ground(pen, height))


@lru_cache(maxsize=16)
def _title(game_id: str, game: str) -> Image.Image:
    """Confetti, and the game's name between two of its emblems."""
    size = _size_of(game)
    name = name_that_fits(game, "", size, ROW_WIDTH - 300)
    reach = font(size, name.face).getlength(name.text) / 2 + 130

    def paint(pen: Pen) -> None:
        for scrap in range(CONFETTI):
            x, y = 8 + scrap * 367 % (ROW_WIDTH - 16), 6 + scrap * 59 % (HEAD - 24)
            if abs(x - ROW_WIDTH / 2) > reach:
                pen.disc(x, y, 4 + scrap % 3 * 1.5, SEAT_INKS[scrap % len(SEAT_INKS)], outline=0)
        for left in (ROW_WIDTH / 2 - reach + 6, ROW_WIDTH / 2 + reach - 106):
            EMBLEMS[game_id](pen.box(left, 4, 100))
        pen.text(ROW_WIDTH / 2, HEAD / 2 - 8, name, size, BONE)

    return piece(ROW_WIDTH, HEAD, GROUND, paint)


def _size_of(title: str) -> int:
    """As large as there is room for."""
    return next((size for size in range(TITLE, 34, -2) if font(size).getlength(title) < ROW_WIDTH - 300), 34)


# A row


def _lay_row(canvas: Image.Image, top: int, shape: Shape, standing: Standing, digits: str) -> None:
    """The place, the figure, the name over the spoils, the score; without one, the spoils are large in its place."""
    is_first, seat = standing.place == 1, standing.player.seat
    canvas.paste(_row(shape, is_first=is_first), (EDGE, top))
    rank = _rank(shape, numeral(standing.place, digits), is_first=is_first)
    left = _lay_beside(canvas, (LEFT, top), shape, [rank, _figure(shape, seat, numeral(seat + 1, digits))]) + 18
    prizes = list(_prizes(shape, standing, digits))
    right = RIGHT - sum(prize.width for prize in prizes)
    _lay_beside(canvas, (right, top), shape, prizes)
    _lay_below(canvas, (left, top), shape, list(_name_and_spoils(shape, right - left, standing, digits)))


def _lay_beside(canvas: Image.Image, corner: tuple[int, int], shape: Shape, pieces: Sequence[Image.Image]) -> int:
    """One after another at half the row's height; where they end."""
    left, top = corner
    for shown in pieces:
        canvas.paste(shown, (left, top + (shape.height - shown.height) // 2))
        left += shown.width
    return left


def _lay_below(canvas: Image.Image, corner: tuple[int, int], shape: Shape, pieces: Sequence[Image.Image]) -> None:
    """One below another, together at half the row's height."""
    left, top = corner
    top += (shape.height - sum(shown.height for shown in pieces)) // 2
    for shown in pieces:
        canvas.paste(shown, (left, top))
        top += shown.height


def _prizes(shape: Shape, standing: Standing, digits: str) -> Iterator[Image.Image]:
    if standing.score is not None:
        yield _score(shape, numeral(standing.score, digits))
        return
    for spoil in standing.spoils:
        yield _spoil(shape.height - 36, spoil, digits)


def _name_and_spoils(shape: Shape, width: int, standing: Standing, digits: str) -> Iterator[Image.Image]:
    """The spoils in as many lines as they need, the last of which may be crowded."""
    player, fitting = standing.player, width // shape.spoil
    yield _name(shape, width, player.name, f"#{numeral(player.seat + 1, digits)}", is_away=player.is_away)
    rest = () if standing.score is None else standing.spoils
    for _ in range(shape.lines - 1):
        if len(rest) > fitting:
            yield _line(shape, width, rest[:fitting], digits)
            rest = rest[fitting:]
    if rest:
        yield _line(shape, width, rest, digits)


@lru_cache(maxsize=4)
def _row(shape: Shape, *, is_first: bool) -> Image.Image:
    def paint(pen: Pen) -> None:
        pen.slab(0, 0, ROW_WIDTH, shape.height, YELLOW if is_first else ROW, corner=18)
        pen.slab(6, 6, ROW_WIDTH - 12, shape.height - 12, ROW, corner=13)

    return piece(ROW_WIDTH, shape.height, GROUND, paint)


@lru_cache(maxsize=32)
def _rank(shape: Shape, place: str, *, is_first: bool) -> Image.Image:
    """The place; the first one under a crown."""
    height, size = shape.height - 20, shape.score * 0.8

    def paint(pen: Pen) -> None:
        if is_first:
            drawings.crown(pen.box((PLACE - size) / 2, height / 2 - size * 0.95, size))
            pen.text(PLACE / 2, height / 2 + size * 0.5, place, size * 0.8, BONE)
        else:
            pen.text(PLACE / 2, height / 2, place, size, BONE)

    return piece(PLACE, height, ROW, paint)


@lru_cache(maxsize=32)
def _figure(shape: Shape, seat: int, number: str) -> Image.Image:
    return piece(shape.figure, shape.figure, ROW, lambda pen: figure(pen.box(4, 4, shape.figure - 10), seat, number))


@lru_cache(maxsize=128)
def _score(shape: Shape, score: str) -> Image.Image:
    height, size = shape.height - 20, shape.score * 1.1

    def paint(pen: Pen) -> None:
        worms.worm(pen.box(SCORE - size - 6, (height - size) / 2 - 4, size))
        pen.text(SCORE - size - 16, height / 2, score, shape.score, BONE, anchor="r")

    return piece(SCORE, height, ROW, paint)


@lru_cache(maxsize=64)
def _name(shape: Shape, width: int, text: str, otherwise: str, *, is_away: bool) -> Image.Image:
    size = shape.name
    name = name_that_fits(text, otherwise, size, width - 60 * is_away)

    def paint(pen: Pen) -> None:
        pen.text(0, size * 0.62, name, size, BONE, anchor="l")
        if is_away:
            away(pen.box(font(size, name.face).getlength(name.text) + 10, size * 0.62 - 22, 44))

    return piece(width, round(size * 1.3), ROW, paint)


def _line(shape: Shape, width: int, spoils: tuple[Spoil, ...], digits: str) -> Image.Image:
    """Side by side, or overlapping where they would not fit."""
    line = Image.new("P", (width, shape.spoil), SHADES.index(ROW))
    step = min(shape.spoil, (width - shape.spoil) // max(1, len(spoils) - 1))
    for place, spoil in enumerate(spoils):
        line.paste(_spoil(shape.spoil, spoil, digits), (place * step, 0))
    return line


@lru_cache(maxsize=256)
def _spoil(size: int, spoil: Spoil, digits: str) -> Image.Image:
    number = numeral(spoil.number, digits)

    def paint(pen: Pen) -> None:
        match spoil.kind:
            case "tile" | "card":
                tiles.plain_tile(pen.at(1, 2), size - 4, number)
            case "bratworm":
                worms.bratworm(pen.box(0, 0, size))
            case "apple":
                specialists.apple(pen.box(3, 3, size - 6))
            case "vampire":
                drawings.vampire_tomb(pen.box(2, 2, size - 4), number)
            case tool:
                TOOLS[tool](pen.box(4, 4, size - 8))

    return piece(size, size, ROW, paint)
