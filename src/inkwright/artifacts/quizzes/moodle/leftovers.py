"""What a question of Moodle has and a question here has not: each such thing is a note."""

import re
from typing import Any, Final

from inkwright.artifacts.quizzes.html_reading import from_html
from inkwright.artifacts.quizzes.notes import Notes

_OUTCOMES: Final = ("correctfeedback", "partiallycorrectfeedback", "incorrectfeedback")
_DEFAULT_OUTCOME = re.compile(
    r"your answer is (?:correct|partially correct|incorrect)"
    r"|[您你]的?(?:答案|回答)是?(?:部分)?(?:正确|不正确|错误|不对|对)的?",
    re.IGNORECASE,
)
_USUAL_PENALTIES: Final = (0.0, 0.1, 0.3333333)
_NO_PENALTY: Final = frozenset({"truefalse", "description", "essay"})


def note_leftovers(element: Any, kind: str, number: str, notes: Notes) -> None:
    """Note all of the question that does not come along."""
    if any(_said(each) for each in element.iterfind("hint")):
        notes.add("no_hints", number)
    told = [_said(each) for name in _OUTCOMES for each in element.iterfind(name)]
    if any(each and not _DEFAULT_OUTCOME.fullmatch(each.strip(" .。!！")) for each in told):
        notes.add("no_outcomes", number)
    if (element.findtext("usecase") or "").strip() == "1":
        notes.add("case_matters", number)
    if any(_said(each) for each in element.iterfind("responsetemplate")):
        notes.add("no_template", number)
    if any((each.findtext("unit_name") or "").strip() for each in element.iterfind("units/unit")):
        notes.add("no_units", number)
    if kind not in _NO_PENALTY and _is_unusual((element.findtext("penalty") or "").strip()):
        notes.add("no_penalty", number)


def _said(element: Any) -> str:
    return from_html(element.findtext("text") or "").words


def _is_unusual(penalty: str) -> bool:
    try:
        return bool(penalty) and all(abs(float(penalty) - usual) > 1e-4 for usual in _USUAL_PENALTIES)
    except ValueError:
        return True
