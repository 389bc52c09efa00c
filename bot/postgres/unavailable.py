"""The one exception of this package; its text tells an operator what is wrong and what to do."""


class PostgresUnavailable(Exception):  # noqa: N818 - a fact, like the engine's Refused
    def __init__(self, advice: str, said: str = "") -> None:
        """Our own line stands last, below what Postgres said."""
        super().__init__(f"{said}\n{advice}" if said else advice)
