"""How the classic game is shown: its board, its buttons, and what is told of a turn."""

from collections.abc import Iterator, Sequence

from bot.matches.match import Match, Move
from bot.views.heckmeck_words import MORE_RULES, NAME, OPTION_RULES, OPTIONS, REASONS, RULES, VALUES
from bot.views.language import Language
from bot.views.names import mention, name, plain
from bot.views.parts.dice import alike, dice, tray_lines
from bot.views.parts.seats import attendance, own_attendance, seat_name
from bot.views.parts.tiles import grill_lines, stack_words, worm_count
from bot.views.screen import Button, Rows, bold, in_rows, paragraphs
from engine import play
from engine.dice import Scripted
from engine.games import heckmeck as rules
from engine.games.heckmeck import Command, Event, State
from engine.parts.grill import owner_of_top
from engine.parts.tile_turn import (
    DiceKept,
    DiceThrown,
    Keep,
    Roll,
    Stop,
    Take,
    TileReturned,
    TileSnatched,
    TileTaken,
    TileTurnedDown,
    TurnFailed,
)

__all__ = [
    "MORE_RULES",
    "NAME",
    "OPTIONS",
    "OPTION_RULES",
    "REASONS",
    "RULES",
    "VALUES",
    "board",
    "buttons",
    "prompt",
    "question",
    "score",
    "story",
    "told",
]

TAKES_BESIDE_A_KEEP = 2  # more tiles to choose from are shown after the keeping
VICTIM_WIDTH = 7  # graphemes of a name in a label


# The board


def prompt(match: Match, seat: int, language: Language) -> str:
    player, legal = mention(match, seat, language), rules.legal(match.state)
    takes = any(isinstance(command, Take) for command in legal)
    if any(isinstance(command, Keep) for command in legal):
        return language.say("{player}, choose a symbol to keep. All dice that show it are set aside.", player=player)
    if Roll() not in legal:
        return language.say("{player}, take a tile.", player=player)
    if takes:
        return language.say("{player}, roll on or take a tile.", player=player)
    if Stop() in legal:
        return language.say("{player}, roll on: nothing can be taken yet.", player=player)
    return language.say("{player}, it is your turn: roll the dice.", player=player)


def board(match: Match, language: Language) -> str:
    state: State = match.state
    tray = tuple(tray_lines(state.tray, language)) if state.tray and state.tray.has_begun else ()
    grill = (bold(language.say("Grill")), *grill_lines(state.grill, language))
    players = (bold(language.say("Players")), *_player_lines(match, language))
    return paragraphs("\n".join(lines) for lines in (tray, grill, players))


def _player_lines(match: Match, language: Language) -> Iterator[str]:
    for seat, stack in enumerate(match.state.stacks):
        player, has = seat_name(match, seat, language), stack_words(stack, language)
        yield language.say("{n}. {player}: {has}", n=seat + 1, player=player, has=has)


def score(match: Match, seat: int, language: Language) -> str:
    stack = match.state.stacks[seat]
    if not stack:
        return language.say("no tile")
    tiles = language.numbers(sorted(stack))
    return language.say("{worms} on {tiles}", worms=worm_count(stack, language), tiles=tiles)


# The buttons


def buttons(match: Match, seat: int, language: Language) -> Rows:
    state: State = match.state
    legal = rules.legal(state)
    keeps = [command for command in legal if isinstance(command, Keep)]
    offers = [_keep_buttons(match, seat, keep, language) for keep in keeps] or [_settle_buttons(match, legal, language)]
    give_up = (Button(language.say("Give up"), "ask stop"),) if _giving_up(state, seat) else ()
    return (*_packed(offers), *in_rows(give_up, 1))


def _packed(offers: Sequence[Sequence[Button]]) -> Rows:
    """Two to a row; what belongs to one symbol stays together."""
    if all(len(offer) == 1 for offer in offers):
        return in_rows([button for offer in offers for button in offer], 2)
    return tuple(row for offer in offers for row in in_rows(offer, 2))


def _keep_buttons(match: Match, seat: int, keep: Keep, language: Language) -> Sequence[Button]:
    """Keeping a symbol, together with what comes next; alone where nothing does, or too much."""
    after, _ = _played(match.state, seat, keep)
    shown = alike(keep.symbol, match.state.tray.thrown.count(keep.symbol), language)
    verb = rules.write_command(keep)
    following = rules.legal(after) if rules.to_act(after) == seat else ()
    takes = [command for command in following if isinstance(command, Take)]
    offered = []
    if Roll() in following:
        offered.append(Button(language.say("Keep {dice}, roll", dice=shown), f"{verb}+roll"))
    if len(takes) <= TAKES_BESIDE_A_KEEP:
        offered += [_keep_and_take(after, shown, verb, take, language) for take in takes]
    if not offered or len(takes) > TAKES_BESIDE_A_KEEP:
        offered.append(Button(language.say("Keep {dice}", dice=shown), verb))
    return offered


def _keep_and_take(after: State, shown: str, verb: str, take: Take, language: Language) -> Button:
    if take.tile in after.grill:
        label = language.say("Keep {dice}, take {tile}", dice=shown, tile=take.tile)
    else:
        label = language.say("Keep {dice}, snatch {tile}", dice=shown, tile=take.tile)
    return Button(label, f"{verb}+{rules.write_command(take)}")


