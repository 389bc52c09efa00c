"""The lobby: people take seats, the host chooses the game and the house rules, and the match begins.

Each function is one use case in one transaction; what is not allowed raises Refused and changes nothing.
"""

import secrets
import unicodedata

from msgspec.structs import replace

from bot.matches import lessons
from bot.matches.finding import match_here, match_of_button, own_seat
from bot.matches.match import FIRST_TURN, SEAL_TURN, Computer, Did, Fairness, Match, Outcome, Person, Place
from bot.matches.ports import Transaction
from engine import GAMES, Refused, advice
from engine.dice import Fair

DEFAULT_GAME = "heckmeck"
LONGEST_SALT = 24  # letters


async def join(tx: Transaction, place: Place, person: Person, game_id: str = DEFAULT_GAME) -> Outcome:
    """Take a seat in the lobby of this place; open one where there is none."""
    match = await tx.open_match(place)
    if match is None:
        return await _open(tx, place, person, game_id)
    return await _take_seat(tx, match, person)


async def _open(tx: Transaction, place: Place, person: Person, game_id: str) -> Outcome:
    await tx.remember(person)
    fairness = Fairness(seed=secrets.token_bytes(32))
    await tx.adopt_language(place, person.language)
    lobby = Match(id=0, place=place, game_id=game_id, host=person.id, fairness=fairness, seats=(person,), revision=1)
    return replace(await _opened(tx, lobby), lesson=await lessons.of_seat(tx, lobby, person.id))


async def _opened(tx: Transaction, lobby: Match) -> Outcome:
    match = await tx.add(lobby)
    await tx.call_waiting(match)
    return Outcome("opened", match)


async def wait(tx: Transaction, place: Place, person: Person) -> None:
    """Be called once when the next table opens here. Raises Refused where one is open to join."""
    match = await tx.open_match(place)
    if match is not None and match.status == "lobby":
        raise Refused("lobby_open")
    await tx.remember(person)
    await tx.wait(place, person)


async def join_match(tx: Transaction, match_id: int, person: Person) -> Outcome:
    """Take a seat by the lobby's button."""
    return await _take_seat(tx, await _lobby(tx, match_id), person)


async def _take_seat(tx: Transaction, match: Match, person: Person) -> Outcome:
    if match.status != "lobby":
        raise Refused("already_running")
    if match.seat_of(person.id) is not None:
        raise Refused("already_seated")
    if len(match.seats) >= max(match.game.SEATS):
        raise Refused("table_full")
    await tx.remember(person)
    joined = await _changed(tx, "joined", replace(match, seats=(*match.seats, person)))
    return replace(joined, lesson=await lessons.of_seat(tx, match, person.id))


async def again(tx: Transaction, match_id: int, person: Person) -> Outcome:
    """Open a lobby for those who stayed in a match that is over: the same house rules, and the next seat first.

    Nobody is put into a running match unasked: whoever does not want to play again gives the seat back.
    """
    over = await tx.match(match_id)
    if over is None or over.is_open or over.state is None:
        raise Refused("match_gone")
    if over.seat_of(person.id) is None:
        raise Refused("not_seated")
    if (open_match := await tx.open_match(over.place)) is not None:
        return await _take_seat(tx, open_match, person)
    settings = (await tx.chat_at(over.place)).settings
    players = [over.seats[seat] for seat in _following(over, person) if not over.is_forgotten(seat)]
    seats = tuple(player for player in players if isinstance(player, Person) or settings.computers == "on")
    fairness = Fairness(seed=secrets.token_bytes(32))
    lobby = replace(over, id=0, host=person.id, fairness=fairness, seats=seats, status="lobby", revision=1, turn=0)
    return await _opened(tx, replace(lobby, state=None))


def _following(over: Match, person: Person) -> list[int]:
    """The seats that stayed, and whoever asks, beginning behind the one that was first."""
    table = over.state.table
    stayed = [seat for seat in range(1, table.seats) if seat not in table.left or seat == over.seat_of(person.id)]
    return [*stayed, *([0] if 0 not in table.left or over.seat_of(person.id) == 0 else [])]


async def leave_match(tx: Transaction, match_id: int, person: Person) -> Outcome:
    """Give the seat in the lobby back. The next person becomes host; a lobby without people closes."""
    return await give_seat_back(tx, await _lobby(tx, match_id), person)


async def give_seat_back(tx: Transaction, match: Match, person: Person) -> Outcome:
    return await _changed(tx, "left", _without(match, own_seat(match, person)))


async def seat_computer(tx: Transaction, match_id: int, person: Person, level: str, *, is_admin: bool) -> Outcome:
    """The host gives a seat of the lobby to a computer."""
    match = await _lobby(tx, match_id)
    require_host(match, person, is_admin=is_admin)
    if level not in advice.LEVELS:
        raise Refused("unreadable_press")
    if (await tx.chat_at(match.place)).settings.computers == "off":
        raise Refused("no_computers")
    if len(match.seats) >= max(match.game.SEATS):
        raise Refused("table_full")
    return await _changed(tx, "chosen", replace(match, seats=(*match.seats, Computer(level))))


async def practise(tx: Transaction, place: Place, person: Person, game_id: str) -> Outcome:
    """Alone with the bot: a table with a computer at it, where no time runs out."""
    opened = await join(tx, place, person, game_id)
    if opened.did != "opened":
        return opened
    chat = await tx.chat_at(place)
    await tx.keep_chat(replace(chat, settings=replace(chat.settings, pace="none")))
    seated = await seat_computer(tx, opened.match.id, person, "normal", is_admin=False)
    return replace(opened, match=seated.match)


