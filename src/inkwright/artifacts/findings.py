"""What is wrong with something made: where, and how to mend it, in words that a model can act on."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

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
