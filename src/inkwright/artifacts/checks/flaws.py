"""A flaw: something wrong with a slide, before it is told in a language."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.artifacts.wording import one_line
from inkwright.i18n import Language, text

_SHOWN: Final = 60


class Flaw(NamedTuple):
    """`key` names its messages under `finding.pptx`, `fields` are theirs."""

    key: str
    severity: Severity
    fields: dict[str, Any]


def told(flaws: Iterable[Flaw], number: int, language: Language) -> Iterator[Finding]:
    """The flaws of a slide as findings."""
    place = text(language, "finding.pptx.place", number=number)
    for key, severity, fields in flaws:
        yield finding(language, f"pptx.{key}", place=place, severity=severity, **fields)


def shown(line: str) -> str:
    """A line as a message quotes it."""
    line = one_line(line)
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
