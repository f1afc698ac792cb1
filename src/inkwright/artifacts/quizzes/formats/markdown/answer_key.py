"""Answer keys at the end of a Markdown quiz, matched to questions by number."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from inkwright.artifacts.quizzes.formats.markdown import syntax
from inkwright.artifacts.quizzes.formats.markdown.question import QuestionDraft, line_error
from inkwright.i18n import Language

_TRUTH_MARK = r"(?=(?:[A-ZＡ-Ｚ]{1,6}|[a-z√×✓✗对错])(?:[\s,，;；、。\d]|$))"
_BARE = rf"(?P<bare>\d{{1,4}})[ \t]*(?:\.(?!\d)|[．、:：)）=]|[-–—](?=[ \t]*[^\d\s])|{_TRUTH_MARK})"
_START = re.compile(
    r"(?:[-*+•][ \t]+)?(?:\*\*)?"
    r"(?:第[ \t]*(?P<worded>\d{1,4})[ \t]*题[ \t]*[.．、:：]?|[(（](?P<round>\d{1,4})[)）]"
    rf"|(?:[Qq]uestion|[Qq])?[ \t]*{_BARE})(?:\*\*)?[ \t\u3000]*"
)
_INNER = re.compile(rf"(?<=[\s,，;；。、A-ZＡ-Ｚ√×✓✗对错]){_BARE}[ \t\u3000]*")
_RANGE = r"(\d{1,4}+)[ \t]*+(?:[-–—~～－至到])[ \t]*+(\d{1,4}+)[ \t]*+题?+[ \t]*+[.:：、．)）]?+([^\d]++)"
_RANGES = re.compile(f"(?:{_RANGE})+")
_ONE_RANGE = re.compile(_RANGE)
_SKIPPED = re.compile(
    r"(?:#{1,6}[ \t]*)?[一二三四五六七八九十]{1,3}[、.．][^\d]{0,40}(?:[（(][^（()）]{0,60}[)）])?[。：:]?$"
    r"|[-*_][-*_ \t]*$"
)
_EXPLANATION = re.compile(r"(?:【(?:解析|解释)】|(?:解析|解释|explanation)[ \t]*[:：])[ \t]*", re.IGNORECASE)
_SEPARATORS = " \t\u3000,，;；、。"


class _KeyEntry(NamedTuple):
    """An answer of the key: the number of its question, its line, the lines that say it, and those that say why."""

    number: int
    line: int
    answer: list[str]
    explanation: list[str]


class _AnswerKey(NamedTuple):
    """What is in a key, and the first line that cannot be read for sure; 0 where all can."""

    entries: list[_KeyEntry]
    unsure: int


def find_answer_key(source: Sequence[str]) -> int | None:
    """The place of the last line that may be the head of a key."""
    return next((at for at in range(len(source) - 1, -1, -1) if syntax.ANSWER_KEY.match(source[at].rstrip())), None)


def apply_answer_key(
    source: Sequence[str], first_line: int, drafts: Sequence[QuestionDraft], language: Language
) -> bool:
    """Whether the lines from the head of a key on are answers by the numbers of these questions, which then have them.

    What can be nothing but a key, and is not sure, is refused.
    """
    key = _parse_key(source, first_line, {draft.label for draft in drafts})
    meant = _matching_drafts(key.entries, drafts)
    wrong = next((each.line for each, draft in zip(key.entries, meant, strict=True) if not draft), 0)
    if key.unsure or wrong or not key.entries:
        if _is_certain_key(source[0], key.entries, drafts):
            raise line_error(language, key.unsure or wrong or first_line, "unsure_key")
        return False
    for entry, draft in zip(key.entries, meant, strict=True):
        if draft:
            draft.set_field("correctAnswer", "\n".join(entry.answer), entry.line)
        if draft and entry.explanation and "explanation" not in draft.fields:
            draft.set_field("explanation", "\n".join(entry.explanation), entry.line)
    left = next((draft for draft in drafts if draft.wants_answer), None)
    if left:
        raise line_error(language, left.line, "no_answer")
    return True


def _matching_drafts(entries: Sequence[_KeyEntry], drafts: Sequence[QuestionDraft]) -> list[QuestionDraft | None]:
    """The question of each entry; None where it has an answer already, or where more than one entry is for it."""
    labels = [draft.label for draft in drafts]
    if [entry.number for entry in entries] == labels:
        return [draft if draft.wants_answer else None for draft in drafts]
    questions, answers = Counter(labels), Counter(entry.number for entry in entries)
    sole = {draft.label: draft for draft in drafts if questions[draft.label] == 1 and draft.wants_answer}
    return [sole.get(entry.number) if answers[entry.number] == 1 else None for entry in entries]


def _is_certain_key(head_line: str, entries: Sequence[_KeyEntry], drafts: Sequence[QuestionDraft]) -> bool:
    """Whether the lines can be nothing but a key, so that they must be read or refused."""
    head = syntax.ANSWER_KEY.match(head_line)
    if not drafts or not head:
        return False
    is_of_known = bool(entries) and entries[0].number in {draft.label for draft in drafts}
    wanting = sum(draft.wants_answer for draft in drafts)
    is_named = bool(head["head"] or head["key"])
    return is_named or (wanting > 1 and (is_of_known or wanting == len(drafts)))


def _parse_key(source: Sequence[str], first_line: int, known: Set[int]) -> _AnswerKey:
    """The entries of the lines from the head of a key on. `known` are the numbers of the questions."""
    head = syntax.ANSWER_KEY.match(source[0].rstrip())
    written = [(head["text"] or "") if head else "", *source[1:]]
    numbered = [(first_line + at, line.strip()) for at, line in enumerate(written)]
    starts = {_entry_number(found) for _, line in numbered if (found := _START.match(line))}
    inner = known - starts
    entries: list[_KeyEntry] = []
    for line_number, line in numbered:
        if not line or _SKIPPED.match(line):
            continue
        made = [*_line_entries(line, line_number, inner)]
        if not all(each.number for each in made) or not (made or entries):
            return _AnswerKey(entries, line_number)
        entries += made
        if not made:
            _extend_entry(entries[-1], line)
    return _AnswerKey(entries, 0)


def _entry_number(found: re.Match[str]) -> int:
    return syntax.number_in(found["worded"] or found["round"] or found["bare"])


def _line_entries(line: str, line_number: int, inner: Set[int]) -> Iterator[_KeyEntry]:
    """The entries of a line; one with the number 0 where the line is a range that does not fit its answers."""
    if _RANGES.fullmatch(line):
        for found in _ONE_RANGE.finditer(line):
            yield from _range_entries(found, line_number)
        return
    start = _START.match(line)
    if not start:
        return
    number, begin = _entry_number(start), start.end()
    for found in _INNER.finditer(line, begin):
        if syntax.number_in(found["bare"]) == number + 1 and number + 1 in inner:
            yield _make_entry(number, line_number, line[begin : found.start()].rstrip(_SEPARATORS))
            number, begin = number + 1, found.end()
    yield _make_entry(number, line_number, line[begin:])


def _range_entries(found: re.Match[str], line_number: int) -> Iterator[_KeyEntry]:
    """`1-5 BACDA`: one letter or sign for each, or as many words as there are numbers."""
    first, last = syntax.number_in(found[1]), syntax.number_in(found[2])
    words = re.split(r"[\s,，;；、]+", found[3].strip(_SEPARATORS + "."))
    answers = words if len(words) == last - first + 1 else [*"".join(words)]
    if len(answers) != last - first + 1:
        yield _KeyEntry(0, line_number, [], [])
        return
    for number, answer in enumerate(answers, first):
        yield _KeyEntry(number, line_number, [answer], [])


def _make_entry(number: int, line_number: int, written: str) -> _KeyEntry:
    field = syntax.FIELD.match(written)
    if field and syntax.field_name(field) == "correctAnswer":
        written = field["text"]
    why = _EXPLANATION.search(written)
    answer, explanation = (written[: why.start()], written[why.end() :]) if why else (written, "")
    return _KeyEntry(number, line_number, [*filter(None, [answer.strip()])], [*filter(None, [explanation.strip()])])


def _extend_entry(entry: _KeyEntry, line: str) -> None:
    """A line without a number goes on with the entry before it."""
    field = syntax.FIELD.match(line)
    name = syntax.field_name(field) if field else ""
    if field and name == "explanation" and not entry.explanation:
        entry.explanation.append(field["text"].strip())
    elif field and name == "correctAnswer" and not entry.answer:
        entry.answer.append(field["text"].strip())
    elif entry.explanation:
        entry.explanation.append(line)
    else:
        entry.answer.append(line)
