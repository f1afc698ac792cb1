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
    """An answer of the key: the number of its question, its line, its own lines, and those of its explanation."""

    number: int
    line: int
    answer: list[str]
    explanation: list[str]


class _AnswerKey(NamedTuple):
    """The entries of a key, and the first line that is ambiguous, or 0."""

    entries: list[_KeyEntry]
    unsure: int


def find_answer_key(source: Sequence[str]) -> int | None:
    """Return the index of the last line that may be the heading of a key."""
    indexes = range(len(source) - 1, -1, -1)
    return next((index for index in indexes if syntax.ANSWER_KEY.match(source[index].rstrip())), None)


def apply_answer_key(
    source: Sequence[str], first_line: int, drafts: Sequence[QuestionDraft], language: Language
) -> bool:
    """Give the answers of a key to the questions with their numbers. False if the lines are not a key.

    A key that is certainly meant as one, but is ambiguous, is an UnreadableQuiz.
    """
    key = _parse_key(source, first_line, {draft.label for draft in drafts})
    matched = _matching_drafts(key.entries, drafts)
    wrong = next((each.line for each, draft in zip(key.entries, matched, strict=True) if not draft), 0)
    if key.unsure or wrong or not key.entries:
        if _is_certain_key(source[0], key.entries, drafts):
            raise line_error(language, key.unsure or wrong or first_line, "unsure_key")
        return False
    for entry, draft in zip(key.entries, matched, strict=True):
        if draft:
            draft.set_field("correctAnswer", "\n".join(entry.answer), entry.line)
        if draft and entry.explanation and "explanation" not in draft.fields:
            draft.set_field("explanation", "\n".join(entry.explanation), entry.line)
    unanswered = next((draft for draft in drafts if draft.needs_answer), None)
    if unanswered:
        raise line_error(language, unanswered.line, "no_answer")
    return True


def _matching_drafts(entries: Sequence[_KeyEntry], drafts: Sequence[QuestionDraft]) -> list[QuestionDraft | None]:
    """Return the question of each entry; None if it has an answer already, or if several entries are for it."""
    labels = [draft.label for draft in drafts]
    if [entry.number for entry in entries] == labels:
        return [draft if draft.needs_answer else None for draft in drafts]
    questions, answers = Counter(labels), Counter(entry.number for entry in entries)
    sole = {draft.label: draft for draft in drafts if questions[draft.label] == 1 and draft.needs_answer}
    return [sole.get(entry.number) if answers[entry.number] == 1 else None for entry in entries]


def _is_certain_key(head_line: str, entries: Sequence[_KeyEntry], drafts: Sequence[QuestionDraft]) -> bool:
    """Whether the lines are certainly a key, so that they must be read or rejected."""
    head = syntax.ANSWER_KEY.match(head_line)
    if not drafts or not head:
        return False
    is_known = bool(entries) and entries[0].number in {draft.label for draft in drafts}
    unanswered = sum(draft.needs_answer for draft in drafts)
    is_named = bool(head["head"] or head["key"])
    return is_named or (unanswered > 1 and (is_known or unanswered == len(drafts)))


def _parse_key(source: Sequence[str], first_line: int, known: Set[int]) -> _AnswerKey:
    """Return the entries of a key, which starts with its heading. `known` are the numbers of the questions."""
    head = syntax.ANSWER_KEY.match(source[0].rstrip())
    written = [(head["text"] or "") if head else "", *source[1:]]
    numbered = [(number, line.strip()) for number, line in enumerate(written, first_line)]
    starts = {_entry_number(start) for _, line in numbered if (start := _START.match(line))}
    inner = known - starts
    entries: list[_KeyEntry] = []
    for line_number, line in numbered:
        if not line or _SKIPPED.match(line):
            continue
        found = [*_line_entries(line, line_number, inner)]
        if not all(each.number for each in found) or not (found or entries):
            return _AnswerKey(entries, line_number)
        entries += found
        if not found:
            _extend_entry(entries[-1], line)
    return _AnswerKey(entries, 0)


def _entry_number(found: re.Match[str]) -> int:
    return syntax.number_in(found["worded"] or found["round"] or found["bare"])


def _line_entries(line: str, line_number: int, inner: Set[int]) -> Iterator[_KeyEntry]:
    """Yield the entries of a line. The number 0 marks a range that does not match its answers."""
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
    """Yield the entries of `1-5 BACDA`: one letter or sign for each number, or one word."""
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
    mark = _EXPLANATION.search(written)
    answer, explanation = (written[: mark.start()], written[mark.end() :]) if mark else (written, "")
    return _KeyEntry(number, line_number, [*filter(None, [answer.strip()])], [*filter(None, [explanation.strip()])])


def _extend_entry(entry: _KeyEntry, line: str) -> None:
    """Add a line without a number to the entry before it."""
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
