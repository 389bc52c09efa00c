import pytest

from bot.matches.ports import Arrival
from bot.telegram.poller import arrival_of

CHAT = -1_002_471_352_452
PERSON = 7_790_427_779


@pytest.mark.parametrize(
    ("chat", "body"),
    [
        (CHAT, {"message": {"chat": {"id": CHAT}, "from": {"id": PERSON}}}),
        (CHAT, {"callback_query": {"message": {"chat": {"id": CHAT}}, "from": {"id": PERSON}}}),
        (PERSON, {"callback_query": {"inline_message_id": "x", "from": {"id": PERSON}}}),
        (0, {"poll": {}}),
        (0, {"message": None}),
        (0, {"message": {"chat": {"id": "?"}}}),
        (0, {}),
    ],
)
def test_an_update_is_handled_in_order_with_its_chat(chat: int, body: dict[str, object]):
    """F56"""
    body = {"update_id": 868_311_005, **body}
    assert Arrival(868_311_005, chat, body) == arrival_of(body)


@pytest.mark.parametrize("body", [None, [], "x", {}, {"update_id": "1"}, {"update_id": None}])
def test_what_has_no_number_cannot_be_kept(body: object):
    assert arrival_of(body) is None
