"""Playing: a press is one command or several, all or nothing, judged by the presser's own seat.

What the rules leave no choice about is played on at once, but a throw is always pressed by a person.
"""

from collections import deque
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.matches import lessons, lobby
from bot.matches.finding import match_here, match_of_button, own_seat
from bot.matches.match import Match, Move, Outcome, Person, Place, Status
from bot.matches.ports import Transaction
from bot.matches.results import keep_results
from engine import Game, Refused, play
from engine.game import AnyCommand, AnyState
from engine.parts import turns
from engine.parts.turns import Absence, Back, Leave, TurnBegan

QUESTIONS = ("", "rules", "seats", "stop")  # '' takes a question away
THROW = "roll"  # the verb of every command that throws at the player's wish


async def press(tx: Transaction, match_id: int, revision: int, wishes: Sequence[str], person: Person) -> Outcome:
    """Play the commands of a button drawn at a revision."""
    match, seat = await running_match(tx, match_id, revision, person)
    lesson = await lessons.of_press(tx, match, seat, person.id)
    return replace(await _play(tx, match, seat, person, _commands(match, wishes)), lesson=lesson)


async def ask(
    tx: Transaction, match_id: int, revision: int, question: str, person: Person, *, is_admin: bool
) -> Outcome:
    """Put a question on the board: house rules in a lobby, or before a command that costs something."""
    match = await tx.match(match_id)
    if match is not None and match.status == "lobby":
        lobby.require_host(match, person, is_admin=is_admin)
    else:
        match, seat = await running_match(tx, match_id, revision, person)
        if match.game.to_act(match.state) != seat:
            raise Refused("not_your_turn")
    if question not in QUESTIONS:
        raise Refused("unreadable_press")
    await tx.ask(match, question)
    return Outcome("asked" if question else "unasked", match)


async def leave_asked(tx: Transaction, place: Place, person: Person) -> tuple[Match, int]:
    """The open match of a place and the seat this person may leave."""
    match = await match_here(tx, place)
    _require_settled(match)
    return match, own_seat(match, person)


async def leave(tx: Transaction, match_id: int, person: Person, seat: int, *, is_sure: bool) -> Outcome:
    """Leave a running match for good (A1), or stay. Who was asked has to answer."""
    match = await tx.match(match_id)
    if match is None or match.status != "running":
        raise Refused("match_gone")
    if own_seat(match, person) != seat:
        raise Refused("not_asked")
    return await _play(tx, match, seat, person, (Leave(),)) if is_sure else Outcome("unasked", match)


async def stop_asked(tx: Transaction, place: Place, person: Person, *, is_admin: bool) -> Match:
    """The open match of a place, which this person may stop."""
    match = await match_here(tx, place)
    await _require_may_stop(tx, match, person, is_admin=is_admin)
    return match


async def stop(tx: Transaction, match_id: int, person: Person, *, is_sure: bool, is_admin: bool) -> Outcome:
    """End a lobby or a running match for everybody, or let it be."""
    match = await match_of_button(tx, match_id)
    await _require_may_stop(tx, match, person, is_admin=is_admin)
    if not is_sure:
        return Outcome("unasked", match)
    return Outcome("stopped", await end(tx, match, "stopped" if match.status == "running" else "closed"))


async def end(tx: Transaction, match: Match, status: Status) -> Match:
    """End a match before it is played to its end: a lobby in its own message, all else in a new one."""
    turn = match.turn if match.status == "lobby" else match.turn + 1
    match = replace(match, status=status, turn=turn, revision=match.revision + 1)
    await tx.save(match)
    return match


async def _require_may_stop(tx: Transaction, match: Match, person: Person, *, is_admin: bool) -> None:
    """The host and the admins; where the chat wants it so, everybody who plays."""
    if match.host == person.id or is_admin:
        return
    chat = await tx.chat_at(match.place)
    if chat.settings.stop == "host" or match.seat_of(person.id) is None:
        raise Refused("host_only")


async def shown(tx: Transaction, place: Place) -> Outcome:
    """The open match of a place, its board to be sent anew."""
    match = await match_here(tx, place)
    _require_settled(match)
    return Outcome("shown", match, old_message=await tx.show_anew(match))


async def verified(tx: Transaction, match_id: int) -> Outcome:
    """A match that is over, with all that proves its dice."""
    over = await tx.match(match_id)
    if over is None:
        raise Refused("match_gone")
    found = None if over.is_open else await tx.record(match_id)
    if found is None or found[0].opening is None:
        raise Refused("not_over")
    return Outcome("verified", *found)


