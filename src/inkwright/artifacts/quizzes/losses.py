"""Conversion losses: what a file format cannot hold or did not deliver, reported to the user."""

from typing import NamedTuple

from inkwright.i18n import Language, text

_MAX_NAMED = 12
_KEYS_NAMING_OTHERS = (
    "above",
    "columns",
    "formulas",
    "no_glyph",
    "one_sheet",
    "skipped_gap",
    "skipped_number",
    "skipped_type",
)
"""These name columns, cells, sheets, or questions of the file that are not in the quiz."""


class ConversionLoss(NamedTuple):
    """One thing that is otherwise than in the quiz: the key `quiz.note.<key>`, and the questions that it is about; or
    whatever else its words name.
    """

    key: str
    questions: tuple[str, ...] = ()

    def told(self, language: Language) -> str:
        """The note in words; the first few questions are named."""
        more = "…" if len(self.questions) > _MAX_NAMED else ""
        names = ", ".join(self.questions[:_MAX_NAMED]) + more
        written = text(language, f"quiz.note.{self.key}", names=names)
        if not self.questions or self.key in _KEYS_NAMING_OTHERS:
            return written
        return text(language, "quiz.note.at", note=written, numbers=names)


class LossLog:
    """Gathers notes: the same thing about several questions is one note."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, key: str, number: str = "") -> None:
        """Note it, about the question with this number."""
        numbers = self._found.setdefault(key, [])
        if number and number not in numbers[-1:]:
            numbers.append(number)

    def all(self) -> list[ConversionLoss]:
        """What was noted, in the order in which it came up first."""
        return [ConversionLoss(key, tuple(numbers)) for key, numbers in self._found.items()]
