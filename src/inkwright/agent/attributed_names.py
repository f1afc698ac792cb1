"""Names that a reply gives marks to although no pupil has them: in lists and tables of pupils, and said plainly."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.grounding.language.traditional import simplified
from inkwright.school.pupil_names import is_chinese_name
from inkwright.school.school import School

_NAME: Final = r"[A-Z][a-z'’-]+(?: [A-Z][a-z'’-]+){1,2}"
_MARK: Final = r"\d+(?:\.\d+)?\s?(?:points?\b|marks?\b|out of\b|of \d|/|[%％]|[.,;)]|$)"
_SAID: Final = (
    re.compile(rf"\b(?P<name>{_NAME}) (?:got|scored|received|achieved|earned) (?:only )?{_MARK}", re.MULTILINE),
    re.compile(
        rf"\b(?:best|highest|lowest|weakest|worst)\b[^.;\n]{{0,40}}? (?:is|was|by) (?P<name>{_NAME})"
        rf"(?: with| at|,| \()\s?{_MARK}",
        re.MULTILINE,
    ),
    re.compile(
        r"最[高低好差][^。；\n]{0,12}?[是为](?P<name>[\u3400-\u9fff]{2,3})(?:同学)?[，,（(]?(?:得了?|考了|拿了|以)?\s?\d+(?:\.\d+)?\s?分"
    ),
    re.compile(
        r"(?:^|[，。；：、\s])(?P<name>[\u3400-\u9fff]{2,3}?)(?:同学)?(?:得了|考了|拿了|得)\s?\d+(?:\.\d+)?\s?分",
        re.MULTILINE,
    ),
)
_CELL: Final = re.compile(
    r"^\s*(?:\|(?:\s*\d+\s*\|)?|[-*•]|\d{1,3}[.)、])\s*\**(?P<name>[^|:：*\d（(]{2,40}?)\**\s*[|:：]\**\s*\d+(?:\.\d+)?"
    r"\s?(?:points?\b|marks?\b|分|out of\b|of \d|/|[%％]|[|.,;，；]|$)",
    re.MULTILINE,
)
_LABEL: Final = re.compile(
    r"\b(?:class|form|mean|average|median|total|full|marks?|max\w*|min\w*|highest|lowest|pass\w*|fail\w*|rate|standard"
    r"|deviation|range|overall|group|percentile|tests?|quiz|exams?|scores?|results?|all|absent|number|pupils?|students?"
    r"|question|part|section|unit|topic|rank|place|grade|level|other\w*|paper|term|name)\b|[分率差数人班均卷段名次题单元]",
    re.IGNORECASE,
)
"""Words of rows that are no pupils: what is no name is not judged."""
_MIN_PUPILS: Final = 2


def unknown_pupils(message: str, school: School | None, evidence: Sequence[str] = ()) -> list[str]:
    """Return the names that get marks in a message, and that are neither those of pupils nor in the evidence."""
    if school is None:
        return []
    text, known = simplified(message), simplified("\n".join(each.name for each in school.data.pupils))
    rows = [match["name"].strip() for match in _CELL.finditer(text)]
    pupils = known.split("\n")
    is_list = len(set(rows).intersection(pupils)) >= _MIN_PUPILS
    said = [match["name"] for pattern in _SAID for match in pattern.finditer(text)] + (rows if is_list else [])
    names = [each for each in dict.fromkeys(said) if _is_name(each)]
    if not names:
        return []
    read = simplified("\n".join([known, *school.tests, *(each.name for each in school.classes.values()), *evidence]))
    return [each for each in names if each.casefold() not in read.casefold() and not any(_holds(each, pupils))]


def _is_name(written: str) -> bool:
    return not _LABEL.search(written) and (is_chinese_name(written) or re.fullmatch(_NAME, written) is not None)


def _holds(name: str, pupils: Sequence[str]) -> Iterator[bool]:
    """Whether it is the name of a pupil in other words: with more words, or with these in another order."""
    words = set(name.casefold().split())
    for pupil in pupils:
        own = set(pupil.casefold().split())
        yield bool(own) and (own <= words or words <= own or pupil in name)


def unknown_refusal(names: Sequence[str]) -> str:
    """Return the words for the model about pupils that do not exist."""
    return (
        f"No pupil of the imported data has this name: {', '.join(names[:8])}. Look at what the tools returned, and "
        "name only pupils that are there."
    )