def _settle_buttons(match: Match, legal: Sequence[Command], language: Language) -> Sequence[Button]:
    """Rolling, and every tile that can be taken."""
    offered = []
    if Roll() in legal:
        label = language.plural("🎲 Roll {n} die", "🎲 Roll {n} dice", match.state.tray.dice)
        offered.append(Button(label, rules.write_command(Roll())))
    takes = (command for command in legal if isinstance(command, Take))
    return (*offered, *(Button(_take_label(match, take.tile, language), rules.write_command(take)) for take in takes))


def _take_label(match: Match, tile: int, language: Language) -> str:
    victim = owner_of_top(match.state.stacks, tile, match.state.table.turn)
    if tile in match.state.grill or victim is None:
        return language.say("Take {tile}", tile=tile)
    return language.say("Snatch {tile} from {victim}", tile=tile, victim=plain(match, victim, language, VICTIM_WIDTH))


# Giving up


def question(match: Match, seat: int, question: str, language: Language) -> tuple[str, Rows] | None:
    way_out = _giving_up(match.state, seat) if question == "stop" else None
    if way_out is None:
        return None
    verb, events = way_out
    costs = (sentence for event in events if (sentence := _loss(event, language)))
    asked = language.say("{player}, give the turn up? Then it fails.", player=mention(match, seat, language))
    yes, no = Button(language.say("Yes, give up"), verb), Button(language.say("No, go on"), "ask")
    return " ".join((asked, *costs)), ((yes, no),)


def _giving_up(state: State, seat: int) -> tuple[str, Sequence[Event]] | None:
    """How to end the turn with nothing, and what follows; None where it is not allowed.

    Where dice lie thrown some of them are kept first (H9); which ones makes no difference to a turn that fails.
    """
    for keep in (command for command in rules.legal(state) if isinstance(command, Keep)):
        after, _ = _played(state, seat, keep)
        if Stop() in rules.legal(after) and rules.to_act(after) == seat:
            return f"{rules.write_command(keep)}+{rules.write_command(Stop())}", _played(after, seat, Stop())[1]
    if Stop() in rules.legal(state):
        return rules.write_command(Stop()), _played(state, seat, Stop())[1]
    return None


def _played(state: State, seat: int, command: Command) -> tuple[State, Sequence[Event]]:
    """Where a command leads that throws no dice."""
    step = play(rules, state, seat, command, Scripted())
    return step.state, step.events


# What is told


def story(match: Match, moves: Sequence[Move], language: Language) -> str:
    """HTML."""
    kept: tuple[int, ...] = ()
    thrown: tuple[int, ...] = ()
    sentences = []
    for event in _events(moves):
        match event:
            case DiceThrown(faces=faces):
                thrown = faces
            case DiceKept(symbol=symbol, count=count):
                kept += (symbol,) * count
            case _:
                sentences.append(_happened(match, event, kept, thrown, language))
    return " ".join(filter(None, sentences))


def _happened(played: Match, event: Event, kept: tuple[int, ...], thrown: tuple[int, ...], language: Language) -> str:
    match event:
        case TileTaken(seat, tile):
            player, shown = name(played, seat, language), dice(kept, language)
            return language.say("{player} took {tile} with {dice}.", player=player, tile=tile, dice=shown)
        case TileSnatched(seat, tile, victim):
            thief, robbed = name(played, seat, language), name(played, victim, language)
            return language.say("{player} snatched {tile} from {victim}!", player=thief, tile=tile, victim=robbed)
        case TurnFailed(seat, "nothing_new"):
            player, shown = name(played, seat, language), dice(thrown, language)
            return language.say("{player} threw {dice}, nothing new: the turn failed.", player=player, dice=shown)
        case TurnFailed(seat, "nothing_to_take"):
            player, shown = name(played, seat, language), dice(kept, language)
            return language.say("{player} had {dice} and could take nothing.", player=player, dice=shown)
        case TurnFailed(seat, "gave_up"):
            return language.say("{player} gave the turn up.", player=name(played, seat, language))
        case TurnFailed(seat, "too_slow"):
            return language.say("{player} took too long: the turn failed.", player=name(played, seat, language))
        case _:
            return _loss(event, language) or attendance(played, event, language)


def _loss(event: Event, language: Language) -> str:
    match event:
        case TileReturned(tile=tile, is_open=True):
            return language.say("{tile} goes back to the grill.", tile=tile)
        case TileReturned(tile=tile):
            return language.say("{tile} is out of the game.", tile=tile)
        case TileTurnedDown(tile):
            return language.say("{tile} is turned down.", tile=tile)
        case _:
            return ""


def told(match: Match, moves: Sequence[Move], language: Language) -> str:
    """Plain text."""
    sentences = [_done(match, event, language) for event in _events(moves)]
    state: State = match.state
    if state.tray and state.tray.kept:
        sentences.append(language.say("Sum so far: {sum}.", sum=state.tray.sum))
    return " ".join(filter(None, sentences))


def _done(played: Match, event: Event, language: Language) -> str:
    match event:
        case DiceThrown(faces=faces):
            return language.say("You threw {dice}.", dice=dice(faces, language))
        case DiceKept(symbol=symbol, count=count):
            return language.say("You kept {dice}.", dice=alike(symbol, count, language))
        case TileTaken(tile=tile):
            return language.say("You took {tile}.", tile=tile)
        case TileSnatched(tile=tile, victim=victim):
            return language.say("You snatched {tile} from {victim}!", tile=tile, victim=plain(played, victim, language))
        case TurnFailed(cause="nothing_new"):
            return language.say("Nothing new: the turn failed.")
        case TurnFailed():
            return language.say("The turn failed.")
        case _:
            return _loss(event, language) or own_attendance(event, language)


def _events(moves: Sequence[Move]) -> Iterator[Event]:
    return (event for move in moves for event in move.events)
