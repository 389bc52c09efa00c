"""Why a command is refused: one exception, and the reasons every game shares.

A reason is a slug. It is also the key of its translation, so it never carries text for people.
"""

from typing import Literal

SharedReason = Literal[
    "over",  # the match has ended
    "not_your_turn",
    "nobody_to_act",  # every seat that is left is benched (A3)
    "left",  # this seat has left for good (A1)
    "benched",  # this seat sits out until it comes back (A3)
    "not_benched",
    "unknown_command",  # a command of another game
]


class Refused(Exception):  # noqa: N818  a refusal is an answer, not an error
    """The command is not allowed now; nothing has changed and no die was thrown."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
