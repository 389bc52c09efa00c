"""Every kept position can be drawn: small, sharp, and no taller than a chat shows at full width."""

# ruff: noqa: SIM300  house style: the expected value stands first

from io import BytesIO

import pytest
from PIL import Image

from bench.positions import positions
from bot.views.games import VIEWS
from bot.views.language import ENGLISH
from bot.views.pictures.canvas import WIDTH
from bot.views.pictures.drawn import drawn

KILOBYTES = 1024
KEPT = positions()


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_is_small_and_as_a_chat_shows_it(name: str) -> None:
    match = KEPT[name]
    data = drawn(VIEWS[match.game_id].picture(match, ENGLISH))
    shown = Image.open(BytesIO(data))
    assert 60 * KILOBYTES >= len(data)
    assert ("PNG", WIDTH) == (shown.format, shown.width)
    assert WIDTH * 4 // 3 >= shown.height
    assert len(shown.getcolors(256) or ()) <= 64


def test_every_pictured_game_has_typical_positions_and_its_fullest() -> None:
    for game in VIEWS:
        assert {f"{game}_begins", f"{game}_fullest"} <= set(KEPT)
