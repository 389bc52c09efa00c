"""Calling people: to a new table, to their turn, and where they are waited for."""

from collections.abc import Iterator, Sequence

from bot.matches.calls import Board
from bot.views.games import VIEWS
from bot.views.language import Language
from bot.views.names import isolated
from bot.views.screen import Button, Rows, Screen, bold, escaped, in_rows, paragraphs

MOST = 20  # boards in one message
TITLE_WIDTH = 22  # graphemes of a group's title, so that the label of a button has 24 with its isolation


def my_games(boards: Sequence[Board], language: Language, *, is_called: bool) -> Screen:
    """Where somebody plays, where they are waited for first, and whether they are told in private."""
    ordered = sorted(boards, key=lambda board: not board.is_awaited)[:MOST]
    lines = "\n".join(_lines(ordered, language)) or language.say("You play in no game now.")
    parts = (bold(language.say("Your games")), lines, _whether_called(language, is_called=is_called))
    return Screen(paragraphs(parts), (*_links(ordered, language), *_switch(language, is_called=is_called)))


def _lines(boards: Sequence[Board], language: Language) -> Iterator[str]:
    for board in boards:
        game, place = escaped(language.say(VIEWS[board.game_id].NAME)), _place(board, language)
        yield (
            language.say("👉 {place}, {game}: it is your turn", place=place, game=game)
            if board.is_awaited
            else language.say("{place}, {game}: somebody else's turn", place=place, game=game)
        )


def _whether_called(language: Language, *, is_called: bool) -> str:
    if is_called:
        return language.say("I tell you here when it is your turn.")
    return language.say("I can tell you here when it is your turn.")


def _switch(language: Language, *, is_called: bool) -> Rows:
    if is_called:
        return ((Button(language.say("Do not tell me"), "call off"),),)
    return ((Button(language.say("Tell me"), "call on"),),)


def your_turn(board: Board, language: Language) -> Screen:
    """The private message, with a link to the board."""
    game, place = escaped(language.say(VIEWS[board.game_id].NAME)), _place(board, language)
    return Screen(
        language.say("It is your turn: {game} in {place}.", game=game, place=place), _links((board,), language)
    )


def _links(boards: Sequence[Board], language: Language) -> Rows:
    links = [(board, link) for board in boards if (link := link_of(board))]
    return in_rows([Button(_label(board, language), url=link) for board, link in links], 1)


def _label(board: Board, language: Language) -> str:
    return isolated(board.title, TITLE_WIDTH) or language.say("To the board")


def _place(board: Board, language: Language) -> str:
    return escaped(isolated(board.title) or language.say("a group"))


def link_of(board: Board) -> str:
    """To the board's message; '' where there can be none: only supergroups have links, and not before it is sent."""
    internal = str(board.address).removeprefix("-100")
    if board.message is None or internal == str(board.address):
        return ""
    topic = f"{board.topic}/" if board.topic else ""
    return f"https://t.me/c/{internal}/{topic}{board.message}"
