"""What is checked of every document before it is opened, and how the counts of a document are compared."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.artifacts.documents.facts import COUNTS, Facts
from inkwright.artifacts.documents.kept_sources import SOURCE_NAME
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.leftovers import is_leftover
from inkwright.artifacts.wording import one_line
from inkwright.i18n import Language, text

SHOWN: Final = 60
OPEN_LINKS: Final = ("http://", "https://", "mailto:")

_UNRESOLVED = re.compile(
    r"Error! (?:Reference source|Bookmark) not|错误[!！]\s*未(?:找到引用源|定义书签)|"
    r"(?:Figure|Fig\.|Table|Section|Sec\.|Equation|Eq\.|图|表|式|第)\s*\(?\?\?|\(\?\?\)|\[\?\]"
)


def of_the_file(draft: Draft, language: Language, ending: str, *, with_others: bool = False) -> list[Finding]:
    """What is wrong before anything is opened."""
    place = text(language, "finding.place.file", name=draft.name)
    extra = [] if with_others else sorted(draft.files.keys() - {draft.name} - _sources(draft))
    found = [finding(language, "document.extra_file", place=place, name=name) for name in extra]
    if not draft.name.lower().endswith(ending):
        found.append(finding(language, "document.wrong_name", place=place, ending=ending))
    if not draft.main:
        found.append(finding(language, "document.empty_file", place=place))
    return found


def _sources(draft: Draft) -> set[str]:
    """The source that was kept beside the document, where it is text."""
    try:
        draft.files.get(SOURCE_NAME, b"").decode()
    except UnicodeDecodeError:
        return set()
    return {SOURCE_NAME}


def of_the_counts(counted: Facts, expected: Facts | None, language: Language, place: str) -> Iterator[Finding]:
    """Where the file holds more or less than its source. A file without facts is not ours, or was edited since."""
    for name in COUNTS if expected is not None else ():
        found, meant = getattr(counted, name), getattr(expected, name)
        if found != meant:
            what = text(language, f"document.counted.{name}")
            yield finding(language, "document.lost", place=place, what_kind=what, found=found, expected=meant)


def of_the_lines(lines: Sequence[str], language: Language, place: str) -> Iterator[Finding]:
    """References that lead nowhere, and placeholder text that was left."""
    for line in lines:
        if found := _UNRESOLVED.search(line):
            yield finding(language, "document.unresolved", place=place, text=shown(line[max(0, found.start() - 20) :]))
        elif is_leftover(line):
            yield finding(language, "document.leftover", place=place, text=shown(line))


def shown(line: str) -> str:
    """The line, short enough for a message."""
    line = one_line(line)
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"
