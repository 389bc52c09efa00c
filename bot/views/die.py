"""A die as every picture shows one."""

from msgspec import Struct


class Die(Struct, frozen=True):
    face: int | None = None  # 1 to 5, or WORM; None while it is not thrown
    is_golden: bool = False
    is_spent: bool = False  # it is of no use in this throw
