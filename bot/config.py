"""Settings from the environment. A wrong one ends the program with a line that says what to do."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from pydantic import Field, PositiveInt, SecretStr, ValidationError, field_validator
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


class Config(BaseSettings):
    """One attribute for each environment variable of the same name."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore")

    telegram_token: SecretStr | None = None
    telegram_api_url: str = "https://api.telegram.org"
    database_url: SecretStr | None = None
    data_dir: Path = Path(".data")
    listen: str = "127.0.0.1:8585"
    pictures: bool = True
    chat_writes_per_minute: PositiveInt = Field(default=18)
    writes_per_second: PositiveInt = Field(default=28)
    lease_seconds: float = Field(default=10, ge=0.1, le=3600)

    @field_validator("telegram_token", "database_url", mode="before")
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
        number, separator, secret = token.partition(":")
        if not (number.isdigit() and separator and secret and token.isprintable() and " " not in token):
            raise CannotRun(
                WRONG_SETTING, "TELEGRAM_TOKEN does not look like a token (123456:ABC…). Copy it from @BotFather again."
            )
        return token

    @property
    def secrets(self) -> tuple[str, ...]:
        """What no log may tell: whole, and in the parts that messages of others name."""
        token, url = (
            secret.get_secret_value() if secret else "" for secret in (self.telegram_token, self.database_url)
        )
        return tuple(filter(None, (token, token.partition(":")[2], url, *_passwords(url))))

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of LISTEN. Raises CannotRun."""
        host, _, port = self.listen.rpartition(":")
        if not port.isdigit() or int(port) > 65535:
            raise CannotRun(WRONG_SETTING, f"LISTEN={self.listen} is no address; write for example 127.0.0.1:8585.")
        return host, int(port)


def _passwords(url: str) -> tuple[str, ...]:
    """As it is written in the address, and as it is meant."""
    try:
        password = urlsplit(url).password or ""
    except ValueError:  # no address at all, which is told when it is used
        return ()
    return password, unquote(password)


def read_config() -> Config:
    """The settings of this process. Raises CannotRun."""
    try:
        return Config()
    except ValidationError as problem:
        wrong = "; ".join(f"{str(error['loc'][0]).upper()}: {error['msg']}" for error in problem.errors())
        raise CannotRun(WRONG_SETTING, f"A setting is wrong. {wrong}.") from None
