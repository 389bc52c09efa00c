"""Random matches of any game, for the tests of the contract. A new game adds its traits here."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Any

from msgspec import Struct

from engine import GAMES, Game, play
from engine.dice import Dice, Fair
from engine.game import AnyCommand, AnyEvent, AnyState
from engine.games import grave_digger, junior_turn
from engine.games.deluxe_moves import RavenMoved, SpecialistMoved, SpecialistReturned
from engine.games.grave_digger_board import BOARDS, TOOLS
from engine.games.grave_digger_moves import GhostBeaten, Walk
from engine.games.grave_digger_table import TOMBS, board_of
from engine.games.heckmeck import DICE, TileReturned, TileTurnedDown
from engine.parts.turns import Back, Bench, Leave, TimeOut

ABSENCES = (Leave(), TimeOut(), Bench(), Back())


class Traits(Struct, frozen=True):
    """What the contract tests need to know of a game.

    `pieces` lie on the table, and `removed` are those that events put out of the game. `sensible` are the beginnings of
    wishes, the best first. `wishes` is how many different ones a match can see.
    """

    pieces: Callable[[AnyState], Counter[int | str]]
    removed: Callable[[Sequence[AnyEvent]], list[int | str]]
    sensible: tuple[str, ...]
    wishes: int
    longest: int  # commands in any match of sensible play
    favour: Callable[[AnyState, AnyCommand], float] | None = None  # where a wish's beginning does not tell its sense
    sampled: Mapping[str, int] = {}  # verbs of more wishes than can be tried: how many of them are


def _heckmeck_pieces(state: AnyState) -> Counter[int | str]:
    pieces: Counter[int | str] = Counter(chain(state.grill, *state.stacks))
    pieces["die"] = DICE if state.tray is None else state.tray.dice + len(state.tray.kept)
    return pieces


def _heckmeck_removed(events: Sequence[AnyEvent]) -> list[int | str]:
    """Tiles turned down, and with `short_game` those returned."""
    return [
        event.tile
        for event in events
        if isinstance(event, TileTurnedDown) or (isinstance(event, TileReturned) and not event.is_open)
    ]


def _junior_pieces(state: AnyState) -> Counter[int | str]:
    pieces: Counter[int | str] = Counter(chain(state.pile, state.display, *state.cards))
    pieces["die"] = junior_turn.DICE
    if state.turn is not None:
        pieces.update(state.turn.claimed)
        pieces["die"] = state.turn.dice + len(state.turn.kept)
    return pieces


def _none_removed(_: Sequence[AnyEvent]) -> list[int | str]:
    return []


def _deluxe_pieces(state: AnyState) -> Counter[int | str]:
    pieces = _heckmeck_pieces(state)
    pieces["die"] -= state.golden_die != "unused"
    pieces.update(there.piece for there in state.standing)
    pieces.update(chain(*state.holdings))
    pieces["bratworm"] = state.supply + sum(state.bratworms)
    return pieces


def _deluxe_removed(events: Sequence[AnyEvent]) -> list[int | str]:
    """Tiles as above, and pieces that found no tile to stand on."""
    gone: list[int | str] = _heckmeck_removed(events)
    for event in events:
        if isinstance(event, SpecialistMoved | SpecialistReturned) and event.tile is None:
            gone.append(event.specialist)
        if isinstance(event, RavenMoved) and event.tile is None:
            gone.append("raven")
    return gone


def _grave_digger_pieces(state: AnyState) -> Counter[int | str]:
    """Tools are without number (G7)."""
    signs = board_of(state).signs
    assert all(square in signs for square in state.squares)
    assert all(len({*tools}) == len(tools) for tools in state.tools)
    ghosts = list(signs.values()).count("ghost") - len({*state.gone})
    return Counter({"figure": len(state.squares), "ghost": ghosts, "vampire": int(state.vampire in TOMBS)})


def _ghosts_removed(events: Sequence[AnyEvent]) -> list[int | str]:
    return ["ghost" for event in events if isinstance(event, GhostBeaten) and event.is_gone]


def _grave_digger_favour(state: AnyState, wish: AnyCommand) -> float:
    """To the red ghost with three tools, else to tools that are missing, not past too many ghosts."""
    if not isinstance(wish, Walk):
        return 0
    way = grave_digger.way_of(state, wish.squares)
    held = {*state.tools[state.table.turn], *way.tools}
    missing = {*TOOLS} - held or {"red_x"}
    far = min(_far(state.options.board, sign)[wish.squares[-1]] for sign in missing)
    return 10 * way.meets_red + 2 * len(held) - len(way.ghosts) - 0.4 * far


@cache
def _far(board: str, sign: str) -> Mapping[str, int]:
    """From every square the steps to the nearest of a kind."""
    signs, neighbours = BOARDS[board].signs, BOARDS[board].neighbours
    far = {square: 0 for square in signs if signs[square] == sign}
    for square in (edge := list(far)):
        for beside in neighbours[square]:
            if beside not in far:
                far[beside] = far[square] + 1
                edge.append(beside)
    return far


TRAITS: Mapping[str, Traits] = {
    "heckmeck": Traits(
        pieces=_heckmeck_pieces,
        removed=_heckmeck_removed,
        sensible=("take", "keep W", "keep 5", "keep 4", "keep", "roll", "stop"),
        wishes=1 + 6 + 16 + 1,
        longest=2_000,
    ),
    "junior": Traits(
        pieces=_junior_pieces,
        removed=_none_removed,
        sensible=("stop", "claim 5", "claim 4", "claim", "roll", "give 1", "give"),
        wishes=1 + 2 * 5 + 1 + 5,
        longest=1_000,
    ),
    "deluxe": Traits(
        pieces=_deluxe_pieces,
        removed=_deluxe_removed,
        sensible=("take", "keep W", "keep 1", "keep 5", "keep", "roll", "stop"),
        wishes=2 + 6 + 18 + 1 + 2 + 5 + 7 + 1,
        longest=2_000,
    ),
    "grave_digger": Traits(
        pieces=_grave_digger_pieces,
        removed=_ghosts_removed,
        sensible=(),
        wishes=1 + 6 + 6 + 60,
        longest=5_000,  # with tombs `reshuffled` each digging may fail as the first did
        favour=_grave_digger_favour,
        sampled={"walk": 60},
    ),
}


class Move(Struct, frozen=True):
    """One accepted command of a random match; `drawn` is the dice counter before it."""

    before: AnyState
    seat: int
    command: AnyCommand
    events: tuple[AnyEvent, ...]
    after: AnyState
    drawn: int


@cache
def house_rules(game_id: str) -> tuple[Any, ...]:
    """Every combination of a game's options, in an order that soon shows each value."""
    game = GAMES[game_id]
    names = [option.name for option in game.OPTIONS]
    every = [game.Options(**dict(zip(names, values, strict=True))) for values in product(*_values(game))]
    return (every[0], *random.Random(game_id).sample(every[1:], len(every) - 1))