async def verified_here(tx: Transaction, place: Place) -> Outcome:
    """The same of the match that was played last in a place."""
    match_id = await tx.last_over(place)
    if match_id is None:
        raise Refused("nothing_over")
    return await verified(tx, match_id)


async def verified_there(tx: Transaction, place: Place, match_id: int) -> Outcome:
    """The same of a match of its number, if it was played in this chat."""
    match = await tx.match(match_id)
    if match is None or match.place.chat != place.chat:
        raise Refused("nothing_over")
    return await verified(tx, match_id)


def _require_settled(match: Match) -> None:
    """Not while the dice are sealed: then the first board comes in a moment, and the seal's message stays as it is."""
    if match.status == "sealed":
        raise Refused("beginning")


async def running_match(tx: Transaction, match_id: int, revision: int, person: Person) -> tuple[Match, int]:
    """The match of a button and the seat of whoever pressed it. Raises Refused, also where the button is old."""
    match = await match_of_button(tx, match_id)
    _require_settled(match)
    if match.status != "running":
        raise Refused("not_running")
    seat = own_seat(match, person)
    if revision != match.revision:
        await tx.show_again(match)
        raise Refused("stale")
    return match, seat


def _commands(match: Match, wishes: Sequence[str]) -> tuple[AnyCommand, ...]:
    """What a button may ask for. Time-outs and benching are never pressed by the seat they are good for."""
    try:
        commands = tuple(map(match.game.read_command, wishes))
    except ValueError:
        raise Refused("unreadable_press") from None
    if any(isinstance(command, Absence) and not isinstance(command, Back) for command in commands):
        raise Refused("unreadable_press")
    return commands


async def _play(tx: Transaction, match: Match, seat: int, person: Person, commands: Sequence[AnyCommand]) -> Outcome:
    seated = match.seats[seat]
    if isinstance(seated, Person) and seated.name != person.name:
        await tx.remember(person)
        renamed = replace(seated, name=person.name)
        match = replace(match, seats=(*match.seats[:seat], renamed, *match.seats[seat + 1 :]))
    return await carry_out(tx, match, seat, commands)


async def carry_out(tx: Transaction, match: Match, seat: int, commands: Sequence[AnyCommand]) -> Outcome:
    """Play commands of a seat, whoever asked for them, and what follows."""
    played, moves = _played(match, seat, commands)
    if played.is_open and match.seat_of(played.host) in played.state.table.left:
        played = replace(played, host=_next_host(played))
    await tx.save(played, moves)
    if played.status == "finished":
        await keep_results(tx, played)
    elif not _has_people(played):
        played = await end(tx, played, "stopped")
    return Outcome("played", played, moves)


def _has_people(match: Match) -> bool:
    """Whether any person stays. Computers do not play a match out for nobody."""
    return any(isinstance(match.seats[seat], Person) for seat in turns.staying(match.state.table))


def _next_host(match: Match) -> int:
    """The first person who stays; who left, where only computers do."""
    staying = [match.seats[seat] for seat in turns.staying(match.state.table)]
    return next((player.id for player in staying if isinstance(player, Person)), match.host)


def _played(match: Match, seat: int, commands: Sequence[AnyCommand]) -> tuple[Match, tuple[Move, ...]]:
    """The match after these commands and whatever follows without a choice."""
    game, dice, state, turn = match.game, lobby.dice_of(match), match.state, match.turn
    moves: list[Move] = []
    wishes = deque((seat, command) for command in commands)
    while wishes:
        actor, command = wishes.popleft()
        step = play(game, state, actor, command, dice)
        revision = match.revision + len(moves) + 1
        moves.append(Move(revision, turn, actor, game.write_command(command), step.events))
        state = step.state
        turn += sum(isinstance(event, TurnBegan) for event in step.events)
        if wishes and dice.drawn != match.fairness.drawn:
            raise Refused("unreadable_press")  # whatever fell, so that a refusal tells nothing of dice not yet played
        if not wishes:
            wishes.extend(_only_choice(game, state))
    is_over = game.result(state).is_over
    return replace(
        match,
        state=state,
        status="finished" if is_over else "running",
        turn=turn + is_over,
        revision=match.revision + len(moves),
        fairness=replace(match.fairness, drawn=dice.drawn),
    ), tuple(moves)


def _only_choice(game: Game, state: AnyState) -> Iterator[tuple[int, AnyCommand]]:
    """The one thing the seat to act can do, unless it is a throw."""
    seat, legal = game.to_act(state), game.legal(state)
    if seat is not None and len(legal) == 1 and game.write_command(legal[0]).split(" ")[0] != THROW:
        yield seat, legal[0]
