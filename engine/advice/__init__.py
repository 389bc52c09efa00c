"""What the odds say: advice on a choice, chances of a turn, computer players, and a match looked at afterwards.

>>> from engine import GAMES, advice, play
>>> from engine.dice import Scripted
>>> game = GAMES["heckmeck"]
>>> start = game.new(2, game.Options(), Scripted())
>>> thrown = play(game, start, 0, game.read_command("roll"), Scripted([1, 1, 2, 4, 4, 4, 5, 6])).state
>>> best = advice.advise(game, thrown, seat=0).best
>>> game.write_command(best.command), round(best.value, 4), round(best.fails, 2), game.write_command(best.then)
('keep 4', 1.5035, 0.32, 'roll')
>>> game.write_command(advice.choose(game, thrown, 0, "easy"))
'keep 4'

Nobody's seed, pile or tomb is looked at: only what the seat to act can see (docs/odds.md).
"""

from typing import Literal, get_args

from engine.advice.advisers import ADVISERS
from engine.advice.answers import Advice, Chance, Choice, Curve, Unit, preferred
from engine.advice.grave_digger import Prospects
from engine.advice.grave_digger import prospects as prospects_of_figure
from engine.advice.review import Decision, Review, Tally, Throw, review
from engine.game import AnyCommand, AnyState, Game

__all__ = [
    "LEVELS",
    "Advice",
    "Chance",
    "Choice",
    "Curve",
    "Decision",
    "Level",
    "Prospects",
    "Review",
    "Tally",
    "Throw",
    "Unit",
    "advise",
    "choose",
    "curve",
    "prospects",
    "review",
    "warm_up",
]

Level = Literal["easy", "normal"]
LEVELS: tuple[Level, ...] = get_args(Level)


def warm_up() -> None:
    """Does once, when a process starts, what would make its first advice slow."""
    for adviser in ADVISERS.values():
        adviser.warm_up()


def advise(game: Game, state: AnyState, seat: int) -> Advice | None:
    """What this seat can do now, best first; None while it is not to act."""
    return ADVISERS[game.ID].advise(state) if game.to_act(state) == seat else None


def curve(game: Game, state: AnyState, seat: int) -> Curve:
    """The chances of this seat to reach a sum in this turn, or so many worms in Heckmeck Junior; else nothing."""
    return ADVISERS[game.ID].curve(state) if game.to_act(state) == seat else ()


def prospects(game: Game, state: AnyState, seat: int) -> Prospects | None:
    """Where this seat's figure can get in this turn; None in games without figures, and while it is not to act."""
    moves_figure = game.ID == "grave_digger" and game.to_act(state) == seat
    return prospects_of_figure(state) if moves_figure else None


def choose(game: Game, state: AnyState, seat: int, level: Level) -> AnyCommand:
    """What a computer player does. It is this seat that is to act; the same state has the same answer."""
    if game.to_act(state) != seat:
        raise ValueError(f"seat {seat} is not to act")
    adviser = ADVISERS[game.ID]
    return adviser.easy(state) if level == "easy" else preferred(adviser.worths(state))[0][0]
