"""The gaps in a cloze question of Moodle, read as blanks with their answers."""

import re
from typing import Final, NamedTuple

from inkwright.artifacts.quizzes.answer_reading import number_of, without_stars
from inkwright.artifacts.quizzes.html_reading import from_html
from inkwright.artifacts.quizzes.specs import MAX_ALTERNATIVES, MAX_BLANKS

_OPENS = re.compile(r"\{(\d{0,3}):([A-Z_]+):")
_CLOSES = re.compile(r"(?:[^}\\]|\\.)*+\}", re.DOTALL)
_ANSWER = re.compile(r"(?:[^~\\]|\\.)++", re.DOTALL)
_BODY = re.compile(r"(?:[^#\\]|\\.)*+", re.DOTALL)
_WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d{1,9})?)%")
# An escaped star is told from one that stands for any words later on.
_ESCAPED = re.compile(r"\\([^*])", re.DOTALL)
_SHORT: Final = frozenset("SHORTANSWER SA MW SHORTANSWER_C SAC MWC".split())
_MATCHES_CASE: Final = frozenset("SHORTANSWER_C SAC MWC".split())
_NUMERICAL: Final = frozenset("NUMERICAL NM".split())
_CHOICE: Final = frozenset(
    "MULTICHOICE MC MULTICHOICE_V MCV MULTICHOICE_H MCH MULTICHOICE_S MCS MULTICHOICE_VS MCVS MULTICHOICE_HS "
    "MCHS".split()
)
_BLANK: Final = "____"
_WHOLE: Final = 100.0


class Cloze(NamedTuple):
    """The text as HTML with blanks in it, the answers to each, what all count, and the keys of notes."""

    markup: str
    answers: list[list[str]]
    points: int
    notes: frozenset[str]


class _Answer(NamedTuple):
    body: str
    weight: float
    has_remark: bool


def read_cloze(written: str) -> Cloze | None:
    """The gaps as blanks; None where a gap can be no blank, or there are too many."""
    notes: set[str] = set()
    markup: list[str] = []
    answers: list[list[str]] = []
    weights: list[int] = []
    start = 0
    while opens := _OPENS.search(written, start):
        closes = _CLOSES.match(written, opens.end())
        given = [_answer(each) for each in _ANSWER.findall(closes[0][:-1])] if closes else []
        right = _right(opens[2], given, notes)
        if closes is None or not 0 < len(right) <= MAX_ALTERNATIVES or len(answers) >= MAX_BLANKS:
            return None
        markup += [written[start : opens.start()], _BLANK, _choices(opens[2], given)]
        answers.append(right)
        weights.append(int(opens[1] or 1))
        start = closes.end()
    if len(set(weights)) > 1:
        notes.add("gap_points")
    return Cloze("".join([*markup, written[start:]]), answers, sum(weights), frozenset(notes))


def _answer(written: str) -> _Answer:
    body = _BODY.match(written)
    found = body[0].strip() if body else ""
    has_remark = bool(written[len(body[0]) + 1 :].strip()) if body else False
    weight = _WEIGHT.match(found)
    if weight:
        return _Answer(_plain(found[weight.end() :]), float(weight[1]), has_remark)
    if found.startswith("="):
        return _Answer(_plain(found[1:]), _WHOLE, has_remark)
    return _Answer(_plain(found), 0.0, has_remark)


def _plain(written: str) -> str:
    return _ESCAPED.sub(r"\1", written)


def _right(kind: str, given: list[_Answer], notes: set[str]) -> list[str]:
    """The answers that are wholly right, none where the gap is of another kind."""
    right = [each for each in given if each.weight >= _WHOLE]
    is_choice = kind in _CHOICE
    if kind in _NUMERICAL:
        found = _numbers(right, notes)
    elif is_choice or kind in _SHORT:
        found = _words(right, notes, has_stars=not is_choice)
    else:
        return []
    if any(each.has_remark or (each not in right and (each.weight or not is_choice)) for each in given):
        notes.add("partly_right")
    notes.update({"gap_options"} if is_choice else {"case_matters"} if kind in _MATCHES_CASE else ())
    return found


def _numbers(right: list[_Answer], notes: set[str]) -> list[str]:
    numbers = [number_of(each.body) for each in right]
    notes.add("numeric")
    return [each.text for each in numbers if each] if all(numbers) else []


def _words(right: list[_Answer], notes: set[str], *, has_stars: bool) -> list[str]:
    found = []
    for each in right:
        words, changes = from_html(each.body)
        notes.update(changes)
        if has_stars:
            words, is_wild = without_stars(words)
            notes.update({"wildcards"} if is_wild else ())
        found.append(words)
    return [*filter(None, found)]


def _choices(kind: str, given: list[_Answer]) -> str:
    """What there is to choose, as it stands behind the blank."""
    return f" ({' / '.join(each.body for each in given)})" if kind in _CHOICE else ""
