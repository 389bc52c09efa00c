"""Matches of pickomino-env between its own bot in the agent's place and its own bot. Runs in an environment of its own.

For every line that names a number of seconds of CPU it plays as long, and prints how many matches that made a second.
"""

import sys
import time

import gymnasium  # type: ignore[import-not-found]  # only there
import pickomino_env  # type: ignore[import-not-found]  # noqa: F401  registers the game
from pickomino_env.modules.bot import Bot  # type: ignore[import-not-found]


def main() -> None:
    table = gymnasium.make("Pickomino-v0", number_of_bots=1)
    number = 0
    for line in sys.stdin:
        first, began, seconds = number, time.process_time(), float(line)
        while (spent := time.process_time() - began) < seconds:
            _play(table, number)
            number += 1
        print((number - first) / spent, flush=True)


def _play(table: gymnasium.Env, number: int) -> None:
    bot, (_, seen) = Bot(), table.reset(seed=number)
    is_over = False
    while not is_over:
        action = bot.policy(seen["dice_rolled"], seen["dice_collected"], seen["smallest_tile"])
        _, _, is_over, _, seen = table.step(action)


if __name__ == "__main__":
    main()
