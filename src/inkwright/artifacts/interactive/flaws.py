"""A flaw of a page before it is put into words."""

from dataclasses import dataclass, field

from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.i18n import Language, text


@dataclass(frozen=True, slots=True)
class Flaw:
    """Its messages are `finding.page.<key>`; `line` is 0 where it is no single place."""

    key: str
    line: int = 0
    severity: Severity = "error"
    fields: dict[str, object] = field(default_factory=dict)

    def told(self, language: Language, name: str) -> Finding:
        """The flaw in words, of the file of this name."""
        key = "page.place.line" if self.line else "finding.place.file"
        place = text(language, key, name=name, line=self.line)
        return finding(language, f"page.{self.key}", place=place, severity=self.severity, **self.fields)
