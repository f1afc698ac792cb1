"""A question in Markdown while its lines are read, and the error that names a line."""

from typing import Final

from inkwright.artifacts.quizzes.markdown import lines
from inkwright.errors import UnreadableQuiz
from inkwright.i18n import Language, text

_UNANSWERED: Final = ("LONG_ANSWER", "ORDERING", "MATCHING", "COMPOSITE")
_LISTING: Final = ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "ORDERING", "MATCHING")


class Draft:
    """A question while its lines are read."""

    def __init__(self, line: int, label: int, first: str, worth: float | None = None) -> None:
        self.line = line
        self.worth = worth
        """The points that its section gives to each question."""
        self.label = label
        """Its number as it is written, or else that of its place."""
        self.stem = [first] if first else []
        self.circled: list[int] = []
        """The lines of the stem that begin with a number in a circle."""
        self.fields: dict[str, list[list[str]]] = {}
        self.field_lines: dict[str, int] = {}
        self.options: list[str] = []
        self.option_lines: list[str] = []
        self.marks: list[bool] | None = None
        self.stars: set[int] = set()
        self.pairs: list[tuple[str, str]] = []
        self.feedback: dict[int, list[str]] = {}
        self.parts: list[Draft] = []
        self.is_open = ""
        """Where an indented line goes on: the name of a field."""

    @property
    def is_stem(self) -> bool:
        """Whether nothing but its text was read so far."""
        return not (self.options or self.pairs or self.fields)

    @property
    def kind(self) -> str:
        """The type that is written, or nothing."""
        written = self.field("questionType")
        return lines.TYPES.get(written.lower(), written.upper().replace(" ", "_"))

    @property
    def is_ordering(self) -> bool:
        return self.kind == "ORDERING"

    @property
    def is_choice(self) -> bool:
        """Whether lines with bullets are options or items: some are there, or the type says so."""
        return bool(self.options or self.pairs) or self.kind in _LISTING

    @property
    def wants_answer(self) -> bool:
        """Whether nothing says the answer yet, and something must."""
        has_own = self.values("correctAnswer") or self.pairs or self.parts or self.right
        return not has_own and self.marks is None and self.kind not in _UNANSWERED

    @property
    def right(self) -> list[int]:
        """The options with a mark of their own. Stars before all of them are bullets."""
        if self.marks is not None:
            return [at for at, is_right in enumerate(self.marks) if is_right]
        return sorted(self.stars) if len(self.stars) < len(self.options) else []

    def values(self, name: str) -> list[str]:
        """What a field says, each time that it is written."""
        return ["\n".join(each).strip() for each in self.fields.get(name, [])]

    def field(self, name: str) -> str:
        """All that a field says."""
        return "\n".join(self.values(name)).strip()

    def set_field(self, name: str, value: str, line: int) -> None:
        """Write a field, or write it once more."""
        self.fields.setdefault(name, []).append([value])
        self.field_lines.setdefault(name, line)


def refused(language: Language, line: int, key: str, **fields: object) -> UnreadableQuiz:
    """The error that says what is wrong in a line."""
    told = text(language, f"quiz.markdown.{key}", **fields)
    return UnreadableQuiz(option="quiz", value=text(language, "quiz.markdown.line", line=line), allowed=told)