async def remove(
    tx: Transaction, match_id: int, revision: int, person: Person, seat: int, *, is_admin: bool
) -> Outcome:
    """The host gives a seat of the lobby back for whoever has it. Seats move up, so the button has to be the newest."""
    match = await _lobby(tx, match_id)
    require_host(match, person, is_admin=is_admin)
    if revision != match.revision or seat >= len(match.seats):
        raise Refused("stale")
    return await _changed(tx, "chosen", _without(match, seat))


def _without(match: Match, seat: int) -> Match:
    """The lobby without a seat. The next person becomes host; a lobby without people closes."""
    salts = tuple((at - (at > seat), word) for at, word in match.fairness.salts if at != seat)
    left = replace(
        match,
        seats=(*match.seats[:seat], *match.seats[seat + 1 :]),
        fairness=replace(match.fairness, salts=salts),
    )
    if not left.people:
        return replace(left, seats=(), status="closed")
    has_host = left.seat_of(match.host) is not None
    return left if has_host else replace(left, host=left.people[0].id)


async def choose_game(tx: Transaction, match_id: int, person: Person, game_id: str, *, is_admin: bool) -> Outcome:
    """Change the game of a lobby; its house rules begin anew."""
    match = await _lobby(tx, match_id)
    require_host(match, person, is_admin=is_admin)
    if game_id not in GAMES:
        raise Refused("unknown_game")
    if len(match.seats) > max(GAMES[game_id].SEATS):
        raise Refused("too_many_for_game")
    if game_id == match.game_id:
        return Outcome("switched", match)
    return await _changed(tx, "switched", replace(match, game_id=game_id, options={}))


async def choose_option(
    tx: Transaction, match_id: int, person: Person, name: str, value: str, *, is_admin: bool
) -> Outcome:
    """Set a house rule of a lobby."""
    match = await _lobby(tx, match_id)
    require_host(match, person, is_admin=is_admin)
    if not any(option.name == name and value in option.values for option in match.game.OPTIONS):
        raise Refused("unknown_option")
    return await _changed(tx, "chosen", replace(match, options={**match.options, name: value}))


async def salt(tx: Transaction, place: Place, person: Person, word: str) -> Outcome:
    """Add a word of one's own to what the dice come from, or another one instead of it."""
    match = await salted_here(tx, place)
    seat = own_seat(match, person)
    if not _can_be_salt(word := unicodedata.normalize("NFC", word)):
        raise Refused("no_word")
    salts = tuple(sorted({**dict(match.fairness.salts), seat: word}.items()))
    return await _changed(tx, "salted", replace(match, fairness=replace(match.fairness, salts=salts)))


async def salted_here(tx: Transaction, place: Place) -> Match:
    """The lobby of a place, whose dice can still be salted."""
    match = await match_here(tx, place)
    if match.status != "lobby":
        raise Refused("already_running")
    return match


def _can_be_salt(word: str) -> bool:
    """Letters, digits and emoji: what can be read, compared, and written in a record."""
    kinds = (unicodedata.category(letter) for letter in word)
    return 0 < len(word) <= LONGEST_SALT and all(kind[0] in "LMN" or kind == "So" for kind in kinds)


# The start


async def start(tx: Transaction, place: Place, person: Person) -> Outcome:
    """Seal the dice of this place's lobby, by command."""
    return await _seal(tx, await match_here(tx, place), person)


async def start_match(tx: Transaction, match_id: int, person: Person) -> Outcome:
    """Seal the dice by the lobby's button."""
    return await _seal(tx, await _lobby(tx, match_id), person)


async def _seal(tx: Transaction, match: Match, person: Person) -> Outcome:
    if match.status != "lobby":
        raise Refused("already_running")
    if match.seat_of(person.id) is None:
        raise Refused("not_seated")
    if len(match.seats) < min(match.game.SEATS):
        raise Refused("too_few")
    return await _changed(tx, "sealed", replace(match, status="sealed", turn=SEAL_TURN))


async def throw(tx: Transaction, match_id: int) -> float | None:
    """Whether the lot of a sealed match may be thrown: None, once. Else for how many seconds that has been so."""
    match = await tx.match(match_id)
    if match is None or match.status != "sealed":
        raise Refused("already_running")
    return await tx.throw(match)


async def begin(tx: Transaction, match_id: int, lot: int) -> Outcome:
    """The lot has fallen, or none can be had: 0. The dice are decided, and the match begins."""
    match = await tx.match(match_id)
    if match is None or match.status != "sealed":
        raise Refused("already_running")
    match = replace(match, fairness=replace(match.fairness, lot=lot))
    dice = dice_of(match)
    opening = match.game.new(len(match.seats), match.game.Options(**match.options), dice)
    fairness = replace(match.fairness, drawn=dice.drawn)
    begun = replace(match, status="running", turn=FIRST_TURN, opening=opening, state=opening, fairness=fairness)
    return await _changed(tx, "began", begun)


def dice_of(match: Match) -> Fair:
    """The dice of a match, to go on where it stands."""
    fairness = match.fairness
    words = [word for _, word in fairness.salts]
    return Fair(fairness.seed, str(match.id), fairness.lot, words, fairness.drawn)


async def _lobby(tx: Transaction, match_id: int) -> Match:
    match = await match_of_button(tx, match_id)
    if match.status != "lobby":
        raise Refused("already_running")
    return match


def require_host(match: Match, person: Person, *, is_admin: bool) -> None:
    """Raises Refused unless the person is the host or an admin."""
    if match.host != person.id and not is_admin:
        raise Refused("host_only")


async def _changed(tx: Transaction, did: Did, match: Match) -> Outcome:
    """Every accepted change is one revision."""
    match = replace(match, revision=match.revision + 1)
    await tx.save(match)
    return Outcome(did, match)
