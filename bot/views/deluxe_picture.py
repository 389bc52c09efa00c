"""What the picture of Heckmeck Deluxe shows beside that of the classic game: pieces, Bratworms and the golden die."""

from msgspec.structs import replace

from bot.matches.match import Match
from bot.views.die import Die
from bot.views.language import Language
from bot.views.parts.tile_picture import tile_table
from bot.views.tile_table import TileTable, Tray
from engine.games.deluxe_table import TILES, Piece, State, has, worms
from engine.parts.tray import WORM, points


def picture(match: Match, language: Language) -> TileTable:
    state: State = match.state
    table = tile_table(match, TILES, worms, language)
    holders = tuple(
        replace(holder, bratworms=bratworms, specialists=specialists)
        for holder, bratworms, specialists in zip(table.holders, state.bratworms, state.holdings, strict=True)
    )
    grill = tuple(replace(tile, pieces=_pieces_on(state, tile.number)) for tile in table.grill)
    tray = table.tray and _with_helpers(state, table.tray)
    return replace(table, grill=grill, holders=holders, tray=tray, supply=state.supply)


def _pieces_on(state: State, tile: int) -> tuple[Piece, ...]:
    return tuple(there.piece for there in state.standing if there.tile == tile)


def _with_helpers(state: State, tray: Tray) -> Tray:
    """D15: the golden die among those not set aside. D17: the canned worm where it counts."""
    golden = replace(tray, thrown=_with_golden_die(state, tray)) if state.golden_die == "in_play" else tray
    if not has(state, state.table.turn, "canned_worm") or not tray.kept or tray.has_worm:
        return golden
    return replace(golden, sum=tray.sum + points(WORM), has_worm=True, is_canned=True)


def _with_golden_die(state: State, tray: Tray) -> tuple[Die, ...]:
    """It is the last of a throw; here dice that show the same lie together, and it is the last of those."""
    face = state.tray.thrown[-1] if state.tray and state.tray.thrown else None
    place = max(place for place, die in enumerate(tray.thrown) if die.face == face)
    golden = replace(tray.thrown[place], is_golden=True)
    return (*tray.thrown[:place], golden, *tray.thrown[place + 1 :])
