"""What Telegram shows of the bot before anybody has talked to it."""

from pathlib import Path

import pytest

from bot.local_telegram import Bot
from bot.views.language import ENGLISH, language_of
from bot.views.replies import COMMANDS, PRIVATE_COMMANDS, description, short_description

pytestmark = pytest.mark.usefixtures("bot")

README = Path(__file__).parents[2] / "README.md"


def test_the_menu_is_offered_in_every_language_in_groups_and_alone(account: Bot) -> None:
    menus = [{command["command"] for command in menu} for menu in account.commands.values()]
    assert [COMMANDS.keys() == menu or PRIVATE_COMMANDS.keys() == menu for menu in menus] == [True] * 8
    assert sorted(key[-2:] for key in account.commands if key[-2:] in ("de", "fa", "pt")) == [
        code for code in ("de", "fa", "pt") for _ in range(2)
    ]


@pytest.mark.parametrize("code", ["en", "de", "fa", "pt_BR"])
def test_the_descriptions_fit(code: str) -> None:
    language = ENGLISH if code == "en" else language_of(code)
    assert 0 < len(description(language)) <= 512
    assert 0 < len(short_description(language)) <= 120
    assert all(0 < len(language.say(use)) <= 256 for use in (*COMMANDS.values(), *PRIVATE_COMMANDS.values()))


def test_the_readme_names_every_command_there_is() -> None:
    told = README.read_text()
    assert [command for command in COMMANDS | PRIVATE_COMMANDS if f"`/{command}`" not in told] == []
