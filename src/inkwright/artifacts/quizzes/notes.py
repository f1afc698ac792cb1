"""What a form cannot hold, or did not bring along: said to whoever converts, never left out in silence."""

from typing import NamedTuple

from inkwright.i18n import Language, text

_SHOWN = 12


class Note(NamedTuple):
    """One thing that is otherwise than in the quiz: the key `quiz.note.<key>`, and the questions that it is about."""

    key: str
    questions: tuple[str, ...] = ()

    def told(self, language: Language) -> str:
        """The note in words; the first few questions are named."""
        written = text(language, f"quiz.note.{self.key}")
        if not self.questions:
            return written
        more = "…" if len(self.questions) > _SHOWN else ""
        return text(language, "quiz.note.at", note=written, numbers=", ".join(self.questions[:_SHOWN]) + more)


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
