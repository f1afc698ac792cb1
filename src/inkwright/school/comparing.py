"""What questions compare: the way from test to test, tests with each other, and two classes; and numbers in words."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from inkwright.school.records import Pupil, Test
from inkwright.school.school import School
from inkwright.school.statistics import shown

Extreme = Literal["best", "worst"]

_TESTS_ZH: Final = "哪(?:一)?(?:次|场|場|回|个|個)?(?:考试|考試|测验|測驗|小测|小測|测试|測試|卷子)?"
_WORST: Final = r"差|低|糟|烂|爛|难|難|不好|不理想|弱|砸"
_BEST: Final = r"好|高|棒|简单|簡單|容易|理想|强|強"
_TEST_WORDS: Final = r"(?:tests?|exams?|examinations?|quizz?e?s?|papers?|assessments?)"
_WORST_EN: Final = r"(?:worst|lowest|weakest|hardest|poorest|most difficult|badly)"
_BEST_EN: Final = r"(?:best|highest|strongest|easiest)"


def _of_tests(zh: str, en: str) -> re.Pattern[str]:
    return re.compile(
        rf"{_TESTS_ZH}(?<!哪)(?<!哪个)(?<!哪個)(?<!哪一个)[^，。？?班人谁誰]{{0,14}}?最?(?:{zh})"
        rf"|\b(?:which|what)(?: of (?:the |these |all )?(?:\w+ )?)?(?: \w+){{0,2}}? ?{_TEST_WORDS}\b"
        rf"[^.?!]{{0,50}}\b{en}\b"
        rf"|\b{en} (?:of the (?:\w+ )?)?{_TEST_WORDS}\b"
    )


_EXTREME_TESTS: Final[tuple[tuple[Extreme, re.Pattern[str]], ...]] = (
    ("worst", _of_tests(rf"(?<!不)(?:{_WORST})", _WORST_EN)),
    ("best", _of_tests(rf"(?<!不)(?:{_BEST})", _BEST_EN)),
)
_DIGITS: Final = {char: number for number, char in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2, "半": 5}
_TENTHS: Final = re.compile("([一二三四五六七八九])成([一二三四五六七八九半])?(?![绩績员員为為长長功])")
_PERCENT: Final = re.compile("百分之([一二三四五六七八九十零]{1,4}|\\d{1,3}(?:\\.\\d{1,2})?)")
_FRACTION: Final = re.compile("(?<![百\\d])([二三四五六七八九\\d])分之([一二三四五六七八\\d])")
_MARKS: Final = re.compile(
    "(?<![第小测測验驗考])([一二三四五六七八九十百零]{2,5}|[一二三四五六七八九十](?=分(?:及|或)?以[上下]))分(?![之数數钟鐘析别別布佈差])"
)


def with_digits(question: str) -> str:
    """Return a question with its marks and shares in digits: "八成五" is 85%, "九十分" 90分, "三分之二" 66.67%."""
    question = _TENTHS.sub(lambda match: f"{10 * _DIGITS[match[1]] + _DIGITS[match[2] or '零']}%", question)
    question = _PERCENT.sub(lambda match: f"{_number(match[1])}%", question)
    question = _FRACTION.sub(lambda match: f"{shown(100 * _part(match[2]) / max(1, _part(match[1])))}%", question)
    return _MARKS.sub(lambda match: f"{_number(match[1])}分", question)


def _part(written: str) -> int:
    return int(written) if written.isdigit() else _DIGITS[written]


def _number(written: str) -> str:
    if written[0].isdigit():
        return written
    total, digit = 0, 0
    for char in written:
        if char in "十百":
            total, digit = total + (digit or 1) * (10 if char == "十" else 100), 0
        else:
            digit = _DIGITS[char]
    return str(total + digit)


def extreme_test(text: str) -> Extreme | None:
    """Return whether a question in small letters asks which test went best or worst; None if it does not."""
    return next((kind for kind, pattern in _EXTREME_TESTS if pattern.search(text)), None)


class ShareOfTest(NamedTuple):
    """The mean of a group in a test, as a share of the maximum of the test."""

    test: Test
    share: float


def shares_of_tests(school: School, pupils: Sequence[Pupil], tests: Sequence[Test]) -> list[ShareOfTest]:
    """Return how a group did in each test that has results: as shares, because the tests differ in their maximum."""
    found = [(test, school.statistics(pupils, test)) for test in tests]
    return [ShareOfTest(test, each.mean / test.maximum) for test, each in found if each is not None]
