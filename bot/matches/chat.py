"""A chat and what it has chosen for all its matches: how it is spoken to, how long a turn may take, what is shown.

House rules are another thing: they belong to one match, and are chosen in its lobby.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.game import Option, options_of

Switch: TypeAlias = Literal["on", "off"]


class Settings(Struct, frozen=True):
    """One field for each setting, its default first among the values."""

    game: Literal["heckmeck", "deluxe", "junior", "grave_digger"] = "heckmeck"  # what /join opens
    pace: Literal["normal", "fast", "slow", "none"] = "normal"  # how long a turn may take
    pictures: Switch = "on"
    quiet: Literal["off", "on"] = "off"  # one message for a whole match, and nobody is called
    stop: Literal["host", "seated"] = "host"  # who may end a match, beside admins
    computers: Switch = "on"  # computer players may be seated
    hints: Literal["unrated", "on", "off"] = "unrated"  # in which matches the odds may be asked for


SETTINGS: tuple[Option, ...] = options_of(Settings)
LANGUAGES = ("en", "de", "fa", "pt_BR")  # that a chat or a person can choose


class Chat(Struct, frozen=True):
    key: int
    telegram_id: int
    kind: str
    language: str  # a language code; '' until somebody opens a table
    settings: Settings = Settings()