def _values(game: Game) -> list[tuple[str, ...]]:
    return [option.values for option in game.OPTIONS]


def dice_of(number: int, drawn: int = 0) -> Fair:
    return Fair(number.to_bytes(32, "big"), "random play", drawn=drawn)


def start(game: Game, number: int) -> tuple[AnyState, Fair]:
    """The start of the match of this number: every count of seats and all house rules have their turn."""
    dice, rules = dice_of(number), house_rules(game.ID)
    return game.new(game.SEATS[number % len(game.SEATS)], rules[number % len(rules)], dice), dice


def match(game: Game, number: int, nonsense: float = 0.1, patience: int = 0) -> Iterator[Move]:
    """A whole match in which everybody stays; a part of the wishes (`nonsense`) is picked blindly.

    With `patience` the most sensible wishes wait until nothing else is left: sums grow and turns fail.
    """
    yield from played_on(game, *start(game, number), random.Random(number), nonsense=nonsense, patience=patience)


def played_on(
    game: Game, state: AnyState, dice: Fair, chance: random.Random, *, nonsense: float = 0.1, patience: int = 0
) -> Iterator[Move]:
    """The rest of a match in which everybody stays as they are."""
    while (seat := game.to_act(state)) is not None:
        command = _wish(game, state, chance, nonsense, patience)
        move = _made(game, state, seat, command, dice)
        yield move
        state = move.after


