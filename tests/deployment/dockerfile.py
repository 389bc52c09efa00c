"""The Dockerfile, read: its stages, and what is carried out in each."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

CONTINUED = re.compile(r"\\\n")


class Instruction(NamedTuple):
    word: str
    said: str

    @property
    def listed(self) -> list[str]:
        """The exec form, `["python", "-m", "bot"]`; ValueError where it is a line for a shell."""
        listed: list[str] = json.loads(self.said)
        return listed


class Stage(NamedTuple):
    base: str
    name: str
    instructions: Sequence[Instruction]

    def all(self, word: str) -> list[Instruction]:
        return [instruction for instruction in self.instructions if instruction.word == word]

    def last(self, word: str) -> Instruction:
        return self.all(word)[-1]


def read(text: str) -> list[Stage]:
    stages: list[Stage] = []
    instructions: list[Instruction] = []
    for instruction in _instructions(text):
        if instruction.word == "FROM":
            base, _, name = instruction.said.partition(" AS ")
            instructions = []
            stages.append(Stage(base, name, instructions))
        else:
            instructions.append(instruction)
    return stages


def _instructions(text: str) -> Iterator[Instruction]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for line in CONTINUED.sub("", "\n".join(lines)).splitlines():
        if line.strip():
            word, _, said = line.partition(" ")
            yield Instruction(word, said.strip())
