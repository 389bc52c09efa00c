"""What the picture of a table of tiles shows, in both games that have one."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from bot.matches.match import Match
from bot.views.die import Die
from bot.views.language import Language
from bot.views.parts.seats import player_of
from bot.views.tile_table import Holder, Tile, TileTable, Tray
from engine.parts import tray as dice_tray
from engine.parts.grill import closed
from engine.parts.tile_turn import Take
from engine.parts.tray import WORM

Worth: TypeAlias = Callable[[int], int]  # a tile's worms


def tile_table(match: Match, numbers: Sequence[int], worms: Worth, language: Language) -> TileTable:
    takeable = {wish.tile for wish in match.game.legal(match.state) if isinstance(wish, Take)}
    grill = tuple(_grill(match, numbers, worms, takeable))
    holders = tuple(_holder(match, seat, worms, takeable, language) for seat in range(len(match.seats)))
    return TileTable(grill, holders, _tray(match.state.tray), digits=language.digits)


def _grill(match: Match, numbers: Sequence[int], worms: Worth, takeable: set[int]) -> Iterator[Tile]:
    """What a button takes now is marked."""
    state = match.state
    hidden = closed(numbers, state.grill, state.stacks)
    for number in numbers:
        if number in state.grill:
            yield Tile(number, worms(number), "open", is_takeable=number in takeable)
        else:
            yield Tile(number, worms(number), "closed" if number in hidden else "taken")


def _holder(match: Match, seat: int, worms: Worth, takeable: set[int], language: Language) -> Holder:
    player, stack = player_of(match, seat, language), match.state.stacks[seat]
    if not stack:
        return Holder(player)
    top = Tile(stack[-1], worms(stack[-1]), "taken", is_takeable=stack[-1] in takeable)
    return Holder(player, top, len(stack), sum(map(worms, stack)))


def _tray(tray: dice_tray.Tray | None) -> Tray | None:
    if tray is None:
        return None
    kept = tuple(map(Die, sorted(tray.kept)))
    return Tray(_not_set_aside(tray), kept, tray.sum, WORM in tray.kept)


def _not_set_aside(tray: dice_tray.Tray) -> tuple[Die, ...]:
    if not tray.thrown:
        return (Die(),) * tray.dice
    return tuple(Die(face, is_spent=face in tray.kept) for face in sorted(tray.thrown))
