"""The talk that every store is given: turns of eight messages, three tools each. No other package is needed for it."""

from dataclasses import dataclass
from typing import Final

TOOLS: Final = 3
_WORDS: Final = "The rain comes from the sea, falls on the hills, and the river takes it back. 雨从海上来，又回到海里。"


@dataclass(frozen=True)
class Spoken:
    """What is said in one turn: by the person, into each tool, out of each tool, and at the end."""

    prompt: str
    bodies: tuple[str, ...]
    results: tuple[str, ...]
    ending: str

    @property
    def size(self) -> int:
        """The bytes of all of it."""
        return sum(len(each.encode()) for each in (self.prompt, *self.bodies, *self.results, self.ending))


def spoken(number: int) -> Spoken:
    """The turn of this number; no two are the same."""
    return Spoken(
        f"{number}: make three notes about rain. {_WORDS * 2}",
        tuple(f"Note {number}.{each}. {_WORDS * 3}" for each in range(TOOLS)),
        tuple(f"{number}.{each} is made." for each in range(TOOLS)),
        f"The notes of turn {number} are ready. {_WORDS * 2}",
    )
