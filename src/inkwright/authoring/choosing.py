"""Lets a model choose among sentences of the source: it cannot do harm there, whichever it takes."""

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from inkwright.authoring.workbench import Workbench
from inkwright.errors import GaveUp, ModelError
from inkwright.grounding.material import Choose, nobody_chooses

MOST_OPTIONS: Final = 3
_MOST_CHOICES: Final = 5
_LONGEST: Final = 300


class Choice(BaseModel):
    """The number of the one that was chosen."""

    model_config = ConfigDict(extra="forbid")

    number: Literal[1, 2, 3]


def chooser(bench: Workbench) -> Choose:
    """Asks the model of the bench, a few times at most; nobody chooses where it cannot read the language."""
    if bench.brain.model.abilities.is_english_only and bench.writes != "en":
        return nobody_chooses
    return _Chooser(bench)


class _Chooser:
    def __init__(self, bench: Workbench) -> None:
        self._bench = bench
        self._left = _MOST_CHOICES

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None:
        shown = options[:MOST_OPTIONS]
        if self._left <= 0 or len(shown) < 2 or any(len(option) > _LONGEST for option in shown):
            return None
        self._left -= 1
        listed = "\n".join(f"{number}. {option}" for number, option in enumerate(shown, 1))
        try:
            chosen = await self._bench.brain.decide(self._bench.prompt("choice", options=listed, why=why), Choice)
        except (ModelError, GaveUp):
            self._left = 0  # who cannot answer once is not asked again
            return None
        return chosen.number - 1 if chosen.number <= len(shown) else None
