"""Every screen of the bot on a phone 390 points wide: nothing is pale or cut off. docs/screens.md is the list.

The colours are the chat page's own, whose test looks at the dark ones as well; `make screens` looks at all languages.
"""

import pytest

from bot.views.language import language_of
from tests.browser import chromium, needs_chromium
from tests.e2e.screens import Wall
from tests.views.screens import every_screen


@needs_chromium
@pytest.mark.parametrize("code", ["en"])
async def test_every_screen_can_be_read_on_a_phone(code: str) -> None:
    async with chromium() as browser, Wall.of(every_screen(language_of(code))) as wall:
        assert await wall.look(browser, "light") == []
