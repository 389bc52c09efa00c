"""The record of a match: anybody can replay it and check its dice, once it is over."""

import pytest
from msgspec.structs import replace

from bot.matches import lobby, press, record
from bot.matches.match import Computer, Person
from engine import Refused
from engine.dice import seal
from engine.record import check, read
from engine.verify import verify
from tests.matches.tables import ANA, BEN, CLEO, do, play_to_the_end, running, waiting


async def recorded(store, match):
    kept = await store.record(match.id)
    assert kept is not None
    return kept


async def test_the_record_of_a_match_proves_its_dice(store):
    """F68"""
    match = await play_to_the_end(store, await running(store, ANA, BEN, CLEO))
    over, moves = await recorded(store, match)
    text = record.text(over, moves).encode()
    proof = verify(text)
    assert (proof.commands, proof.draws) == (len(moves), over.fairness.drawn)
    assert (proof.seal, proof.sha256) == (seal(over.fairness.seed), record.sha256(over, moves))
    header = read(text).header
    assert (header.match, header.seats, header.seed) == (str(match.id), ("P1", "P2", "P3"), over.fairness.seed)
    assert header.names == ((0, "Ana"), (1, "Ben"), (2, "Cleo"))


async def test_a_stopped_match_has_a_record_too(store):
    match = await running(store, ANA, BEN)
    await do(store, press.press, match.id, match.revision, ["roll"], ANA)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    text = record.text(*await recorded(store, match))
    assert verify(text.encode()).commands == 1
    assert "\n= going\n" in text


async def test_a_record_that_would_tell_the_seed_too_early_is_refused(store):
    for match in (await running(store, ANA, BEN), await waiting(store, ANA, topic=1)):
        kept = await recorded(store, match)
        for wish in (record.text, record.sha256):
            with pytest.raises(Refused, match="not_over"):
                wish(*kept)


async def test_a_table_where_nobody_played_has_no_record(store):
    match = await waiting(store, ANA)
    await do(store, lobby.leave_match, match.id, ANA)
    with pytest.raises(Refused, match="not_over"):
        record.text(*await recorded(store, match))


@pytest.mark.parametrize("name", ["", "Ana #1", "A\nB", '"', "roll", "\u202egnimoc", "P2"])
async def test_no_name_spoils_a_record_nor_its_sum(store, name):
    match = await running(store, ANA, BEN)
    await do(store, press.stop, match.id, ANA, is_sure=True, is_admin=False)
    over, moves = await recorded(store, match)
    renamed = replace(over, seats=(Person(ANA.id, name), Computer("easy")))
    text = record.text(renamed, moves).encode()
    assert check(text) == ()
    assert read(text).header.names == ((0, name), (1, "computer (easy)"))
    assert verify(text).sha256 == record.sha256(over, moves)
