"""Draw the screen of a match as it stands now, or of a turn that is over."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.matches.chat import Settings
from bot.matches.computers import computer_to_act, is_attended
from bot.matches.match import FIRST_TURN, Match, Move, Scene
from bot.views import fairness
from bot.views.games import view_of
from bot.views.language import Language
from bot.views.lobby import lobby
from bot.views.moments import moments
from bot.views.names import name, uncalled
from bot.views.parts.captions import fitting
from bot.views.parts.ending import scoreboard
from bot.views.parts.seats import back_buttons, seat_name, settled
from bot.views.parts.sentences import in_a_row
from bot.views.screen import Button, Photo, Rows, Screen, bold, escaped, in_rows, italic, paragraphs


def draw(scene: Scene, language: Language, *, pictures: bool = True) -> Screen:
    """The lobby, the running board, or the end; with a photo where pictures are wished for."""
    match scene.match.status:
        case "lobby":
            return lobby(scene, language)
        case "sealed":
            return fairness.sealed(scene.match, language)
        case "running" if scene.match.suspended == "offered":
            return _offer(scene.match, language)
        case "running":
            return _board(scene, language, pictures=pictures)
        case "finished":
            return _end(scene, language, pictures=pictures)
        case "stopped":
            return _broken_off(scene, language.say("The game was stopped. /join opens a new one."), language)
        case "closed":
            return Screen(language.say("This table was closed before a game began. /join opens a new one."))
        case "merged":
            said = language.say("Telegram has joined two chats of this group. The other game goes on: /board.")
            return _broken_off(scene, said, language)
        case "expired":
            return _broken_off(scene, _expired(scene.match, language), language)


def _expired(match: Match, language: Language) -> str:
    if match.state is None:
        return language.say("Nothing happened here for an hour, so this table is closed. /join opens a new one.")
    return language.say("Nobody came back for a week, so this game is over. /join opens a new one.")


def draw_past(scene: Scene, language: Language) -> Screen:
    """A turn's message once the turn is over, or the lobby's once the game has begun."""
    match = scene.match
    return Screen(_told(match, scene.this_turn, language) or _who_played(match, language))


def _told(match: Match, moves: Sequence[Move], language: Language) -> str:
    """A turn in one line, and that it was not its player who ended it."""
    return in_a_row((settled(match, moves, language), view_of(match).story(match, moves, language)))


def suited(screen: Screen, settings: Settings, *, is_photo: bool) -> Screen:
    """As a chat wants it: a text where it is to stay without pictures, and without calling anybody in quiet mode."""
    if settings.pictures == "off" and not is_photo:
        screen = replace(screen, photo=None)
    if settings.quiet == "on":
        photo = screen.photo and replace(screen.photo, caption=uncalled(screen.photo.caption))
        screen = replace(screen, text=uncalled(screen.text), photo=photo)
    return screen


def _who_played(match: Match, language: Language) -> str:
    game = escaped(language.say(view_of(match).NAME))
    players = language.listed([name(match, seat, language) for seat in range(len(match.seats))])
    return language.say("{game} with {players}", game=game, players=players)


# A match that was interrupted


def _offer(match: Match, language: Language) -> Screen:
    """Asked when the bot is in the group again."""
    parts = (
        language.say("I am back, and nothing is lost. We were in the middle of a game:"),
        bold(_who_played(match, language)),
        language.say("Whoever plays in it can go on with it."),
    )
    go_on, stop = Button(language.say("Go on"), "go on"), Button(language.say("End the game"), "stop yes")
    return Screen(paragraphs(parts), ((go_on, stop),))


# A running match


def _board(scene: Scene, language: Language, *, pictures: bool) -> Screen:
    match = scene.match
    prompt, rows = _what_can_be_done(scene, language)
    if scene.gives_hints and rows and not scene.question:
        rows = (*rows, (Button(language.say("💡 Hint"), "hint"),))
    before, view = _before(scene, language), view_of(match)
    text = paragraphs((prompt, before, view.board(match, language)))
    photo = Photo(view.picture(match, language), view.caption(match, prompt, before, language)) if pictures else None
    return Screen(text, (*rows, *in_rows(back_buttons(match, language), 1)), photo)


def _what_can_be_done(scene: Scene, language: Language) -> tuple[str, Rows]:
    match, view = scene.match, view_of(scene.match)
    seat = match.game.to_act(match.state)
    if seat is None or not is_attended(match):
        return language.say("Everybody is away. Whoever comes back goes on."), ()
    if computer_to_act(match):
        return language.say("🤖 {player} is thinking…", player=name(match, seat, language)), ()
    if asked := view.question(match, seat, scene.question, language):
        return asked
    return view.prompt(match, seat, language), view.buttons(match, seat, language)


def _before(scene: Scene, language: Language) -> str:
    """The story of the last turn; before the first one it is the lot's."""
    if scene.match.turn == FIRST_TURN:
        return italic(fairness.lot(scene.match, language))
    story = _told(scene.match, scene.last_turn, language)
    return italic(story) if story else ""


# The end


def _end(scene: Scene, language: Language, *, pictures: bool) -> Screen:
    match = scene.match
    winners, ranking = bold(_winners(match, language)), "\n".join(_places(match, language))
    notable, sums = "\n".join(moments(match, scene.record, language)), fairness.sums(scene, language)
    whole = (winners, _before(scene, language), ranking, notable, sums)
    caption = fitting((whole, (winners, ranking, notable, sums), (winners, ranking, sums), (winners, sums)))
    view = view_of(match)
    photo = Photo(scoreboard(match, view.NAME, view.spoils, language), caption) if pictures else None
    again = Button(language.say("Play again"), "again")
    return Screen(paragraphs(whole), ((again,), (fairness.check_button(language),)), photo)


def _broken_off(scene: Scene, said: str, language: Language) -> Screen:
    """A match that was not played to its end lays its dice open, too."""
    if scene.match.opening is None:
        return Screen(said)
    return Screen(paragraphs((said, fairness.sums(scene, language))), ((fairness.check_button(language),),))


def _winners(match: Match, language: Language) -> str:
    winners = [name(match, seat, language) for seat in match.game.result(match.state).winners]
    shown = language.listed(winners)
    return language.plural("🏆 {players} wins the game.", "🏆 {players} share the win.", len(winners), players=shown)


def _places(match: Match, language: Language) -> Iterator[str]:
    """One line for each seat, best first."""
    for seat, place in match.game.result(match.state).places.items():
        player, score = seat_name(match, seat, language), view_of(match).score(match, seat, language)
        yield language.say("{n}. {player}: {score}", n=place, player=player, score=score)
