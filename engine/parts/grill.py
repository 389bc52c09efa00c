"""Tiles: open on the grill, stacked before the players, or face down and out of the game."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from engine.game import Fact, Misplaced

Stacks = tuple[tuple[int, ...], ...]  # each seat's tiles, bottom to top


def worms(tile: int) -> int:
    """1 on 21–24, 2 on 25–28, 3 on 29–32, 4 on 33–36."""
    return (tile - 17) // 4


def with_tile(grill: tuple[int, ...], tile: int) -> tuple[int, ...]:
    """A tile laid back to its place: the grill stays ascending."""
    place = bisect_left(grill, tile)
    return (*grill[:place], tile, *grill[place:])


def without_tile(grill: tuple[int, ...], gone: int) -> tuple[int, ...]:
    place = grill.index(gone)
    return grill[:place] + grill[place + 1 :]


def with_top(stacks: Stacks, seat: int, tile: int) -> Stacks:
    return (*stacks[:seat], (*stacks[seat], tile), *stacks[seat + 1 :])


def without_top(stacks: Stacks, seat: int) -> Stacks:
    return (*stacks[:seat], stacks[seat][:-1], *stacks[seat + 1 :])


def owner_of_top(stacks: Stacks, tile: int, thief: int) -> int | None:
    """The seat other than the thief's whose stack this tile tops; covered tiles are safe (H12)."""
    return next((seat for seat, stack in enumerate(stacks) if seat != thief and stack[-1:] == (tile,)), None)


def tops(stacks: Stacks, thief: int) -> tuple[int, ...]:
    """The top tiles of all stacks but the thief's."""
    return tuple([stack[-1] for seat, stack in enumerate(stacks) if seat != thief and stack])


def closed(tiles: Iterable[int], grill: tuple[int, ...], stacks: Stacks) -> tuple[int, ...]:
    """The tiles face down: all that lie neither on the grill nor in a stack."""
    in_sight = {*grill, *(tile for stack in stacks for tile in stack)}
    return tuple(tile for tile in tiles if tile not in in_sight)


def facts(tiles: Iterable[int], grill: tuple[int, ...], stacks: Stacks) -> Iterable[Fact]:
    """The lines `grill`, `stack` and, as an expectation only, `closed`."""
    yield Fact("grill", None, _words(grill))
    for seat, stack in enumerate(stacks):
        yield Fact("stack", seat, _words(stack))
    yield Fact("closed", None, _words(closed(tiles, grill, stacks)))


def _words(tiles: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, tiles))


def place(position: Sequence[Fact], tiles: Sequence[int], seats: int) -> tuple[tuple[int, ...], Stacks]:
    """The grill and the stacks a position names. Raises Misplaced for a tile unknown or named twice."""
    stacks: Stacks = ((),) * seats
    grill: tuple[int, ...] = ()
    for fact in position:
        if fact.word not in ("grill", "stack"):
            continue
        for text in fact.values:
            tile = _known_tile(fact, text, tiles)
            if tile not in closed(tiles, grill, stacks):
                raise Misplaced(f"tile {tile} is named twice", fact)
            if fact.seat is None:
                grill = with_tile(grill, tile)
            else:
                stacks = with_top(stacks, fact.seat, tile)
    return grill, stacks


def _known_tile(fact: Fact, text: str, tiles: Sequence[int]) -> int:
    try:
        return tile_of(text, tiles)
    except ValueError as problem:
        raise Misplaced(str(problem), fact) from None


def tile_of(text: str, tiles: Sequence[int]) -> int:
    """ValueError unless the text is the number of one of the tiles."""
    if text not in map(str, tiles):
        raise ValueError(f"{text} is no tile ({tiles[0]} to {tiles[-1]})")
    return int(text)
