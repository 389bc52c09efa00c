"""What a chat should have seen of a match, told anew from what is saved: its opening, its moves, its seed."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from bot.local_telegram import Message, entities
from bot.matches.lobby import dice_of
from bot.matches.match import FIRST_TURN, SEAL_TURN, Match, Move, Scene
from bot.telegram.buttons import keyboard
from bot.views.draw import draw, draw_past
from bot.views.language import ENGLISH
from bot.views.screen import Screen
from engine import play, replay
from engine.parts.turns import TurnBegan

ENDED_EARLY = ("stopped", "expired", "merged")  # each is a revision without a move

Look = tuple[str, list[list[tuple[str, str]]]]  # the text, and each button's label and data


def check_replay(match: Match, moves: Sequence[Move]) -> None:
    """The moves have no gap and lead from the opening to the state; with the seed's dice they do the same again."""
    revisions = [move.revision for move in moves]
    last = match.revision - (match.status in ENDED_EARLY)
    assert revisions == list(range(last - len(moves) + 1, last + 1))
    assert match.state == replay(match.game, match.opening, (event for move in moves for event in move.events))
    fair = dice_of(replace(match, fairness=replace(match.fairness, drawn=0)))
    state = match.game.new(len(match.seats), match.game.Options(**match.options), fair)
    assert match.opening == state
    for move in moves:
        step = play(match.game, state, move.seat, match.game.read_command(move.command), fair)
        assert move.events == step.events, move.command
        state = step.state
    assert fair.drawn == match.fairness.drawn


def check_screens(boards: Sequence[Message], match: Match, moves: Sequence[Move]) -> None:
    """Each turn was shown in one message, in order; every look of it is a saved one, none came twice or too late.

    A picture that is sent again after a kill is edited in although nothing differs.
    """
    turns = _screens(match, moves)
    assert len(boards) == len(turns)
    for board, screens in zip(boards, turns, strict=True):
        looks = [_look(then, screen, on=board) for then, screen in screens]
        shown = [_shown(version.text, version.keyboard) for version in board.history]
        unknown = [look for look in shown if look not in looks]
        assert not unknown, f"{unknown} was shown, which was never saved; saved were {looks}"
        order = [looks.index(look) for look, _ in groupby(shown)]
        assert order == sorted(set(order)), "a screen came twice, or after a newer one"
    first_looks = [board.history[0].at for board in boards]
    assert first_looks == sorted(first_looks)


def look_at(match: Match, moves: Sequence[Move], on: Message | None = None) -> Look:
    """How a match is shown as it is now, in the message named."""
    *_, last = _scenes(match, moves)
    return _look(last.match, draw(last, ENGLISH), on)


def _shown(text: str, rows: list[list[dict[str, str]]]) -> Look:
    return text, [[(button["text"], button["callback_data"]) for button in row] for row in rows]


def _screens(match: Match, moves: Sequence[Move]) -> list[list[tuple[Match, Screen]]]:
    """Turn by turn, every screen its message may show, in order; the last is the one after the turn."""
    turns: list[list[tuple[Match, Screen]]] = [[] for _ in range(match.turn + 1)]
    for scene in _scenes(match, moves):
        turns[scene.match.turn].append((scene.match, draw(scene, ENGLISH)))
    for turn, screens in enumerate(turns):
        past = Scene(match, "", tuple(move for move in moves if move.turn == turn))
        screens.append((match, draw_past(past, ENGLISH)))
    return turns


def _scenes(match: Match, moves: Sequence[Move]) -> Iterator[Scene]:
    """The match after each revision: seat by seat, the seal, the start, move by move."""
    for seats in range(1, len(match.seats) + 1):
        lobby = replace(match, status="lobby", seats=match.seats[:seats], revision=seats, turn=0)
        yield Scene(lobby, seats_computers=True)
    sealed = replace(match, status="sealed", revision=len(match.seats) + 1, turn=SEAL_TURN)
    yield Scene(sealed)
    now = replace(sealed, status="running", revision=sealed.revision + 1, turn=FIRST_TURN, state=match.opening)
    yield Scene(now)
    for count, move in enumerate(moves, start=1):
        state = replay(match.game, now.state, move.events)
        is_over = match.game.result(state).is_over
        turn = now.turn + is_over + sum(isinstance(event, TurnBegan) for event in move.events)
        status = "finished" if is_over else "running"
        now = replace(now, status=status, revision=move.revision, turn=turn, state=state)
        so_far = tuple(moves[:count])
        this, last = (tuple(m for m in so_far if m.turn == wanted) for wanted in (turn, turn - 1))
        yield Scene(now, "", this, last, so_far if is_over else ())


def _look(match: Match, screen: Screen, on: Message | None) -> Look:
    """As Telegram shows it, in a text or below a photo."""
    photo = screen.photo if on is not None and on.photo else None
    text, _ = entities.parse(photo.caption if photo else screen.text, "HTML", [])
    buttons = keyboard(screen, match.id, match.revision)
    rows = buttons.inline_keyboard if buttons else ()
    return text, [[(button.text, str(button.callback_data)) for button in row] for row in rows]
