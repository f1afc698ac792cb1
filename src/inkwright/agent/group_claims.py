"""What a reply says about a whole class: how many pupils, how many passed, if all or nobody did, and its statistics.

A sentence is false here only if it is false for every class and every test that it may mean.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inkwright.agent.spelled_numbers import spelled_numbers
from inkwright.grounding.language.traditional import simplified
from inkwright.school.class_names import fold, mentioned_classes
from inkwright.school.records import Pupil, Test
from inkwright.school.school import School
from inkwright.school.statistics import MarkStatistics
from inkwright.school.thresholds import named_thresholds

_SENTENCES: Final = re.compile(r"[^;；。！？!?\n]+?(?:\.(?!\d)|[;；。！？!?\n]|$)")
_CLAUSES: Final = re.compile(r"[，:：]|,(?!\d)|[()（）|]")
_SMALL_NUMBERS: Final = {
    word: str(number)
    for words in ("one two three four five six seven eight nine".split(), "一二三四五六七八九")
    for number, word in enumerate(words, 1)
} | {"两": "2"}
_SMALL: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine)\b|(?<=[有中共的])[一二两三四五六七八九](?=[名位个人])"
)
_CLASS, _TEST, _PUPIL = "\x01", "\x02", "\x03"
_PLACES: Final = rf"(?:\s?(?:in|of|from|的|在|class|班|the|{_CLASS}|{_TEST}))*\s?"
_UNSURE: Final = re.compile(
    r"\b(?:if|would|could|should|must|may|might|not all|not every\w*|nearly|almost|until|so that|when|unless|want|hope"
    r"|goal|target|aim|let|who|whose|whom|that|among|except|but|apart|besides|without|with|by|than|more|both|either"
    r"|neither|every (?:test|quiz|exam)|at least|at most|other|others|else|girls?|boys?|groups?|second|third|next"
    r"|improve\w*|gain\w*|rise|rose|fell|above|below|under|over|difference|points? (?:more|less|higher|lower))\b"
    r"|n['’]t\b|如果|若|假如|希望|争取|目标|只要|确保|让|使|是否|吗|几乎|差不多|除|以外|之外|其中|其余|其他|另|还有|男生|女生"
    r"|小组|并非|并不|不是|未必|不一定|至少|至多|以上|以下|两次|每次|高于|低于|高出|高|低于|差距|相差|提高|进步|退步|第二|第三"
    r"|其次|倒数"
)
_PASSED: Final = r"(?P<passed>passed|及格|通过|合格)"
_FAILED: Final = r"(?P<failed>failed|did not pass|不及格|未及格|没有及格|没及格|未通过|没有通过|不合格)"
_AWAY: Final = r"(?P<absent>(?:was|were) absent|缺考|缺席)"
_DID: Final = (
    rf"\s?(?:has |have |had |also )?(?:{_FAILED}|{_PASSED}|{_AWAY})"
    rf"(?=\s*(?:$|[^a-z\s]|(?:the |in |this |that |it|{_CLASS}|{_TEST}|test|exam|quiz|and|but|so|while)))"
)
_PUPILS: Final = r"(?:pupils|students|名学生|位学生|个学生|名同学|位同学|个同学|人)"
_ALL: Final = re.compile(
    rf"(?:\b(?:everyone|everybody|all (?:of )?(?:the )?(?:\d+ )?(?:pupils|students)|the whole class)\b{_PLACES}"
    rf"|{_CLASS}{_PLACES}all(?: \d+)?|all(?: \d+)? {_PLACES}(?<={_CLASS}) "
    rf"|(?:全班|所有|大家|人人|全体|每个|每位|每名|全员|{_CLASS})(?:学生|同学|人)?(?:在?{_TEST})?(?:都|全都|全部|均|全))"
    rf"{_DID}"
    rf"|(?:全部|全员|全体){_DID.replace('<', '<all_')}"
)
_NOBODY: Final = re.compile(
    rf"(?:\b(?:nobody|no one|no (?:pupils?|students?)|none of the(?: \d+)? (?:pupils|students))\b{_PLACES}"
    rf"|没有(?:一个|任何|一名|一位)?(?:人|学生|同学)|无人){_DID}"
)
_COUNT_DID: Final = re.compile(
    rf"(?<![\d.])(?<!of )(?<!of the )(?P<count>\d+)\s?(?:of (?:the )?\d+ )?{_PUPILS}{_PLACES}(?:都|全部)?{_DID}"
)
_SIZE: Final = re.compile(
    rf"{_CLASS}\s?(?:has|consists of|有|共有|一共有|总共有|共|一共)\s?(?P<count>\d+)\s?{_PUPILS}"
    r"(?=\s*(?:[.。；;!！\n]|$| and\b))"
    rf"|\ball (?P<all>\d+) (?:pupils|students) (?:of|in|from) (?:class )?{_CLASS}"
    rf"|\bthere are (?P<there>\d+) (?:pupils|students) in (?:class )?{_CLASS}"
)
_MEASURES: Final = {
    "mean": r"\b(?:mean|average)\b|平均[分数值]?",
    "median": r"\bmedian\b|中位数?",
    "maximum": r"\b(?:highest|best|top) (?:mark|score|result)\b|最高分|最高成绩",
    "minimum": r"\b(?:lowest|worst) (?:mark|score|result)\b|最低分|最低成绩",
    "pass_rate": r"\bpass rate\b|及格率|合格率",
}
_MEASURE: Final = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _MEASURES.items()))
_WORTH: Final = re.compile(rf"pass|fail|absent|pupils|students|[及合]格|通过|缺|学生|同学|人|{_MEASURE.pattern}")
"""Words of every clause that is judged."""

_NUMBER: Final = re.compile(
    r"(?<![A-Za-z0-9_.第])\d+(?:\.\d+)?(?:\s?[%％]|\s?per ?cent)?(?!\d|\.\d)(?!\s?[名位人个次题道页节])"
    r"(?!\s(?!points?|marks?|out|of|and|in|for|from|on|is|was|while|but|as)[a-z])"
)


@dataclass(frozen=True, slots=True)
class _Group:
    """Pupils who may be meant, in a test that may be meant."""

    pupils: Sequence[Pupil]
    test: Test
    found: MarkStatistics
    absent: int

    def counts(self, done: str) -> set[int]:
        """Return how many did something; those who were absent may be said to have failed."""
        failed = self.found.n - self.found.passed
        known = {"passed": {self.found.passed}, "absent": {self.absent}, "failed": {failed, failed + self.absent}}
        return known[done]

    def is_all(self, done: str) -> bool:
        return bool(self.counts(done) & {self.found.n, len(self.pupils)})

    def has(self, measure: str, written: str) -> bool:
        """Whether a statistic has this number, or this percentage."""
        value = float(getattr(self.found, measure))
        share = 100 * value / (1 if measure == "pass_rate" else self.test.maximum)
        is_percent = written[-1] in "%％t"
        return _is_rounded(written, share) or (not is_percent and _is_rounded(written, value))


class GroupClaims:
    """The claims of one reply to what was `asked`."""

    def __init__(self, message: str, school: School, asked: str = "") -> None:
        self._school = school
        self._asked = simplified(fold(asked))
        self._message = message
        self._tests = {simplified(fold(each.name)): each for each in school.tests.values()}
        self._found: dict[tuple[tuple[str, ...], str], list[_Group]] = {}
        self._near = self._asked + " " + simplified(fold(message))
        self._pupils = [name for each in school.data.pupils if len(name := simplified(fold(each.name))) > 1]
        self._pupils = [name for name in self._pupils if name in self._near]
        self._points = {simplified(fold(each.knowledge_point)) for each in school.data.tests if each.knowledge_point}

    def false_ones(self) -> list[str]:
        """Return the clauses that are false, as they are written."""
        return list(dict.fromkeys(self._false_ones()))

    def _false_ones(self) -> Iterator[str]:
        for sentence in _SENTENCES.findall(self._message):
            folded = simplified(fold(sentence))
            if "?" in folded or not _WORTH.search(folded):
                continue
            if named_thresholds(f"{self._asked} {folded}", self._school.pass_share).has_pass_mark:
                continue
            groups: list[_Group] | None = None
            for clause in _CLAUSES.split(self._marked(folded)):
                if self._is_plain(clause):
                    groups = self._groups(folded) if groups is None else groups
                    if groups and self._is_false(clause, groups):
                        yield sentence.strip()
                        break

    def _marked(self, sentence: str) -> str:
        """Return a sentence with a mark for each class, test and pupil, and with numbers in digits."""
        for name in sorted(self._tests, key=len, reverse=True):
            sentence = sentence.replace(name, _TEST)
        for mention in reversed(mentioned_classes(sentence, list(self._school.classes.values()))):
            sentence = sentence[: mention.start] + _CLASS + sentence[mention.end :]
        for name in self._pupils:
            sentence = sentence.replace(name, _PUPIL)
        for written, value in spelled_numbers(sentence):
            sentence = sentence.replace(written, f"{value:g}" + ("%" if written[0] == "百" or "成" in written else ""))
        return _SMALL.sub(lambda found: _SMALL_NUMBERS[found[0]], sentence)

    def _is_plain(self, clause: str) -> bool:
        """Whether a clause says something of a whole group, and not of a part of it or of a knowledge point."""
        if _UNSURE.search(clause) or any(each in clause for each in self._points):
            return False
        return any(each.search(clause) for each in (_ALL, _NOBODY, _COUNT_DID, _SIZE, _MEASURE))

    def _groups(self, sentence: str) -> list[_Group]:
        """Return what a sentence may mean: the classes and tests that it names, or else those of question and reply."""
        meant = tuple(self._named_classes(sentence)) or self._near_classes
        tests = tuple(self._named_tests(sentence)) or self._near_tests
        return [group for test in tests for group in self._groups_in(meant, test)]

    @cached_property
    def _near_classes(self) -> tuple[str, ...]:
        return tuple(self._named_classes(self._near))

    @cached_property
    def _near_tests(self) -> tuple[str, ...]:
        return tuple(self._named_tests(self._near)) or (tuple(self._school.tests) if self._near_classes else ())

    def _named_classes(self, text: str) -> Iterable[str]:
        mentions = mentioned_classes(text, list(self._school.classes.values()))
        return dict.fromkeys(each.id for mention in mentions for each in mention.classes)

    def _groups_in(self, meant: tuple[str, ...], test: str) -> list[_Group]:
        """Return each of the classes, and all of them together, in a test."""
        if (meant, test) not in self._found:
            school, wanted = self._school, meant or tuple(self._school.classes)
            people = {tuple(school.members(each)) for each in wanted}
            people.add(tuple(dict.fromkeys(pupil for each in wanted for pupil in school.members(each))))
            self._found[meant, test] = [
                _Group(pupils, school.tests[test], found, len(school.absent(pupils, school.tests[test])))
                for pupils in people
                if (found := school.statistics(pupils, school.tests[test])) is not None
            ]
        return self._found[meant, test]

    def _named_tests(self, text: str) -> list[str]:
        return [test.name for name, test in self._tests.items() if name in text]

    @staticmethod
    def _is_false(clause: str, groups: Sequence[_Group]) -> bool:
        if _PUPIL not in clause and _is_false_quantity(clause, groups):
            return True
        size = _SIZE.search(clause)
        if size is not None:
            said = int(size["count"] or size["all"] or size["there"])
            named = {each.found.n for each in groups} if _TEST in clause else set()
            return said not in named | {len(each.pupils) for each in groups}
        return _is_false_statistic(clause, groups)


def _is_false_quantity(clause: str, groups: Sequence[_Group]) -> bool:
    """Whether a clause says that all, none or so many did what another number did."""
    if found := _ALL.search(clause):
        done = _done(found)
        return not any(each.is_all(done) for each in groups)
    if found := _NOBODY.search(clause):
        return not any(0 in each.counts(_done(found)) for each in groups)
    counts = list(_COUNT_DID.finditer(clause))
    return len(counts) == 1 and not any(int(counts[0]["count"]) in each.counts(_done(counts[0])) for each in groups)


def _done(found: re.Match[str]) -> str:
    return next(name.removeprefix("all_") for name, said in found.groupdict().items() if said and name != "count")


def _is_false_statistic(clause: str, groups: Sequence[_Group]) -> bool:
    """Whether a clause gives a statistic a number that is another statistic, or the mark of somebody."""
    measures, numbers = list(_MEASURE.finditer(clause)), list(_NUMBER.finditer(clause))
    of_pupil = _PUPIL in clause and any(each.lastgroup in ("mean", "median", "pass_rate") for each in measures)
    if of_pupil or not measures or len(measures) != len(numbers):
        return False
    starts = [each.start() for pair in zip(measures, numbers, strict=True) for each in pair]
    if len(measures) > 1 and starts != sorted(starts):
        return False
    return any(
        not any(each.has(measure.lastgroup or "", number[0]) for each in groups)
        for measure, number in zip(measures, numbers, strict=True)
    )


def _is_rounded(written: str, value: float) -> bool:
    number = re.match(r"[\d.]+", written)
    digits = number[0] if number else "0"
    return abs(float(digits) - value) <= 0.5000001 * 10.0 ** -len(digits.partition(".")[2])


def group_refusal(sentences: Sequence[str]) -> str:
    """Return the words for the model about what is not so for a class."""
    said = " ".join(f"“{each[:200]}”" for each in sentences[:4])
    return f"This is not so in the imported data: {said} Look at what the tools returned, and say what is there."
