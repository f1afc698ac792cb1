"""Notation shared by several formats: tags for fields, numeric ranges, wildcards and question names."""

import re
from decimal import Decimal
from typing import Any, Final, NamedTuple

from inkwright.artifacts.quizzes.model import Question

_DIFFICULTY_TAG: Final = "difficulty:"
_KNOWLEDGE_TAG: Final = "knowledge:"


def question_tags(question: Question) -> list[str]:
    """All tags of a question, those first that stand for something else."""
    found = [f"{_DIFFICULTY_TAG}{question.difficulty}"] if question.difficulty else []
    if question.knowledge_point:
        found.append(f"{_KNOWLEDGE_TAG}{question.knowledge_point}")
    return [*found, *question.tags]


def fields_from_tags(labels: list[str]) -> dict[str, Any]:
    """The fields of a question that its tags stand for."""
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
    """A number that is right; the middle one where a whole range is."""

    text: str
    is_range: bool = False


def parse_number(written: str) -> NumericAnswer | None:
    """The number in `3.14:0.01` or `1..5`; None where there is none."""
    written = written.strip()
    if found := _RANGE.fullmatch(written):
        middle = (Decimal(found[1]) + Decimal(found[2])) / 2
        return NumericAnswer(f"{middle.normalize():f}", is_range=True)
    found = _NUMBER.fullmatch(written)
    return NumericAnswer(found[1]) if found else None


def strip_wildcards(written: str) -> tuple[str, bool]:
    """The words of an answer in which a star stands for any words, and whether one does; `\\*` is a star itself."""
    is_wild = any(found[0] == "*" for found in _WILDCARD.finditer(written))
    words = _WILDCARD.sub(lambda found: " " if found[0] == "*" else "*", written)
    return (" ".join(words.split()) if is_wild else words), is_wild


def is_redundant_name(name: str, stem: str) -> bool:
    """Whether the name of a question says no more than its text and its number."""
    core = _letters_only(name)
    return not core or bool(_NUMBER_ONLY_NAME.fullmatch(name.strip())) or _letters_only(stem).startswith(core)


def describe_skipped(place: int, words: str, kind: str = "") -> str:
    """Which question of a file was skipped: its place there, its first words, and its type."""
    line = " ".join(words[: _MAX_SHOWN * 20].split())
    shown = f"{line[:_MAX_SHOWN]}…" if len(line) > _MAX_SHOWN else line
    return f"#{place} “{shown}”" + (f" ({kind[:_MAX_SHOWN]})" if kind else "")


def _letters_only(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
