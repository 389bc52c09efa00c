"""The people: in each group some sit at a table and press what they see, rightly, wrongly, late, twice or by fraud."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.local_telegram import Message
from engine import GAMES
from tests.chaos.deeds import AnyDeed, Press, Rename, Say
from tests.chaos.stage import Stage, data_of
from tests.views.tables import HOSTILE

PAUSE = 0.25  # seconds between what one group does, on average
PATIENCE = 4.0  # for a toast
READING = 1.0  # for what a command brings
COMMANDS = ("board", "help", "rules", "stats", "settings", "hint", "next", "leave", "skip", "history", "nonsense")
FORGERIES = (
    "",
    ":",
    "1:1:roll",
    "0:0:set pace none",
    "{m}:{r}:timeout",
    "{m}:{r}:bench",
    "{m}:{r}:roll+stop",
    "{m}:9:x",
)
SELDOM = ("leave", "stop yes", "leave yes", "remove", "again")  # what ends a match is pressed seldom


@dataclass
class Crowd:
    """The people of one group. What they do follows from `random` and from what they see."""

    stage: Stage
    group: int
    random: Random

    async def play(self, is_over: Callable[[], bool]) -> None:
        """Until it is over. One waits for each toast, as people do, but not for ever."""
        await asyncio.sleep(self.random.random())
        while not is_over():
            made = len(self.stage.presses)
            deed = self._choose()
            await self.stage.do(deed)
            if len(self.stage.presses) > made:
                await self._wait_for_toast(made)
            if isinstance(deed, Say):
                await asyncio.sleep(READING)
            await asyncio.sleep(PAUSE * 2 * self.random.random())

    async def _wait_for_toast(self, press: int) -> None:
        try:
            await self.stage.presses[press].answer(PATIENCE)
        except TimeoutError:
            self.stage.trace.counts["of these not answered within four seconds"] += 1

    def _choose(self) -> AnyDeed:
        random, here = self.random, self.stage.groups[self.group]
        person, shown, dice = random.randrange(len(here.people)), here.shown(), random.random()
        if not shown or dice < 0.01:
            words = f"/play {random.choice(list(GAMES))}" if random.random() < 0.5 else "/join"
            return Say(self.group, person, words)
        if dice < 0.02:
            return Say(self.group, person, f"/{random.choice(COMMANDS)}")
        if dice < 0.03:
            return Rename(self.group, person, random.choice((*HOSTILE, f"Guest {random.randrange(99)}")))
        return self._press(person, len(shown))

    def _press(self, person: int, count: int) -> Press:
        random = self.random
        of, back, kind, forged = self.group, 0, "as shown", None
        match random.random():
            case dice if dice < 0.06:
                back, kind = random.randrange(count), "late"
            case dice if dice < 0.12:
                forged, kind = random.choice(FORGERIES), "forged"
            case dice if dice < 0.16:
                of, kind = random.randrange(len(self.stage.groups)), "foreign"
        shown = self.stage.groups[of].shown()
        button = self._button(shown[-1 - back]) if shown else 0
        return Press(self.group, person, kind, of, back, button, forged, is_twice=random.random() < 0.04)

    def _button(self, message: Message) -> int:
        """Some button; one that ends a match only now and then."""
        offered = data_of(message)
        calm = [place for place, data in enumerate(offered) if not data.split(":", 2)[-1].startswith(SELDOM)]
        places = calm if calm and self.random.random() < 0.97 else list(range(len(offered)))
        return self.random.choice(places or [0])
