"""A player as every picture shows one: by seat, named, perhaps to act, perhaps away."""

from msgspec import Struct


class Player(Struct, frozen=True):
    seat: int
    name: str  # plain text; the picture shows it, cut to fit
    is_to_act: bool = False
    is_away: bool = False
