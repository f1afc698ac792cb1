"""Findings: what is wrong with an artifact, where, and how to fix it."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.text import one_line
from inkwright.i18n import Language, text

Severity = Literal["error", "warning"]


class Finding(BaseModel):
    """One thing that is wrong. An error keeps the artifact from being believed; a warning goes along with it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    severity: Severity
    place: str
    what: str
    mend: str


def finding(language: Language, key: str, *, place: str, severity: Severity = "error", **fields: object) -> Finding:
    """The finding whose two messages are `finding.<key>.what` and `finding.<key>.mend`."""
    return Finding(
        severity=severity,
        place=place,
        what=text(language, f"finding.{key}.what", **fields),
        mend=text(language, f"finding.{key}.mend", **fields),
    )


_MAX_QUOTED: Final = 60


class SlideIssue(NamedTuple):
    """`key` names its messages under `finding.pptx`, `fields` are theirs."""

    key: str
    severity: Severity
    fields: dict[str, Any]


def slide_findings(flaws: Iterable[SlideIssue], number: int, language: Language) -> Iterator[Finding]:
    """The flaws of a slide as findings."""
    place = text(language, "finding.pptx.place", number=number)
    for key, severity, fields in flaws:
        yield finding(language, f"pptx.{key}", place=place, severity=severity, **fields)


def quoted_line(line: str) -> str:
    """A line as a message quotes it."""
    line = one_line(line)
    return line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}…"
