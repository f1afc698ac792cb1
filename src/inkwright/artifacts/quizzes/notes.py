"""What a form cannot hold, or did not bring along: said to whoever converts, never left out in silence."""

from typing import NamedTuple

from inkwright.i18n import Language, text

_SHOWN = 12
_NAMING = ("above", "columns", "formulas", "no_glyph", "one_sheet", "skipped_gap", "skipped_number", "skipped_type")
"""These name columns, cells, sheets, or questions of the file that are not in the quiz."""


class Note(NamedTuple):
    """One thing that is otherwise than in the quiz: the key `quiz.note.<key>`, and the questions that it is about; or
    whatever else its words name.
    """

    key: str
    questions: tuple[str, ...] = ()

    def told(self, language: Language) -> str:
        """The note in words; the first few questions are named."""
        more = "…" if len(self.questions) > _SHOWN else ""
        names = ", ".join(self.questions[:_SHOWN]) + more
        written = text(language, f"quiz.note.{self.key}", names=names)
        if not self.questions or self.key in _NAMING:
            return written
        return text(language, "quiz.note.at", note=written, numbers=names)


class Notes:
    """Gathers notes: the same thing about several questions is one note."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, key: str, number: str = "") -> None:
        """Note it, about the question with this number."""
        numbers = self._found.setdefault(key, [])
        if number and number not in numbers[-1:]:
            numbers.append(number)

    def all(self) -> list[Note]:
        """What was noted, in the order in which it came up first."""
        return [Note(key, tuple(numbers)) for key, numbers in self._found.items()]
