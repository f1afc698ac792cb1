"""A question from a row of a sheet: its type is said, or told by its options, its answer and its blanks."""

import re
from typing import Any, Final

from inkwright.artifacts.quizzes.coercing import truth_of
from inkwright.artifacts.quizzes.formulas import count_blanks
from inkwright.artifacts.quizzes.markdown.lines import TYPES, parted
from inkwright.artifacts.quizzes.sheets.columns import OPTIONS
from inkwright.artifacts.quizzes.sheets.words import (
    CHOICE,
    CHOICES,
    are_letters,
    chosen,
    difficulty_of,
    is_doubtful,
    options_of,
    points_of,
    type_of,
)
from inkwright.artifacts.quizzes.sheets.writing import FEEDBACK, OPTION
from inkwright.artifacts.quizzes.specs import LETTERS

Row = dict[str, Any]
_OURS: Final = frozenset(TYPES.values())
_SEVERAL: Final = ("\n", "[;；]", "、", "[,，]")


def question_of_row(row: Row, *, has_numbers: bool) -> tuple[dict[str, Any], bool]:
    """The question as a value, and whether its answer may mean another option too."""
    given = {key: value for key, value in row.items() if not key.startswith((OPTION, FEEDBACK)) and key != OPTIONS}
    options = _lettered(row, OPTION) or options_of(row.get(OPTIONS, ""))
    given.setdefault("question", "")
    answer = given.get("correctAnswer", "")
    written = given.get("questionType", "").strip()
    # What we wrote says exactly what it means: no answer is read otherwise than it stands there.
    is_ours = written in _OURS
    letters = [] if is_ours else chosen(answer, options, has_numbers=has_numbers)
    kind = written if is_ours else _kind(written, options, letters, given)
    question = {**given, "questionType": kind, **_answer(kind, answer, letters, is_ours, given["question"])}
    if "difficulty" in given:
        question["difficulty"] = difficulty_of(given["difficulty"])
    if "points" in given:
        question["points"] = points_of(given["points"])
    if "distractors" in given:
        question["distractors"] = parted(given["distractors"])
    if options:
        question["options"] = options
    if feedback := _lettered(row, FEEDBACK):
        count = 2 if kind == "TRUE_FALSE" else len(options)
        question["optionFeedback"] = [*feedback, *[""] * (count - len(feedback))]
    is_choice = kind in CHOICES and not is_ours
    return question, is_choice and has_numbers and is_doubtful(answer, options)


def _lettered(row: Row, head: str) -> list[str]:
    """The cells by their letters, up to the last that is filled in."""
    found = [row.get(f"{head}{letter}", "") for letter in LETTERS]
    last = max((at for at, cell in enumerate(found, 1) if cell), default=0)
    return found[:last]


def _kind(written: str, options: list[str], letters: list[str], given: Row) -> str:
    """The type that is said, or else the one that options, answer and blanks suggest."""
    answer, stem = given.get("correctAnswer", ""), given["question"]
    said = type_of(written) if written else None
    if written and said is None:
        return written
    if said == CHOICE or (said is None and options):
        is_several = len(letters) > 1 or (not letters and are_letters(answer))
        return "MULTIPLE_CHOICE" if is_several else "SINGLE_CHOICE"
    if said is not None:
        return said
    if count_blanks(stem) and answer and len(_blanks(answer, stem)) == count_blanks(stem):
        return "FILL_IN_BLANK"
    if truth_of(answer) is not None and not answer.strip().isdecimal():
        return "TRUE_FALSE"
    return "SHORT_ANSWER" if answer else "LONG_ANSWER"


def _answer(kind: str, answer: str, letters: list[str], is_ours: bool, stem: str) -> dict[str, Any]:
    """The answer in the form that its type has; nothing where it stays as it is written."""
    if kind == "FILL_IN_BLANK":
        lines = (answer.split("\n") if is_ours else _blanks(answer, stem)) if answer else []
        return {"correctAnswer": [parted(line) for line in lines]}
    if kind == "SHORT_ANSWER":
        return {"correctAnswer": parted(answer)}
    if kind == "MATCHING":
        return {"correctAnswer": answer.split("\n") if answer else []}
    if kind == "MULTIPLE_CHOICE" and letters:
        return {"correctAnswer": letters}
    if kind == "SINGLE_CHOICE" and len(letters) == 1:
        return {"correctAnswer": letters[0]}
    return {}


def _blanks(answer: str, stem: str) -> list[str]:
    """The answers of the blanks: lines, or parted by the first sign that gives as many as there are blanks."""
    wanted = count_blanks(stem)
    for sign in _SEVERAL if wanted > 1 else ():
        found = [part.strip() for part in re.split(sign, answer.strip())]
        if len(found) == wanted and all(found):
            return found
    return answer.strip().split("\n")
