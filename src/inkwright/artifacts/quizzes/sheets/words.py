"""What people write into the cells of a sheet: types, difficulties and points in words, and options by their signs."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from inkwright.artifacts.quizzes.comparing import as_option, folded
from inkwright.artifacts.quizzes.markdown.lines import DIFFICULTIES, TYPES, options_in, parted
from inkwright.artifacts.quizzes.specs import LETTERS

CHOICE: Final = "CHOICE"
"""A type that its answer makes a single or a multiple choice."""

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
_SIGN = re.compile(
    r"\(?(?:选项?|option |choice )?\s?(?:(?P<letter>[a-z])|(?P<number>\d{1,2}))\s?(?:选项)?[.、。)]{0,2}"
)
_PARTING = re.compile("[,，、;；|/\n]|\\band\\b|和|与|及")
_CAPITALS = re.compile(r"[A-Z](?:[\s,，、;；]*[A-Z])+")
_LETTERED = re.compile(r"\s*\(?[A-Z][.．、:：)）]\s*(?=\S)")


def type_of(written: str) -> str | None:
    """The type that a word of either language means, or None."""
    word = folded(written).replace("-", " ").replace("_", " ")
    for name in (word, word.removesuffix("题"), word.removesuffix("questions").removesuffix("question").strip()):
        if name in _TYPES:
            return _TYPES[name]
    return None


def difficulty_of(written: str) -> str:
    """One of the three difficulties, where the word means one; or else the word."""
    word = folded(written)
    return _DIFFICULTIES.get(word) or _DIFFICULTIES.get(word.removesuffix("题"), written)


def points_of(written: str) -> str:
    """The number in `2分` or `2 points`; or else what is written."""
    found = _POINTS.fullmatch(folded(written).replace(",", ""))
    return found["number"] if found else written


def options_of(cell: str) -> list[str]:
    """The options in one cell: a line each, or with letters, bars or semicolons between them."""
    lines = [line.strip() for line in cell.splitlines() if line.strip()]
    if len(lines) > 1:
        return lines
    line = lines[0] if lines else ""
    if (first := _LETTERED.match(line)) and len(found := options_in(line[first.end() :], "A")) > 1:
        return found
    bars = parted(line)
    return bars if len(bars) > 1 else [part.strip() for part in re.split("[;；]", line) if part.strip()]


def chosen(answer: str, options: Sequence[str], *, has_numbers: bool) -> list[str]:
    """The letters of the options that are meant: by their texts, letters or numbers. None where one is not known."""
    whole = _one(answer, options, has_numbers)
    if whole:
        return [whole]
    packed = "".join(_one_width(answer).upper().split())
    is_packed = packed and set(packed) <= set(LETTERS[: len(options)]) and len(set(packed)) == len(packed)
    parts = list(packed) if is_packed else [part for part in _PARTING.split(answer) if part.strip()]
    found = [_one(part, options, has_numbers) for part in parts]
    letters = [letter for letter in found if letter is not None]
    return sorted(set(letters)) if len(letters) == len(parts) else []


def are_letters(answer: str) -> bool:
    """Whether an answer is several different letters, whatever the options are."""
    letters = re.findall("[A-Z]", answer)
    return bool(_CAPITALS.fullmatch(answer.strip())) and len(set(letters)) == len(letters)


def is_doubtful(answer: str, options: Sequence[str]) -> bool:
    """Whether an answer is the text of one option and the number of another."""
    word = _one_width(answer).strip()
    at = int(word) - 1 if re.fullmatch("[0-9]{1,2}", word) else -1
    return 0 <= at < len(options) and _by_text(word, options) not in (None, LETTERS[at])


def _one(written: str, options: Sequence[str], has_numbers: bool) -> str | None:
    letters = LETTERS[: len(options)]
    word = _one_width(written).strip()
    if len(word) == 1 and word in letters:
        return word
    if letter := _by_text(written, options):
        return letter
    sign = _SIGN.fullmatch(word.lower())
    if sign is None:
        return None
    if sign["letter"]:
        return sign["letter"].upper() if sign["letter"].upper() in letters else None
    number = int(sign["number"])
    return letters[number - 1] if has_numbers and 1 <= number <= len(letters) else None


def _by_text(written: str, options: Sequence[str]) -> str | None:
    for form in (as_option, folded):
        same = [at for at, option in enumerate(options) if form(option) == form(written)]
        if len(same) == 1:
            return LETTERS[same[0]]
    return None


def _one_width(text: str) -> str:
    return unicodedata.normalize("NFKC", text)
