"""The columns of a sheet: which field each stands for, by the names that people give them."""

import re
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from inkwright.artifacts.quizzes.comparing import folded
from inkwright.artifacts.quizzes.markdown.lines import FIELDS
from inkwright.artifacts.quizzes.sheets.writing import FEEDBACK, OPTION
from inkwright.artifacts.quizzes.specs import LETTERS

OPTIONS: Final = "options"
"""The field of a column that holds all options of a question."""

_NAMES: Final[Mapping[str, str]] = {
    **FIELDS,
    "part of": "parent", "所属": "parent",
    "question": "question", "questions": "question", "question text": "question", "question stem": "question",
    "stem": "question", "题目": "question", "题干": "question", "问题": "question", "试题": "question",
    "题目内容": "question", "试题内容": "question", "题干内容": "question", "题目描述": "question",
    "question type": "questionType", "题目类型": "questionType", "试题类型": "questionType",
    "correct answers": "correctAnswer", "right answer": "correctAnswer", "right answers": "correctAnswer",
    "correct": "correctAnswer", "correct option": "correctAnswer", "correct choice": "correctAnswer",
    "key": "correctAnswer", "answer key": "correctAnswer", "标准答案": "correctAnswer", "正确选项": "correctAnswer",
    "答案选项": "correctAnswer", "试题答案": "correctAnswer",
    "explanations": "explanation", "rationale": "explanation", "feedback": "explanation", "反馈": "explanation",
    "答案解析": "explanation", "试题解析": "explanation", "题目解析": "explanation", "详解": "explanation",
    "difficulty level": "difficulty", "难易度": "difficulty", "难易程度": "difficulty", "难度等级": "difficulty",
    "mark": "points", "marks": "points", "scores": "points", "分": "points", "得分": "points", "每题分值": "points",
    "knowledge points": "knowledgePoint", "topic": "knowledgePoint", "知识点名称": "knowledgePoint",
    "options": OPTIONS, "choices": OPTIONS, "选项": OPTIONS, "备选项": OPTIONS, "备选答案": OPTIONS,
    "选项内容": OPTIONS,
}  # fmt: skip
_IN_BRACKETS = re.compile(r"\([^()]{0,60}\)$|\[[^\[\]]{0,60}\]$|【[^【】]{0,60}】$")
_HAN = re.compile("[\u3400-\u9fff]")
_CHINESE: Final = "一二三四五六七八九十"
_OPTION = re.compile(r"(?:option|choice|选项|备选项|选择)[ :.]?(\w{1,2})|(\w{1,2})[ .]?(?:选项|option|choice)")
_FEEDBACK = re.compile(r"(?:feedback|反馈|选项反馈)[ :.]?(\w{1,2})|(\w{1,2})[ .]?(?:反馈|feedback)")
_ANSWER = re.compile(r"(?:answer|答案)[ :.]?(\w{1,2})")
_LETTER = re.compile(r"\(?([a-z])[.、:)]?")
_NUMERAL = re.compile(f"[0-9{_CHINESE}]")
_LONGEST: Final = 80


class Columns(NamedTuple):
    """What the head of a table says: the field of each column or None, its name as it is written, and whether the
    options have numbers instead of letters.
    """

    fields: tuple[str | None, ...]
    written: tuple[str, ...]
    has_numbers: bool = False

    @property
    def left_out(self) -> list[str]:
        """The columns with a name that stands for nothing."""
        pairs = zip(self.fields, self.written, strict=True)
        return [written.strip() for field, written in pairs if field is None and written.strip()]

    @property
    def names(self) -> dict[str, str]:
        """How the column of each field is called here."""
        pairs = zip(self.fields, self.written, strict=True)
        return {field: written.strip() for field, written in pairs if field is not None}


def columns_of(row: Sequence[str]) -> Columns:
    """The columns that a row names. The first of two that mean the same is taken."""
    names = [_name(cell) for cell in row]
    places = [_place(name) for name in names]
    has_key = "correctAnswer" in places
    bare = _bare_letters(names)
    places = [f"{OPTION}{bare[name]}" if name in bare else place for name, place in zip(names, places, strict=True)]
    if has_key:
        # `Answer 1` is something to choose where another column says which is right.
        answers = [_numbered(OPTION, _ANSWER, name) for name in names]
        places = [place or answer for place, answer in zip(places, answers, strict=True)]
    taken: set[str] = set()
    for at, place in enumerate(places):
        places[at] = None if place in taken else place
        taken |= {place} if place else set()
    pairs = zip(places, names, strict=True)
    has_numbers = any(place and place.startswith(OPTION) and _NUMERAL.search(name) for place, name in pairs)
    return Columns(tuple(places), tuple(row), has_numbers)


def with_second_row(head: Sequence[str], below: Sequence[str]) -> list[str] | None:
    """The names of both rows where the second only parts a column of the first into options: 选项 above A, B and C."""
    filled = [cell for cell in below if cell.strip()]
    places = columns_of(below).fields
    if len(filled) < 2 or sum(place is not None and place.startswith(OPTION) for place in places) < len(filled):
        return None
    return [low if low.strip() else high for high, low in zip_longest(head, below, fillvalue="")]


def _bare_letters(names: Sequence[str]) -> dict[str, str]:
    """The names that are nothing but a letter, where they count on from A: one alone may mean anything."""
    found = {match[1].upper(): name for name in names if (match := _LETTER.fullmatch(name))}
    last = next((at for at, letter in enumerate(LETTERS) if letter not in found), len(LETTERS))
    return {found[letter]: letter for letter in LETTERS[:last]} if last > 1 else {}


def _name(cell: str) -> str:
    """The name without what people put around it: `题目（必填）：` is 题目."""
    name = folded(cell[:_LONGEST]).strip(" *:")
    while (shorter := _IN_BRACKETS.sub("", name).strip(" *:")) not in ("", name):
        name = shorter
    return name.replace(" ", "") if _HAN.search(name) else name


def _place(name: str) -> str | None:
    if name in _NAMES:
        return _NAMES[name]
    return _numbered(OPTION, _OPTION, name) or _numbered(FEEDBACK, _FEEDBACK, name)


def _numbered(head: str, pattern: re.Pattern[str], name: str) -> str | None:
    """The field of an option, by its letter or its number."""
    found = pattern.fullmatch(name)
    if found is None:
        return None
    sign = next(group for group in found.groups() if group).upper()
    if len(sign) == 1 and sign in LETTERS:
        return f"{head}{sign}"
    number = int(sign) if sign.isdecimal() else _CHINESE.find(sign) + 1 if len(sign) == 1 else 0
    return f"{head}{LETTERS[number - 1]}" if 1 <= number <= len(LETTERS) else None
