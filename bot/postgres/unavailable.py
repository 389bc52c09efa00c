"""The one exception of this package; its text tells an operator what is wrong and what to do."""


class PostgresUnavailable(Exception):  # noqa: N818 - a fact, like the engine's Refused
    pass
