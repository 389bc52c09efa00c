import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram import buttons
from bot.telegram.buttons import LIMIT, Press, keyboard, read, write
from bot.views.screen import Button, Screen

IDS = st.integers(0, 10**18 - 1)
VERBS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"))) | st.from_regex(
    r"[a-z0-9 +]*", fullmatch=True
)


@given(IDS, IDS, VERBS)
def test_what_fits_reads_back_the_same_and_what_does_not_is_refused(match: int, revision: int, verb: str):
    """F31"""
    press = Press(match, revision, verb)
    try:
        data = write(press)
    except ValueError:
        assert len(f"{match}:{revision}:{verb}".encode()) > LIMIT
    else:
        assert len(data.encode()) <= LIMIT
        assert press == read(data)


@given(
    st.text() | st.text("0123456789:+- keprol") | st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))
)
def test_forged_data_never_raise(data: str):
    press = read(data)
    assert press is None or (0 <= press.match < 2**63 and 0 <= press.revision < 2**63 and press.verb.isprintable())


@pytest.mark.parametrize("data", ["", ":", "1:2", "1:2:\0", "-1:2:x", "1:-2:x", "1:٣:x", f"{10**19}:1:x", "1 :2:x"])
def test_data_of_another_form_are_none_of_ours(data: str):
    assert read(data) is None


def test_a_screen_without_buttons_takes_the_keyboard_away():
    assert keyboard(Screen("over"), 1, 2) is None


def test_a_button_carries_match_and_revision_or_opens_a_link():
    screen = Screen("text", ((Button("Roll", "roll"), Button("Add", url="https://t.me/x")),))
    shown = keyboard(screen, 7, 9)
    assert shown is not None
    [[roll, add]] = shown.inline_keyboard
    assert (roll.callback_data, roll.url, add.callback_data, add.url) == ("7:9:roll", None, None, "https://t.me/x")
    assert buttons.LIMIT == 64