@cache
def restless_match(game_id: str, number: int) -> tuple[Move, ...]:
    """A match in which people leave, run out of time, are benched and come back."""
    game = GAMES[game_id]
    return tuple(restless_on(game, *start(game, number), random.Random(number)))


def restless_on(game: Game, state: AnyState, dice: Fair, chance: random.Random) -> Iterator[Move]:
    while not game.result(state).is_over:
        seat = game.to_act(state)
        if seat is not None and chance.random() < 0.8:
            command = _wish(game, state, chance, nonsense=0.2, patience=0)
        else:
            seat, command = chance.choice(_absences(game, state, chance))
        move = _made(game, state, seat, command, dice)
        yield move
        state = move.after


def _absences(game: Game, state: AnyState, chance: random.Random) -> list[tuple[int, AnyCommand]]:
    """Leaving ends matches soon, so it is rare; where everybody is benched there is always one to come back."""
    kinds = ABSENCES if chance.random() < 0.1 else ABSENCES[1:]
    every = [(seat, kind) for seat in range(state.table.seats) for kind in kinds]
    return [(seat, kind) for seat, kind in every if game.objection(state, seat, kind) is None]


def _wish(game: Game, state: AnyState, chance: random.Random, nonsense: float, patience: int) -> AnyCommand:
    """A sensible wish, or any that is legal."""
    legal = game.legal(state)
    if len(legal) == 1 or chance.random() < nonsense:
        return chance.choice(legal)
    if favour := TRAITS[game.ID].favour:
        return max(legal, key=lambda wish: (favour(state, wish), chance.random()))
    texts = [game.write_command(wish) for wish in legal]
    for beginning in TRAITS[game.ID].sensible[patience:]:
        if fitting := [wish for wish, text in zip(legal, texts, strict=True) if text.startswith(beginning)]:
            return chance.choice(fitting)
    return chance.choice(legal)


def _made(game: Game, state: AnyState, seat: int, command: AnyCommand, dice: Fair) -> Move:
    drawn = dice.drawn
    step = play(game, state, seat, command, dice)
    return Move(state, seat, command, step.events, step.state, drawn)


@cache
def wishes(game_id: str) -> tuple[AnyCommand, ...]:
    """Every wish that was legal in some random match: what a player of this game can ever say, beside the absences."""
    game = GAMES[game_id]
    moves = (
        move for n in range(24) for patience in (0, 1) for move in match(game, n, nonsense=0.05, patience=patience)
    )
    seen = {wish: game.write_command(wish).split(" ")[0] for move in moves for wish in game.legal(move.before)}
    return tuple(wish for verb in dict.fromkeys(seen.values()) for wish in _sample(game, verb, seen))


def _sample(game: Game, verb: str, seen: Mapping[AnyCommand, str]) -> Sequence[AnyCommand]:
    every = [wish for wish, of_verb in seen.items() if of_verb == verb]
    count = min(TRAITS[game.ID].sampled.get(verb, len(every)), len(every))
    return random.Random(verb).sample(every, count)


class NoDice:
    """A dice source that must not be asked."""

    def throw(self, count: int) -> tuple[int, ...]:
        raise AssertionError(f"{count} dice are thrown")

    def pick(self, count: int) -> int:
        raise AssertionError(f"a lot of {count} is drawn")

    def shuffle(self, items: Sequence[Any]) -> tuple[Any, ...]:
        raise AssertionError(f"{len(items)} pieces are shuffled")


NO_DICE: Dice = NoDice()
