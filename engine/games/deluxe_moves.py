"""What a player of Heckmeck Deluxe can wish, what can happen, and why something is not allowed."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from engine.games.deluxe_table import Specialist
from engine.parts import tile_turn
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    TakingReason,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
)
from engine.parts.tray import DiceReason
from engine.parts.turns import Absence, SeatBenched, SeatLeft, SeatReturned, TurnBegan, TurnPassed
from engine.refusal import SharedReason

# What a player can wish, beside the classic wishes


class RollNine(Struct, frozen=True, tag="roll_nine"):
    """Begin the turn with the golden die as a ninth (D15)."""


class Reroll(Struct, frozen=True, tag="reroll"):
    """The weasel: throw the dice just thrown again (D18)."""


class Accept(Struct, frozen=True, tag="accept"):
    """Do not use the weasel on a throw that fails (D18)."""


class Return(Struct, frozen=True, tag="return"):
    """Of two specialists, which one goes back (D11)."""

    specialist: Specialist


class Rob(Struct, frozen=True, tag="rob"):
    """Take a Bratworm that is due from another player (D23)."""

    victim: int


class Decline(Struct, frozen=True, tag="decline"):
    """Take no Bratworm from anybody (D23)."""


Wish: TypeAlias = tile_turn.Wish | RollNine | Reroll | Accept | Return | Rob | Decline
Command: TypeAlias = Wish | Absence


# What can happen, beside the classic events

BratwormCause = Literal["ones", "raven"]  # D22, D20


class GoldenDieAdded(Struct, frozen=True, tag="golden_die_added"):
    seat: int


class DiceRerolled(Struct, frozen=True, tag="dice_rerolled"):
    seat: int
    faces: tuple[int, ...]


class SpecialistGained(Struct, frozen=True, tag="specialist_gained"):
    """From the tile it stood on."""

    seat: int
    specialist: Specialist


class SpecialistSnatched(Struct, frozen=True, tag="specialist_snatched"):
    """The hen instead of a tile (D19), or whoever follows a snatched tile by house rule (D12)."""

    seat: int
    specialist: Specialist
    victim: int


class SpecialistTooMany(Struct, frozen=True, tag="specialist_too_many"):
    seat: int


class SpecialistReturned(Struct, frozen=True, tag="specialist_returned"):
    seat: int
    specialist: Specialist
    tile: int | None  # None: out of the game


class SpecialistMoved(Struct, frozen=True, tag="specialist_moved"):
    """From a tile that was turned down (D13)."""

    specialist: Specialist
    tile: int | None  # None: out of the game


class RavenMoved(Struct, frozen=True, tag="raven_moved"):
    tile: int | None  # None: out of the game


class BratwormGained(Struct, frozen=True, tag="bratworm_gained"):
    """From the supply."""

    seat: int
    cause: BratwormCause


class BratwormDue(Struct, frozen=True, tag="bratworm_due"):
    """The supply is empty: it may be taken from another player."""

    seat: int
    cause: BratwormCause


class BratwormRobbed(Struct, frozen=True, tag="bratworm_robbed"):
    seat: int
    victim: int


class BratwormDeclined(Struct, frozen=True, tag="bratworm_declined"):
    seat: int


Event: TypeAlias = (
    TurnBegan
    | GoldenDieAdded
    | DiceThrown
    | DiceRerolled
    | DiceKept
    | TileTaken
    | TileSnatched
    | SpecialistGained
    | SpecialistSnatched
    | SpecialistTooMany
    | SpecialistReturned
    | SpecialistMoved
    | RavenMoved
    | BratwormGained
    | BratwormDue
    | BratwormRobbed
    | BratwormDeclined
    | TurnFailed
    | TileReturned
    | TileTurnedDown
    | TurnPassed
    | SeatLeft
    | SeatBenched
    | SeatReturned
)

Reason = (
    SharedReason
    | DiceReason
    | TakingReason
    | Literal[
        "only_exact_tile",  # D3: 11 and 13
        "never_snatched",  # D4: 11 and 13
        "no_golden_die",  # D15
        "only_first_throw",  # D15
        "no_weasel",  # D18
        "weasel_used",  # D18: once a turn
        "weasel_decides",  # D18: a throw that fails waits for that decision
        "throw_is_good",  # D18: nothing to accept
        "bratworm_first",  # D23: that choice is open
        "return_first",  # D11: that choice is open
        "nothing_due",  # neither choice is open
        "not_held",  # D11: the player does not have this specialist
        "no_bratworm_there",  # D23
        "hen_protects",  # D23
    ]
)
REASONS: tuple[str, ...] = tuple(slug for literal in get_args(Reason) for slug in get_args(literal))
