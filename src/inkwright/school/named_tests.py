"""The tests that a text names: by their whole name, or by subject, type and number in any words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.school.class_names import fold
from inkwright.school.pupil_names import NamedIn
from inkwright.school.records import Test

_SUBJECTS: Final = {
    name: words.split("|")[0]
    for words in (
        "数学|數學|maths|mathematics|math", "语文|語文|中文|国文|國文|chinese", "英语|英語|英文|english",
        "物理|physics", "化学|化學|chemistry", "生物|biology", "历史|歷史|history",
        "地理|geography", "科学|科學|science",
        "政治|道法|道德与法治|思品|politics|civics", "体育|體育|physical education", "音乐|音樂|music",
        "美术|美術|art", "信息技术|资讯科技|電腦|computing|ict|computer science", "经济|經濟|economics",
        "通识|通識|liberal studies", "日语|日語|japanese", "法语|法語|french", "德语|德語|german", "spanish",
    )
    for name in words.split("|")
}  # fmt: skip
_TYPES: Final[dict[str, frozenset[str]]] = {
    word: frozenset(kinds.split())
    for words, kinds in (
        ("期中|midterm|mid-term|mid term|midyear|mid-year|mid year|half-yearly", "midterm"),
        ("期末|final|finals|end of year|end-of-year|end of term", "final"),
        ("月考|monthly", "monthly"),
        ("单元|單元|unit", "unit"),
        ("模拟|模擬|mock", "mock"),
        ("小测|小測|quiz|quizzes", "quiz"),
        ("测验|測驗|测试|測試", "quiz test"),
        ("考试|考試", "exam test"),
        ("exam|exams|examination|examinations", "exam"),
        ("test|tests", "test"),
        ("作业|作業|assignment|assignments|homework", "assignment"),
        ("paper", "paper"),
    )
    for word in words.split("|")
}
_GENERIC: Final = frozenset({"quiz", "test", "exam", "assignment", "paper"})
"""Types that any test may be called: a text with one of them may mean a test of another name."""

_ORDINALS: Final = {
    word: number
    for number, words in enumerate(
        "一 1 one first 1st i|二 2 two second 2nd ii|三 3 three third 3rd iii|四 4 four fourth 4th iv"
        "|五 5 five fifth 5th v|六 6 six sixth 6th vi|七 7 seven seventh 7th|八 8 eight eighth 8th"
        "|九 9 nine ninth 9th|十 10 ten tenth 10th".split("|"),
        1,
    )
    for word in words.split()
}


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for these words: English ones only as whole words."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else word for word in ordered)


_SUBJECT: Final = re.compile(_any_of(_SUBJECTS) + "(?!最|数据|记录|以来)")
_TYPE: Final = re.compile(_any_of(_TYPES))
_CHINESE_NUMBER: Final = "[一二三四五六七八九十](?![一二三四五六七八九十共下个個次样樣起班人名直定般些点點])"
_COUNTED: Final = rf"\d{{1,3}}(?![\d%.]|\s*%)|{_CHINESE_NUMBER}|(?:one|two|three|four|five|six|ii|iii|iv|i|v)(?![a-z])"
_NUMBERED: Final = re.compile(
    rf"(?:{_TYPE.pattern})\s*(?:no\.?\s*|number\s*|#\s*)?(?P<first>{_COUNTED})"
    rf"(?:\s*(?:and|&|to|和|与|到|、|,)\s*(?P<more>{_COUNTED}))?"
    r"|第\s*(?P<times>\d{1,2}|[一二三四五六七八九十])\s*(?:次|个|個|单元|單元|回)"
    r"|(?<![a-z\d])(?P<ordinal>first|second|third|fourth|fifth|sixth|\d{1,2}(?:st|nd|rd|th))\s+(?:[a-z]+\s+){0,2}?"
    r"(?:test|quiz|exam|unit|paper|mock|monthly|assignment)(?![a-z])"
)
_MORE: Final = re.compile(rf"\s*(?:and|&|to|和|与|與|到|、|,)\s*({_COUNTED})")
_NUMBER_AT_END: Final = re.compile(r"(\d{1,3}|[一二三四五六七八九十])\s*(?:次|单元|單元)?\s*$")
_TOPIC: Final = re.compile(r"[^\W\d_\u3040-\u9fff]{4,}|[\u4e00-\u9fff]{2,}")
_NO_TOPICS: Final = frozenset(
    "学期 上学期 下学期 年级 成绩 mark marks score scores result results term year class part with".split()
)
_SPOKEN: Final = re.compile(
    r"\b(?:answer|reply|respond|write|explain|speak)\b[^.?!]{0,30}\bin (?:english|chinese|french)\b"
    r"|用(?:英语|英文|中文)"
)
_ALL: Final = re.compile(
    r"\b(?:all|every|each)\b(?:\W+\w+){0,2}\W+(?:tests?|quizz?e?s?|exams?)|\beach of the tests\b|所有|全部|历次"
    r"|歷次|各次|每次|\b(?:tests|quizzes|exams)\b"
    r"|(?<!第)[一二两兩三四五六七八九十\d]次(?:考试|考試|测验|測驗)?|各科|每科|每一次"
)
_LAST: Final = re.compile(r"\b(?:last|latest|most recent)\b|最近一次|最后一次|最後一次|上次|最近的")


@dataclass(frozen=True, slots=True)
class _Described:
    """What a text or a name says about a test: the subjects and other topics, the types, and the numbers."""

    subjects: frozenset[str]
    types: frozenset[str]
    numbers: tuple[int, ...]


def mentioned_tests(text: str, tests: Sequence[Test]) -> NamedIn[Test]:
    """Return the tests that a text names; nothing at all if it names none, so that all are meant."""
    exact, rest = _exact_tests(fold(text), tests)
    if exact:
        return NamedIn(tuple(exact))
    found = _Search(_SPOKEN.sub(lambda match: " " * len(match[0]), rest), tests).found()
    start = rest.find(found.unknown) if found.unknown else -1
    return found if start < 0 else NamedIn(unknown=text[start : start + len(found.unknown)])


class _Search:
    """The search for the tests that a text describes."""

    def __init__(self, text: str, tests: Sequence[Test]) -> None:
        self._text = text
        self._tests = [(test, _described_name(fold(test.name))) for test in tests]
        self._asked = _described(text)
        self._has_topic = bool(self._asked.subjects)

    def found(self) -> NamedIn[Test]:
        """Narrow the tests by subject, number and type, in this order."""
        if unknown := self._narrow_by_subject():
            return NamedIn(unknown=unknown)
        self._narrow_by_topic()
        if _LAST.search(self._text) and self._tests:
            return NamedIn((self._tests[-1][0],))
        if self._asked.numbers:
            return self._numbered()
        if _ALL.search(self._text):
            return self._of_subject()
        return self._typed()

    def _narrow_by_subject(self) -> str:
        """Keep the tests of the subject; return the subject if the tests are of others."""
        asked = self._asked.subjects
        of_subject = [each for each in self._tests if asked & each[1].subjects]
        if not asked or of_subject:
            self._tests = of_subject or self._tests
            return ""
        is_other = any(each[1].subjects for each in self._tests) or not self._asked.types
        match = _SUBJECT.search(self._text)
        return match[0] if match and is_other else ""

    def _narrow_by_topic(self) -> None:
        """Keep the tests of which the text has another word of the name, as in "geometry" for "Geometry Test"."""
        of_topic = [each for each in self._tests if any(map(self._has_word, _topics(fold(each[0].name))))]
        if of_topic:
            self._tests, self._has_topic = of_topic, True

    def _has_word(self, word: str) -> bool:
        return re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])" if word.isascii() else word, self._text) is not None

    def _numbered(self) -> NamedIn[Test]:
        meant: list[Test] = []
        for number in self._asked.numbers:
            same = [test for test, known in self._tests if number in known.numbers and self._has_type(known)]
            if len(same) > 1:
                return NamedIn(candidates=tuple(same))
            if not same:
                match = _NUMBERED.search(self._text)
                return NamedIn(unknown=match[0].strip() if match else str(number))
            meant += same
        return NamedIn(tuple(dict.fromkeys(meant)))

    def _has_type(self, known: _Described) -> bool:
        asked = self._asked.types
        return not asked or bool(asked & known.types) or (not known.types and asked <= _GENERIC)

    def _typed(self) -> NamedIn[Test]:
        for match in _TYPE.finditer(self._text):
            types = _TYPES[match[0]]
            same = tuple(test for test, _ in self._tests if match[0] in fold(test.name))
            if found := same or tuple(test for test, known in self._tests if types & known.types):
                return NamedIn(found) if len(found) == 1 else NamedIn(candidates=found)
            if not types & _GENERIC:
                return NamedIn(unknown=match[0])
        return self._of_subject()

    def _of_subject(self) -> NamedIn[Test]:
        """Return all tests of the subject or topic; nothing without one."""
        if not self._has_topic:
            return NamedIn()
        return NamedIn(tuple(test for test, _ in self._tests), is_vague=True)


def _described(text: str) -> _Described:
    return _Described(
        frozenset(_SUBJECTS[match[0]] for match in _SUBJECT.finditer(text)),
        frozenset(kind for match in _TYPE.finditer(text) for kind in _TYPES[match[0]]),
        tuple(dict.fromkeys(_numbers(text))),
    )


def _described_name(name: str) -> _Described:
    described = _described(name)
    at_end = _NUMBER_AT_END.search(name)
    numbers = described.numbers or ((_number(at_end[1]),) if at_end else ())
    return _Described(described.subjects, described.types, numbers)


def _topics(name: str) -> list[str]:
    """Return the words of a name that are neither subject nor type nor number."""
    rest = _TYPE.sub(" ", _SUBJECT.sub(" ", _NUMBERED.sub(" ", name)))
    return [word for word in _TOPIC.findall(rest) if word not in _NO_TOPICS]


def _numbers(text: str) -> Iterator[int]:
    for match in _NUMBERED.finditer(text):
        yield from (_number(each) for each in match.groupdict().values() if each)


def _number(written: str) -> int:
    known = _ORDINALS.get(written)
    return known if known is not None else int("".join(filter(str.isdigit, written)) or 0)


def _next_of_series(text: str, test: Test, tests: Sequence[Test]) -> list[Test]:
    """Return the test whose number alone follows the name of another one, as in "Quiz 1 and 2"."""
    more = _MORE.match(text)
    if more is None:
        return []
    first, number = _described_name(fold(test.name)), _number(more[1])
    wanted = _Described(first.subjects, first.types, (number,))
    return [each for each in tests if first.numbers and _described_name(fold(each.name)) == wanted]


def _exact_tests(text: str, tests: Sequence[Test]) -> tuple[list[Test], str]:
    """Return the tests whose whole name is in the text, in its order, and the text without them."""
    found: list[tuple[int, Test]] = []
    for test in sorted(tests, key=lambda each: len(each.name), reverse=True):
        name = fold(test.name)
        match = re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9]|\s\d|{_CHINESE_NUMBER})", text)
        if match:
            found.append((match.start(), test))
            found += [(match.end(), each) for each in _next_of_series(text[match.end() :], test, tests)]
            text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    return list(dict.fromkeys(test for _, test in sorted(found, key=lambda each: each[0]))), text
