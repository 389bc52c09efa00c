"""Toasts: what a press or a command did, or why not and what to do instead. Plain text, never over Telegram's limit."""

from bot.matches.match import Match, Outcome
from bot.views import fairness
from bot.views.advice import hint
from bot.views.games import view_of
from bot.views.language import Language, words
from bot.views.names import plain
from bot.views.width import TOAST, cut, utf16

TRY_AGAIN = words("Something went wrong here; nothing is lost. Please press again.")
WORKING = words("Still working on it…")


def toast(outcome: Outcome, language: Language) -> str:
    """What was done, told to whoever did it; with the lesson that is due, where there is room for both."""
    done = _done(outcome, language)
    if outcome.lesson is None:
        return _fitted(done)
    lesson = language.say(view_of(outcome.match).LESSONS[outcome.lesson])
    both = f"{done}\n\n{lesson}"
    return both if utf16(both) <= TOAST else _fitted(lesson)


def changed(language: Language) -> str:
    return language.say("Changed.")


def refusal(reason: str, match: Match | None, language: Language) -> str:
    """Why not, and what to do."""
    return _fitted(_objection(reason, match, language))


def unseen(text: str, language: Language) -> str:
    """A toast where the board cannot show what was done."""
    note = language.say("I may not write in this group; an admin can let me. Nothing is lost.")
    left = TOAST - utf16(note) - 1
    return f"{cut(text, left, left)} {note}".strip()


def _fitted(text: str) -> str:
    return cut(text, TOAST, TOAST)


def _done(outcome: Outcome, language: Language) -> str:
    match = outcome.match
    match outcome.did:
        case "opened":
            return _opened(match, language)
        case "joined":
            return language.say("You have a seat.")
        case "left":
            return language.say("You gave your seat back.")
        case "chosen":
            return changed(language)
        case "switched":
            return language.say("{game} is on the table now.", game=language.say(view_of(match).NAME))
        case "salted":
            return language.say("Your word counts for the dice now.")
        case "sealed":
            return language.say("The dice are sealed. When the slot machine has stopped, the game begins!")
        case "began":
            return _beginning(match, language)
        case "played":
            return view_of(match).told(match, outcome.moves, language) or language.say("Done.")
        case "asked" | "unasked":
            return ""  # the board shows it
        case "skipped":
            return language.say("The game goes on.")
        case "stopped":
            return language.say("The game is stopped.")
        case "hinted":
            return hint(match, language)
        case "verified":
            return fairness.proven(match, outcome.moves, language)
        case "shown":
            return language.say("Here is the newest board.")
        case "resumed":
            return language.say("On we go!")


def _opened(match: Match, language: Language) -> str:
    if match.is_practice:
        return language.say("Your table is ready: /start begins.")
    return language.say("You opened a table and have a seat. Others join with /join.")


def _beginning(match: Match, language: Language) -> str:
    seat = match.game.to_act(match.state)
    if seat is None:
        return language.say("The game begins!")
    return language.say("The game begins! First: {player}.", player=plain(match, seat, language))


# Why not


def _objection(reason: str, match: Match | None, language: Language) -> str:
    if match is None:
        return language.say(REASONS[reason])
    if reason in view_of(match).REASONS:
        return language.say(view_of(match).REASONS[reason])
    match reason:
        case "not_your_turn" if match.status == "running":
            return _whose_turn(match, language)
        case "too_few" if match.is_practice:
            return language.say("A computer is missing: press Seats to add one.")
        case "too_few":
            missing = min(match.game.SEATS) - len(match.seats)
            return language.plural("{n} more player is needed: /join.", "{n} more players are needed: /join.", missing)
        case "not_seated" if match.status != "lobby":
            return language.say("You do not play in this game. The next one begins with /join.")
        case _:
            return language.say(REASONS[reason])


def _whose_turn(match: Match, language: Language) -> str:
    seat = match.game.to_act(match.state)
    if seat is None:
        return language.say(REASONS["nobody_to_act"])
    return language.say("It is {player}'s turn.", player=plain(match, seat, language))


REASONS = {
    # of the engine
    "over": words("That game is over. /join opens a new one."),
    "not_your_turn": words("It is somebody else's turn."),
    "nobody_to_act": words("Everybody is away. Whoever comes back goes on: press “I am back”."),
    "left": words("You left this game for good. The next one begins with /join."),
    "benched": words("You are away. Press “I am back” on the newest board first: /board"),
    "not_benched": words("You are not away. Just play on."),
    "unknown_command": words("This game has no such move. The newest board: /board"),
    # of the matches
    "no_match": words("No game is open here. /join opens one."),
    "match_gone": words("That game is over."),
    "beginning": words("The dice are being sealed. The first board comes in a moment."),
    "no_word": words("One word of letters and digits, please: /salt rain"),
    "nothing_over": words("No game has ended here yet."),
    "already_running": words("The game has begun already. You can see it with /board."),
    "not_over": words("The game is not over yet: its dice can be checked when it is."),
    "not_running": words("The game has not begun yet. Join with /join, begin with /start."),
    "stale": words("That button is old; nothing has changed. The newest board is below, or about to come."),
    "not_seated": words("Join first: /join"),
    "already_seated": words("You have a seat already. The game begins with /start."),
    "table_full": words("The table is full. Please wait for the next game."),
    "lobby_open": words("A table is open: /join takes a seat."),
    "too_few": words("More players are needed: /join"),
    "too_many_for_game": words("More people sit here than that game has seats."),
    "host_only": words("Only who opened this table, or an admin of the group, can do that."),
    "too_early": words(
        "A little patience: you can go on without somebody once they were warned, or after 10 minutes. The host and"
        " admins can at once."
    ),
    "own_turn": words("All wait for you: it is your turn. Play on the newest board, /board, or leave with /leave."),
    "not_asked": words("That question is for somebody else."),
    "no_computers": words("Only people play in this group. /settings can change that."),
    "no_hints": words("This game gives no hints. /settings says which games do."),
    "unknown_game": words("There is no such game. /play shows them all."),
    "unknown_option": words("There is no such house rule. /rules shows them all."),
    "unknown_setting": words("There is no such setting. /settings shows them all."),
    "unreadable_press": words("That button means nothing here any more. The newest board: /board"),
    "already_done": words("That is done already."),
}
