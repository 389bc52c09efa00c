"""Every screen of the bot on a phone 390 points wide: nothing is pale, cut off or unclear.

The colours are the chat page's own, whose test looks at the dark ones as well.
"""

from bot.views.language import ENGLISH
from tests.browser import chromium, needs_chromium
from tests.e2e.screens import Wall, unclear
from tests.views.screens import every_screen


@needs_chromium
async def test_every_screen_can_be_read_on_a_phone() -> None:
    async with chromium() as browser, Wall.of(every_screen(ENGLISH)) as wall:
        assert await wall.look(browser, "light") == []


def test_every_board_begins_with_who_is_to_do_what_and_labels_are_short() -> None:
    assert list(unclear(every_screen(ENGLISH))) == []
