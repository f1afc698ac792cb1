"""Conversion losses: what a file format cannot hold or did not deliver, reported to the user."""

from typing import Final, NamedTuple

from inkwright.i18n import Language, has_message, text

_MAX_NAMED: Final = 12
_KEYS_NAMING_OTHERS: Final = (
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
    """One difference between a quiz and its file.

    The key is that of the message `quiz.note.<key>`; other packages may add one with `register_messages`, or
    give a phrase instead.
    `questions` are the numbers of the questions, or the other items that the message names.
    """

    key: str
    questions: tuple[str, ...] = ()

    def message(self, language: Language) -> str:
        """Return the loss as a sentence that names the first few questions."""
        more = "…" if len(self.questions) > _MAX_NAMED else ""
        names = ", ".join(self.questions[:_MAX_NAMED]) + more
        message_key = f"quiz.note.{self.key}"
        written = text(language, message_key, names=names) if has_message(message_key) else self.key
        if not self.questions or self.key in _KEYS_NAMING_OTHERS:
            return written
        return text(language, "quiz.note.at", note=written, numbers=names)


def loss_phrase(key: str, language: Language) -> str:
    """Return what is lost in a few words, for lists of formats."""
    message_key = f"quiz.lacks.{key}"
    return text(language, message_key) if has_message(message_key) else key


class LossLog:
    """Collects losses: the same loss in several questions is one."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def add(self, key: str, number: str = "") -> None:
        """Add a loss in the question with this number."""
        numbers = self._found.setdefault(key, [])
        if number and number not in numbers[-1:]:
            numbers.append(number)

    def all(self) -> list[ConversionLoss]:
        """Return the losses in the order in which they first occurred."""
        return [ConversionLoss(key, tuple(numbers)) for key, numbers in self._found.items()]
