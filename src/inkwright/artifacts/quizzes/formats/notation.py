"""Notation shared by several formats: tags for fields, numeric ranges, wildcards and question names."""

import re
from decimal import Decimal
from typing import Any, Final, NamedTuple

from inkwright.artifacts.quizzes.model import Question

_DIFFICULTY_TAG: Final = "difficulty:"
_KNOWLEDGE_TAG: Final = "knowledge:"


def question_tags(question: Question) -> list[str]:
    """Return all tags of a question. The first ones hold difficulty and knowledge point."""
    found = [f"{_DIFFICULTY_TAG}{question.difficulty}"] if question.difficulty else []
    if question.knowledge_point:
        found.append(f"{_KNOWLEDGE_TAG}{question.knowledge_point}")
    return [*found, *question.tags]


def fields_from_tags(labels: list[str]) -> dict[str, Any]:
    """Return the fields of a question that its tags hold."""
    found: dict[str, Any] = {}
    for label in labels:
        if label.startswith(_DIFFICULTY_TAG) and label.removeprefix(_DIFFICULTY_TAG) in ("easy", "medium", "hard"):
            found["difficulty"] = label.removeprefix(_DIFFICULTY_TAG)
        elif label.startswith(_KNOWLEDGE_TAG) and "knowledgePoint" not in found:
            found["knowledgePoint"] = label.removeprefix(_KNOWLEDGE_TAG)
        else:
            found.setdefault("tags", []).append(label)
    return found


_DIGITS: Final = r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,2})?"
_NUMBER = re.compile(rf"({_DIGITS})\s*+(?::\s*+{_DIGITS})?")
_RANGE = re.compile(rf"({_DIGITS})\s*+\.\.\s*+({_DIGITS})")
_WILDCARD = re.compile(r"\\\*|\*")
_NUMBER_ONLY_NAME = re.compile(r"\W{0,9}(?:questions?|q|第|题目?|问题)?\W{0,9}\d{1,9}\W{0,9}题?\W{0,9}", re.IGNORECASE)
_MAX_SHOWN: Final = 30


class NumericAnswer(NamedTuple):
    """A right number, or the middle of a right range."""

    text: str
    is_range: bool = False


def parse_number(written: str) -> NumericAnswer | None:
    """Return the number in `3.14:0.01` or `1..5`, or None."""
    written = written.strip()
    if found := _RANGE.fullmatch(written):
        middle = (Decimal(found[1]) + Decimal(found[2])) / 2
        return NumericAnswer(f"{middle.normalize():f}", is_range=True)
    found = _NUMBER.fullmatch(written)
    return NumericAnswer(found[1]) if found else None


def strip_wildcards(written: str) -> tuple[str, bool]:
    """Return an answer without the stars that match any words, and whether it has some. `\\*` is a literal star."""
    is_wild = any(found[0] == "*" for found in _WILDCARD.finditer(written))
    words = _WILDCARD.sub(lambda found: " " if found[0] == "*" else "*", written)
    return (" ".join(words.split()) if is_wild else words), is_wild


def is_redundant_name(name: str, stem: str) -> bool:
    """Whether the name of a question adds nothing to its text and number."""
    core = _letters_only(name)
    return not core or bool(_NUMBER_ONLY_NAME.fullmatch(name.strip())) or _letters_only(stem).startswith(core)


def category_name(category: str) -> str:
    """Return the last name of a category path. A slash in a name is doubled."""
    return re.split(r"(?<!/)/(?!/)", category)[-1].replace("//", "/").strip()


def describe_skipped(position: int, words: str, kind: str = "") -> str:
    """Return which question of a file was skipped: its position, first words and type."""
    line = " ".join(words[: _MAX_SHOWN * 20].split())
    shown = f"{line[:_MAX_SHOWN]}…" if len(line) > _MAX_SHOWN else line
    return f"#{position} “{shown}”" + (f" ({kind[:_MAX_SHOWN]})" if kind else "")


def _letters_only(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
