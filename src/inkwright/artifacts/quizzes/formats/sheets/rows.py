"""Builds questions from spreadsheet rows: column names, and the words people write in cells."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from inkwright.artifacts.math.delimiters import count_blanks
from inkwright.artifacts.quizzes.compare import fold_text, option_form
from inkwright.artifacts.quizzes.formats.markdown.syntax import (
    DIFFICULTIES,
    FIELDS,
    TYPES,
    inline_options,
    split_alternatives,
)
from inkwright.artifacts.quizzes.formats.sheets.write import FEEDBACK_COLUMN, OPTION_COLUMN
from inkwright.artifacts.quizzes.model import LETTERS
from inkwright.artifacts.quizzes.normalise import parse_truth
from inkwright.artifacts.text import one_line
from inkwright.i18n import Language, text

OPTIONS_FIELD: Final = "options"
"""The field of a column that holds all options of a question."""

_FIELD_NAMES: Final[Mapping[str, str]] = {
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
    "options": OPTIONS_FIELD, "choices": OPTIONS_FIELD, "选项": OPTIONS_FIELD, "备选项": OPTIONS_FIELD,
    "备选答案": OPTIONS_FIELD,
    "选项内容": OPTIONS_FIELD,
}  # fmt: skip
_IN_BRACKETS = re.compile(r"\([^()]{0,60}\)$|\[[^\[\]]{0,60}\]$|【[^【】]{0,60}】$")
_HAN = re.compile("[\u3400-\u9fff]")
_CHINESE_NUMERALS: Final = "一二三四五六七八九十"
_OPTION_HEADER = re.compile(r"(?:option|choice|选项|备选项|选择)[ :.]?(\w{1,2})|(\w{1,2})[ .]?(?:选项|option|choice)")
_FEEDBACK_HEADER = re.compile(r"(?:feedback|反馈|选项反馈)[ :.]?(\w{1,2})|(\w{1,2})[ .]?(?:反馈|feedback)")
_ANSWER_HEADER = re.compile(r"(?:answer|答案)[ :.]?(\w{1,2})")
_LETTER_HEADER = re.compile(r"\(?([a-z])[.、:)]?")
_NUMERAL = re.compile(f"[0-9{_CHINESE_NUMERALS}]")
_MAX_HEADER: Final = 80
_MAX_SHOWN: Final = 60
_FIRST_COLUMNS: Final[Mapping[str, str]] = {OPTIONS_FIELD: f"{OPTION_COLUMN}A", "optionFeedback": f"{FEEDBACK_COLUMN}A"}


class SheetColumns(NamedTuple):
    """The header of a table: the field of each column or None, its written name, and whether the options have numbers
    instead of letters.
    """

    fields: tuple[str | None, ...]
    written: tuple[str, ...]
    has_numbers: bool = False

    @property
    def left_out(self) -> list[str]:
        """The names of columns that mean no field."""
        pairs = zip(self.fields, self.written, strict=True)
        return [written.strip() for field, written in pairs if field is None and written.strip()]

    @property
    def names(self) -> dict[str, str]:
        """The written column name of each field."""
        pairs = zip(self.fields, self.written, strict=True)
        return {field: written.strip() for field, written in pairs if field is not None}


class SheetLocations(NamedTuple):
    """The row of each question, by its number and that of its part from 0, and the column name of each field."""

    rows: Mapping[tuple[int, ...], int]
    columns: Mapping[str, str]

    def question(self, numbers: tuple[int, ...], language: Language) -> str | None:
        """Return the row of a question."""
        return text(language, "quiz.sheet.row", row=self.rows[numbers]) if numbers in self.rows else None

    def field(self, name: str, index: int | None, language: Language) -> str:
        """Return the column of a field, or its name if the sheet has no such column."""
        if name == OPTIONS_FIELD and index is not None and index < len(LETTERS):
            name = f"{OPTION_COLUMN}{LETTERS[index]}"
        column = self.columns.get(name) or self.columns.get(_FIRST_COLUMNS.get(name, ""))
        if column is None:
            return text(language, "quiz.wrong.options") if name == OPTIONS_FIELD else name
        return text(language, "quiz.wrong.column", name=one_line(column)[:_MAX_SHOWN])


def find_columns(row: Sequence[str]) -> SheetColumns:
    """Return the columns that a row names. Of two with the same meaning the first counts."""
    names = [_header_name(cell) for cell in row]
    fields = [_header_field(name) for name in names]
    has_key = "correctAnswer" in fields
    bare = _bare_letters(names)
    fields = [
        f"{OPTION_COLUMN}{bare[name]}" if name in bare else field for name, field in zip(names, fields, strict=True)
    ]
    if has_key:
        # `Answer 1` is an option if another column holds the right answer.
        answers = [_numbered_field(OPTION_COLUMN, _ANSWER_HEADER, name) for name in names]
        fields = [field or answer for field, answer in zip(fields, answers, strict=True)]
    taken: set[str] = set()
    for index, field in enumerate(fields):
        fields[index] = None if field in taken else field
        taken |= {field} if field else set()
    pairs = zip(fields, names, strict=True)
    has_numbers = any(field and field.startswith(OPTION_COLUMN) and _NUMERAL.search(name) for field, name in pairs)
    return SheetColumns(tuple(fields), tuple(row), has_numbers)


def join_header_rows(head: Sequence[str], below: Sequence[str]) -> list[str] | None:
    """Return the names of both rows if the second only splits a column into options: 选项 above A, B and C."""
    filled = [cell for cell in below if cell.strip()]
    fields = find_columns(below).fields
    if len(filled) < 2 or sum(field is not None and field.startswith(OPTION_COLUMN) for field in fields) < len(filled):
        return None
    return [low if low.strip() else high for high, low in zip_longest(head, below, fillvalue="")]


def _bare_letters(names: Sequence[str]) -> dict[str, str]:
    """Return the names that are only a letter, if they count from A. A single letter may mean anything."""
    found = {match[1].upper(): name for name in names if (match := _LETTER_HEADER.fullmatch(name))}
    last = next((index for index, letter in enumerate(LETTERS) if letter not in found), len(LETTERS))
    return {found[letter]: letter for letter in LETTERS[:last]} if last > 1 else {}


def _header_name(cell: str) -> str:
    """Return the name without what people put around it: `题目（必填）：` is 题目."""
    name = fold_text(cell[:_MAX_HEADER]).strip(" *:")
    while (shorter := _IN_BRACKETS.sub("", name).strip(" *:")) not in ("", name):
        name = shorter
    return name.replace(" ", "") if _HAN.search(name) else name


def _header_field(name: str) -> str | None:
    if name in _FIELD_NAMES:
        return _FIELD_NAMES[name]
    return _numbered_field(OPTION_COLUMN, _OPTION_HEADER, name) or _numbered_field(
        FEEDBACK_COLUMN, _FEEDBACK_HEADER, name
    )


def _numbered_field(head: str, pattern: re.Pattern[str], name: str) -> str | None:
    """Return the field of an option by its letter or number."""
    found = pattern.fullmatch(name)
    if found is None:
        return None
    sign = next(group for group in found.groups() if group).upper()
    if len(sign) == 1 and sign in LETTERS:
        return f"{head}{sign}"
    number = int(sign) if sign.isdecimal() else _CHINESE_NUMERALS.find(sign) + 1 if len(sign) == 1 else 0
    return f"{head}{LETTERS[number - 1]}" if 1 <= number <= len(LETTERS) else None


CHOICE: Final = "CHOICE"
"""The type of a question that is a single or a multiple choice, depending on its answer."""

CHOICES: Final = ("SINGLE_CHOICE", "MULTIPLE_CHOICE")

_TYPES: Final[Mapping[str, str]] = {
    **TYPES,
    "choice": CHOICE, "multiple choice": CHOICE, "mcq": CHOICE, "mc": CHOICE, "选择": CHOICE, "客观": CHOICE,
    "单项选择": "SINGLE_CHOICE", "单项": "SINGLE_CHOICE", "单选选择": "SINGLE_CHOICE", "radio": "SINGLE_CHOICE",
    "single answer": "SINGLE_CHOICE", "single select": "SINGLE_CHOICE", "one answer": "SINGLE_CHOICE",
    "多项选择": "MULTIPLE_CHOICE", "多项": "MULTIPLE_CHOICE", "不定项选择": "MULTIPLE_CHOICE",
    "不定项": "MULTIPLE_CHOICE", "checkbox": "MULTIPLE_CHOICE", "checkboxes": "MULTIPLE_CHOICE",
    "multiple answer": "MULTIPLE_CHOICE", "multiple answers": "MULTIPLE_CHOICE",
    "multiple response": "MULTIPLE_CHOICE", "multiple select": "MULTIPLE_CHOICE", "multi select": "MULTIPLE_CHOICE",
    "true or false": "TRUE_FALSE", "t/f": "TRUE_FALSE", "tf": "TRUE_FALSE", "yes/no": "TRUE_FALSE",
    "是非": "TRUE_FALSE", "对错": "TRUE_FALSE", "判断正误": "TRUE_FALSE", "判断对错": "TRUE_FALSE",
    "fill in the blanks": "FILL_IN_BLANK", "fill in blanks": "FILL_IN_BLANK", "fill blank": "FILL_IN_BLANK",
    "fill the blank": "FILL_IN_BLANK", "blank": "FILL_IN_BLANK", "gap fill": "FILL_IN_BLANK",
    "cloze": "FILL_IN_BLANK", "完形填空": "FILL_IN_BLANK",
    "short text": "SHORT_ANSWER", "问答": "LONG_ANSWER", "解答": "LONG_ANSWER", "主观": "LONG_ANSWER",
    "名词解释": "LONG_ANSWER", "计算": "LONG_ANSWER", "作文": "LONG_ANSWER", "案例分析": "LONG_ANSWER",
    "open": "LONG_ANSWER", "open ended": "LONG_ANSWER", "long text": "LONG_ANSWER", "free text": "LONG_ANSWER",
    "pairs": "MATCHING", "配对": "MATCHING", "连线匹配": "MATCHING", "sorting": "ORDERING", "sequence": "ORDERING",
    "材料": "COMPOSITE", "阅读理解": "COMPOSITE",
}  # fmt: skip
_DIFFICULTIES: Final[Mapping[str, str]] = {
    **DIFFICULTIES,
    **dict.fromkeys(
        "很易 较易 偏易 易题 很容易 较容易 比较容易 很简单 较简单 比较简单 基础 入门 初级 低".split(), "easy"
    ),
    **dict.fromkeys("适中 中档 中级 中等难度 一般 普通 中等偏上 中等偏下 中等偏难 中等偏易".split(), "medium"),
    **dict.fromkeys("较难 很难 偏难 难题 比较难 非常难 较困难 比较困难 很困难 高难度 高级 高".split(), "hard"),
    **dict.fromkeys(("very easy", "simple", "low", "beginner", "basic"), "easy"),
    **dict.fromkeys(("middle", "moderate", "normal", "average", "mid", "intermediate"), "medium"),
    **dict.fromkeys(("very hard", "difficult", "very difficult", "high", "advanced"), "hard"),
}
_POINTS = re.compile(
    r"\(?(?:每小?题)?\s?(?P<number>\d{1,6}(?:\.\d{1,12})?)\s?(?:分|points?|pts?|marks?|p)?(?:/题|每题)?\.?\)?"
)
_OPTION_SIGN = re.compile(
    r"\(?(?:选项?|option |choice )?\s?(?:(?P<letter>[a-z])|(?P<number>\d{1,2}))\s?(?:选项)?[.、。)]{0,2}"
)
_SEPARATOR = re.compile("[,，、;；|/\n]|\\band\\b|和|与|及")
_CAPITAL_LIST = re.compile(r"[A-Z](?:[\s,，、;；]*[A-Z])+")
_LETTER_PREFIX = re.compile(r"\s*\(?[A-Z][.．、:：)）]\s*(?=\S)")


def parse_type(written: str) -> str | None:
    """Return the type that a word of either language means, or None."""
    word = fold_text(written).replace("-", " ").replace("_", " ")
    for name in (word, word.removesuffix("题"), word.removesuffix("questions").removesuffix("question").strip()):
        if name in _TYPES:
            return _TYPES[name]
    return None


def parse_difficulty(written: str) -> str:
    """Return one of the three difficulties if the word means one, else the word."""
    word = fold_text(written)
    return _DIFFICULTIES.get(word) or _DIFFICULTIES.get(word.removesuffix("题"), written)


def parse_points(written: str) -> str:
    """Return the number in `2分` or `2 points`, else the text."""
    found = _POINTS.fullmatch(fold_text(written).replace(",", ""))
    return found["number"] if found else written


def split_options(cell: str) -> list[str]:
    """Return the options in one cell: one per line, or separated by letters, bars or semicolons."""
    lines = [line.strip() for line in cell.splitlines() if line.strip()]
    if len(lines) > 1:
        return lines
    line = lines[0] if lines else ""
    if (first := _LETTER_PREFIX.match(line)) and len(found := inline_options(line[first.end() :], "A")) > 1:
        return found
    bars = split_alternatives(line)
    return bars if len(bars) > 1 else [part.strip() for part in re.split("[;；]", line) if part.strip()]


def chosen_letters(answer: str, options: Sequence[str], *, has_numbers: bool) -> list[str]:
    """Return the letters of the options that an answer names by text, letter or number. Empty if one is unknown."""
    whole = _option_letter(answer, options, has_numbers)
    if whole:
        return [whole]
    packed = "".join(_normalise_width(answer).upper().split())
    is_packed = packed and set(packed) <= set(LETTERS[: len(options)]) and len(set(packed)) == len(packed)
    parts = list(packed) if is_packed else [part for part in _SEPARATOR.split(answer) if part.strip()]
    found = [_option_letter(part, options, has_numbers) for part in parts]
    letters = [letter for letter in found if letter is not None]
    return sorted(set(letters)) if len(letters) == len(parts) else []


def is_letter_list(answer: str) -> bool:
    """Whether an answer is several different letters, regardless of the options."""
    letters = re.findall("[A-Z]", answer)
    return bool(_CAPITAL_LIST.fullmatch(answer.strip())) and len(set(letters)) == len(letters)


def is_ambiguous(answer: str, options: Sequence[str]) -> bool:
    """Whether an answer is the text of one option and the number of another."""
    word = _normalise_width(answer).strip()
    index = int(word) - 1 if re.fullmatch("[0-9]{1,2}", word) else -1
    return 0 <= index < len(options) and _letter_by_text(word, options) not in (None, LETTERS[index])


def _option_letter(written: str, options: Sequence[str], has_numbers: bool) -> str | None:
    letters = LETTERS[: len(options)]
    word = _normalise_width(written).strip()
    if len(word) == 1 and word in letters:
        return word
    if letter := _letter_by_text(written, options):
        return letter
    sign = _OPTION_SIGN.fullmatch(word.lower())
    if sign is None:
        return None
    if sign["letter"]:
        return sign["letter"].upper() if sign["letter"].upper() in letters else None
    number = int(sign["number"])
    return letters[number - 1] if has_numbers and 1 <= number <= len(letters) else None


def _letter_by_text(written: str, options: Sequence[str]) -> str | None:
    for normalise in (option_form, fold_text):
        same = [index for index, option in enumerate(options) if normalise(option) == normalise(written)]
        if len(same) == 1:
            return LETTERS[same[0]]
    return None


def _normalise_width(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


SheetRow = dict[str, Any]
_KNOWN_TYPES: Final = frozenset(TYPES.values())
_BLANK_SEPARATORS: Final = ("\n", "[;；]", "、", "[,，]")


def question_from_row(row: SheetRow, *, has_numbers: bool) -> tuple[dict[str, Any], bool]:
    """Return the question as plain data, and whether its answer may mean another option too."""
    given = {
        key: value
        for key, value in row.items()
        if not key.startswith((OPTION_COLUMN, FEEDBACK_COLUMN)) and key != OPTIONS_FIELD
    }
    options = _lettered_cells(row, OPTION_COLUMN) or split_options(row.get(OPTIONS_FIELD, ""))
    given.setdefault("question", "")
    answer = given.get("correctAnswer", "")
    written = given.get("questionType", "").strip()
    # Inkwright's own sheets name the exact type. Their answers are taken literally.
    is_exact = written in _KNOWN_TYPES
    letters = [] if is_exact else chosen_letters(answer, options, has_numbers=has_numbers)
    kind = written if is_exact else _question_type(written, options, letters, given)
    question = {**given, "questionType": kind, **_answer_fields(kind, answer, letters, is_exact, given["question"])}
    if "difficulty" in given:
        question["difficulty"] = parse_difficulty(given["difficulty"])
    if "points" in given:
        question["points"] = parse_points(given["points"])
    if "distractors" in given:
        question["distractors"] = split_alternatives(given["distractors"])
    if options:
        question["options"] = options
    if feedback := _lettered_cells(row, FEEDBACK_COLUMN):
        count = 2 if kind == "TRUE_FALSE" else len(options)
        question["optionFeedback"] = [*feedback, *[""] * (count - len(feedback))]
    is_choice = kind in CHOICES and not is_exact
    return question, is_choice and has_numbers and is_ambiguous(answer, options)


def _lettered_cells(row: SheetRow, head: str) -> list[str]:
    """Return the cells by their letters, up to the last filled one."""
    found = [row.get(f"{head}{letter}", "") for letter in LETTERS]
    last = max((number for number, cell in enumerate(found, 1) if cell), default=0)
    return found[:last]


def _question_type(written: str, options: list[str], letters: list[str], given: SheetRow) -> str:
    """Return the written type, or else the one that options, answer and blanks suggest."""
    answer, stem = given.get("correctAnswer", ""), given["question"]
    named = parse_type(written) if written else None
    if written and named is None:
        return written
    if named == CHOICE or (named is None and options):
        is_several = len(letters) > 1 or (not letters and is_letter_list(answer))
        return "MULTIPLE_CHOICE" if is_several else "SINGLE_CHOICE"
    if named is not None:
        return named
    if count_blanks(stem) and answer and len(_blank_answers(answer, stem)) == count_blanks(stem):
        return "FILL_IN_BLANK"
    if parse_truth(answer) is not None and not answer.strip().isdecimal():
        return "TRUE_FALSE"
    return "SHORT_ANSWER" if answer else "LONG_ANSWER"


def _answer_fields(kind: str, answer: str, letters: list[str], is_exact: bool, stem: str) -> dict[str, Any]:
    """Return the answer as its type needs it; nothing if the written one is right already."""
    if kind == "FILL_IN_BLANK":
        lines = (answer.split("\n") if is_exact else _blank_answers(answer, stem)) if answer else []
        return {"correctAnswer": [split_alternatives(line) for line in lines]}
    if kind == "SHORT_ANSWER":
        return {"correctAnswer": split_alternatives(answer)}
    if kind == "MATCHING":
        return {"correctAnswer": answer.split("\n") if answer else []}
    if kind == "MULTIPLE_CHOICE" and letters:
        return {"correctAnswer": letters}
    if kind == "SINGLE_CHOICE" and len(letters) == 1:
        return {"correctAnswer": letters[0]}
    return {}


def _blank_answers(answer: str, stem: str) -> list[str]:
    """Return the answers of the blanks: lines, or split by the first sign that gives one for each blank."""
    count = count_blanks(stem)
    for sign in _BLANK_SEPARATORS if count > 1 else ():
        found = [part.strip() for part in re.split(sign, answer.strip())]
        if len(found) == count and all(found):
            return found
    return answer.strip().split("\n")
