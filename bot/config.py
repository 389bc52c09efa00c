"""Settings from the environment. A wrong one ends the program with a line that says what to do."""

import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec import Struct
from pydantic import Field, PositiveInt, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict


class CannotRun(Exception):  # noqa: N818  a message for whoever runs the bot
    """Why the program ends, what to do about it, and the exit status that says the same to a machine."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


# Exit statuses, also in docs/operating.md
WRONG_SETTING = 2
NO_DATABASE = 3
TOKEN_REFUSED = 4
TOKEN_TAKEN = 5
PORT_TAKEN = 6


WANTED = {  # where the library's own words do not say what to write
    "bool_parsing": "write on or off",
    "int_parsing": "write a whole number",
    "float_parsing": "write a number",
}

TELEGRAMS_OWN_API = "https://api.telegram.org"
WEBHOOK_PORTS = (None, 443, 80, 88, 8443)  # None: that of https; Telegram calls no others


class Hook(Struct, frozen=True):
    """Where Telegram brings updates, and what it says to be known."""

    url: str
    secret: str


class Config(BaseSettings):
    """One attribute for each environment variable of the same name."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore")

    telegram_token: SecretStr | None = None
    telegram_api_url: str = TELEGRAMS_OWN_API
    database_url: SecretStr | None = None
    data_dir: Path = Path(".data")
    webhook_url: str | None = None
    webhook_secret: SecretStr | None = None
    listen: str = "127.0.0.1:8585"
    metrics_listen: str = ""
    pictures: bool = True
    chat_writes_per_minute: PositiveInt = Field(default=18)
    writes_per_second: PositiveInt = Field(default=28)
    lease_seconds: float = Field(default=10, ge=0.1, le=3600)

    @field_validator("telegram_token", "database_url", "webhook_url", "webhook_secret", mode="before")
    @classmethod
    def _empty_is_none(cls, value: str | None) -> str | None:
        return value or None

    @field_validator("telegram_api_url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        if not value.startswith(("http://", "https://")):
            raise ValueError("it has to begin with http:// or https://")
        return value.rstrip("/")

    @property
    def token(self) -> str:
        """Raises CannotRun without one."""
        if self.telegram_token is None:
            raise CannotRun(
                WRONG_SETTING, "TELEGRAM_TOKEN is not set. @BotFather gives you a token; or try `python -m bot demo`."
            )
        token = self.telegram_token.get_secret_value()
        if not re.fullmatch(r"[0-9]+:[!-~]+", token):
            raise CannotRun(
                WRONG_SETTING, "TELEGRAM_TOKEN does not look like a token (123456:ABC…). Copy it from @BotFather again."
            )
        return token

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log may tell: whole, and in the parts that messages of others name."""
        token, url, hook = (
            secret.get_secret_value() if secret else ""
            for secret in (self.telegram_token, self.database_url, self.webhook_secret)
        )
        return tuple(filter(None, (token, token.partition(":")[2], url, *_passwords(url), hook)))

    @property
    def hook(self) -> Hook | None:
        """None: updates are fetched. Raises CannotRun."""
        if self.webhook_url is None:
            return None
        is_telegrams = self.telegram_api_url == TELEGRAMS_OWN_API
        if not _is_callable(self.webhook_url, is_telegrams=is_telegrams):
            raise CannotRun(
                WRONG_SETTING,
                f"WEBHOOK_URL={self.webhook_url} is no address that Telegram calls; "
                "write https://your.host/path, with port 443, 80, 88 or 8443.",
            )
        secret = self.webhook_secret.get_secret_value() if self.webhook_secret else ""
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
            raise CannotRun(
                WRONG_SETTING,
                "WEBHOOK_SECRET has to be set beside WEBHOOK_URL, to 1 to 256 letters, digits, _ and -. "
                "`openssl rand -hex 32` makes a good one.",
            )
        return Hook(self.webhook_url, secret)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of LISTEN. Raises CannotRun."""
        return _address("LISTEN", self.listen)

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Host and port of METRICS_LISTEN; None: nobody watches. Raises CannotRun."""
        return _address("METRICS_LISTEN", self.metrics_listen) if self.metrics_listen else None


def _is_callable(url: str, *, is_telegrams: bool) -> bool:
    """A Bot API server of one's own calls any address."""
    try:
        parts = urlsplit(url)
        is_there, port = bool(parts.hostname), parts.port
    except ValueError:
        return False
    if not is_telegrams:
        return is_there and parts.scheme in ("http", "https")
    return is_there and parts.scheme == "https" and port in WEBHOOK_PORTS


def _address(setting: str, value: str) -> tuple[str, int]:
    host, colon, port = value.rpartition(":")
    if not colon or not port.isdigit() or int(port) > 65535:
        raise CannotRun(WRONG_SETTING, f"{setting}={value} is no address; write for example 127.0.0.1:8585.")
    return host.strip("[]"), int(port)


def _passwords(url: str) -> tuple[str, ...]:
    """As it is written in the address, and as it is meant."""
    try:
        password = urlsplit(url).password or ""
    except ValueError:  # no address at all, which is told when it is used
        return ()
    return password, unquote(password)


def _wanted(error: ErrorDetails) -> str:
    return WANTED.get(error["type"], error["msg"].removeprefix("Value error, "))


def read_config() -> Config:
    """The settings of this process. Raises CannotRun."""
    try:
        return Config()
    except ValidationError as problem:
        wrong = "; ".join(f"{str(error['loc'][0]).upper()}: {_wanted(error)}" for error in problem.errors())
        raise CannotRun(WRONG_SETTING, f"A setting is wrong. {wrong}.") from None
