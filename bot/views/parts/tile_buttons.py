"""What a turn for a tile asks and offers: keeping with what comes next, rolling, taking, and giving the turn up."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from bot.matches.match import Event, Match, State
from bot.views.language import Language
from bot.views.names import mention, plain
from bot.views.parts.dice import alike
from bot.views.screen import Button, Rows, packed
from engine import Game, play
from engine.dice import Scripted
from engine.game import AnyCommand
from engine.parts.grill import owner_of_top
from engine.parts.tile_turn import Keep, Roll, Stop, Take

TAKES_BESIDE_A_KEEP = 2  # more tiles to choose from are shown after the keeping
VICTIM_WIDTH = 7  # graphemes of a name in a label

TakeLabel: TypeAlias = Callable[[Match, int, Language], str]
Cost: TypeAlias = Callable[[Event, Language], str]  # what an event of a turn that failed takes away; '' for nothing
KeepAndTakeLabel: TypeAlias = Callable[[State, str, int, Language], str]


def turn_prompt(match: Match, seat: int, language: Language) -> str:
    player, legal = mention(match, seat, language), match.game.legal(match.state)
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


# The buttons


class Labels(Struct, frozen=True):
    """How a game calls taking a tile, alone and right after a keeping."""

    take: TakeLabel
    keep_and_take: KeepAndTakeLabel


def take_label(match: Match, tile: int, language: Language) -> str:
    victim = owner_of_top(match.state.stacks, tile, match.state.table.turn)
    if tile in match.state.grill or victim is None:
        return language.say("Take {tile}", tile=tile)
    return language.say("Snatch {tile} from {victim}", tile=tile, victim=plain(match, victim, language, VICTIM_WIDTH))


def keep_and_take_label(after: State, shown: str, tile: int, language: Language) -> str:
    if tile in after.grill:
        return language.say("Keep {dice}, take {tile}", dice=shown, tile=tile)
    return language.say("Keep {dice}, snatch {tile}", dice=shown, tile=tile)


CLASSIC_LABELS = Labels(take_label, keep_and_take_label)


def turn_buttons(match: Match, seat: int, language: Language, labels: Labels = CLASSIC_LABELS) -> Rows:
    """Two to a row; what belongs to one symbol stays together."""
    legal = match.game.legal(match.state)
    keeps = [command for command in legal if isinstance(command, Keep)]
    if not keeps:
        return packed(_settle_buttons(match, legal, language, labels))
    offers = [_keep_buttons(match, seat, keep, language, labels) for keep in keeps]
    if all(len(offer) == 1 for offer in offers):
        return packed([button for offer in offers for button in offer])
    return tuple(row for offer in offers for row in packed(offer))


def _keep_buttons(match: Match, seat: int, keep: Keep, language: Language, labels: Labels) -> Sequence[Button]:
    """Keeping a symbol, together with what comes next; alone where nothing does, or too much."""
    game = match.game
    after, _ = played(game, match.state, seat, keep)
    shown = alike(keep.symbol, match.state.tray.thrown.count(keep.symbol), language)
    verb = game.write_command(keep)
    following = game.legal(after) if game.to_act(after) == seat else ()
    takes = [command for command in following if isinstance(command, Take)]
    offered = []
    if Roll() in following:
        offered.append(Button(language.say("Keep {dice}, roll", dice=shown), f"{verb}+roll"))
    if len(takes) <= TAKES_BESIDE_A_KEEP:
        offered += [
            Button(labels.keep_and_take(after, shown, take.tile, language), f"{verb}+{game.write_command(take)}")
            for take in takes
        ]
    if not offered or len(takes) > TAKES_BESIDE_A_KEEP:
        offered.append(Button(language.say("Keep {dice}", dice=shown), verb))
    return offered


def _settle_buttons(match: Match, legal: Sequence[AnyCommand], language: Language, labels: Labels) -> Sequence[Button]:
    """Rolling, and every tile that can be taken."""
    offered = []
    if Roll() in legal:
        label = language.plural("🎲 Roll {n} die", "🎲 Roll {n} dice", match.state.tray.dice)
        offered.append(Button(label, match.game.write_command(Roll())))
    takes = (command for command in legal if isinstance(command, Take))
    return (
        *offered,
        *(Button(labels.take(match, take.tile, language), match.game.write_command(take)) for take in takes),
    )


# Giving up


def give_up_row(match: Match, seat: int, language: Language) -> Rows:
    return ((Button(language.say("Give up"), "ask stop"),),) if giving_up(match, seat) else ()


def give_up_question(match: Match, seat: int, question: str, cost: Cost, language: Language) -> tuple[str, Rows] | None:
    way_out = giving_up(match, seat) if question == "stop" else None
    if way_out is None:
        return None
    verb, events = way_out
    costs = (sentence for event in events if (sentence := cost(event, language)))
    asked = language.say("{player}, give the turn up? Then it fails.", player=mention(match, seat, language))
    yes, no = Button(language.say("Yes, give up"), verb), Button(language.say("No, go on"), "ask")
    return " ".join((asked, *costs)), ((yes, no),)


def giving_up(match: Match, seat: int) -> tuple[str, Sequence[Event]] | None:
    """How to end the turn with nothing, and what follows; None where it is not allowed.

    Where dice lie thrown a symbol is kept first (H9): the lowest after which giving up is allowed. Failing costs the
    same after each; only ones may bring something that stays, a Bratworm (D22), and so it is gained.
    """
    game, state, stop = match.game, match.state, match.game.write_command(Stop())
    for keep in (command for command in game.legal(state) if isinstance(command, Keep)):
        after, _ = played(game, state, seat, keep)
        if Stop() in game.legal(after) and game.to_act(after) == seat:
            return f"{game.write_command(keep)}+{stop}", played(game, after, seat, Stop())[1]
    return (stop, played(game, state, seat, Stop())[1]) if Stop() in game.legal(state) else None


def played(game: Game, state: State, seat: int, command: AnyCommand) -> tuple[State, Sequence[Event]]:
    """Where a command leads that throws no dice."""
    step = play(game, state, seat, command, Scripted())
    return step.state, step.events
