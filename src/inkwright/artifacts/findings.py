"""Findings: what a check found, where it is and how to fix it. They become text when someone reads them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_serializer, field_validator, model_serializer, model_validator

from inkwright.artifacts.text import one_line
from inkwright.errors import InvalidOption, TypesettingFailed
from inkwright.i18n import Language, Reason, error_text, text

Severity = Literal["error", "warning"]
FoundError = InvalidOption | TypesettingFailed
"""The errors that a check may report as findings."""

_MAX_QUOTED: Final = 60
_ERROR_PREFIX: Final = "error."
_LITERAL: Final = "literal"


class Location(BaseModel):
    """Where something was found. Only the known parts are set; numbers count from 1.

    `path` names a field of the data, such as `slides[2].title`; with a `question` it starts inside that question.
    `label` is a location in words: earlier versions stored nothing else.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    file: str = ""
    line: int = 0
    page: int = 0
    slide: int = 0
    question: int = 0
    part: int = 0
    path: str = ""
    title: str = ""
    whole: Literal["", "deck", "document"] = ""
    label: str = ""

    @property
    def question_path(self) -> str:
        """The path of the question, such as `questions[2].subQuestions[0]`; empty outside of questions."""
        question = f"questions[{self.question - 1}]" if self.question else ""
        part = f"subQuestions[{self.part - 1}]" if self.part else ""
        return ".".join(filter(None, (question, part)))

    def with_parts(self, **parts: Any) -> Self:
        """A copy with more parts set."""
        return self.model_copy(update=parts)

    def text(self, language: Language) -> str:
        """Return the location in words."""
        if self.label or self == NOWHERE:
            return self.label
        path = ".".join(filter(None, (self.question_path, self.path)))
        if path:
            named = f"{path} “{self.title}”" if self.title else path
            return text(language, "quiz.markdown.place", line=self.line, place=named) if self.line else named
        number = self.slide or self.page
        return text(language, self._message_key(), number=number, title=self.title, name=self.file, line=self.line)

    def _message_key(self) -> str:
        if self.slide:
            return "finding.pptx.place"
        if self.page:
            return "finding.pdf.place"
        if self.title:
            return "finding.authoring.place.section"
        if self.whole:
            return f"finding.authoring.place.{self.whole}"
        return "page.place.line" if self.line else "finding.place.file"

    @model_serializer
    def _known_parts(self) -> dict[str, Any]:
        return {name: value for name, value in self if value}


NOWHERE: Final = Location()


class Finding(BaseModel):
    """One problem of an artifact. An error keeps the artifact from being verified; a warning is stored with it.

    `code` names the messages `finding.<code>.what` and `finding.<code>.mend`, and `fields` fills them in. A field may
    be a `Reason`. The code `literal` has its texts as fields: `what` and `mend`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    severity: Severity
    location: Location = NOWHERE
    fields: Mapping[str, Any] = Field(default_factory=dict)

    def at(self, **parts: Any) -> Self:
        """Return the finding with more parts of its location set."""
        return self.model_copy(update={"location": self.location.with_parts(**parts)})

    def message(self, language: Language) -> str:
        """Describe the problem."""
        error = _error_from(self)
        return error_text(language, error)[0] if error else self._text(language, "what")

    def fix(self, language: Language) -> str:
        """Describe the fix."""
        error = _error_from(self)
        return error_text(language, error)[1] if error else self._text(language, "mend")

    def summary(self, language: Language) -> str:
        """Return the location, the message and the fix in one line."""
        return f"{self.location.text(language)}: {self.message(language)} {self.fix(language)}".rstrip()

    def to_json(self, language: Language) -> dict[str, str]:
        """Return the finding as commands print it with `--json`."""
        return {
            "severity": self.severity,
            "place": self.location.text(language),
            "what": self.message(language),
            "mend": self.fix(language),
        }

    def _text(self, language: Language, name: str) -> str:
        try:
            if self.code == _LITERAL:
                return str(self.fields[name])
            return text(language, f"finding.{self.code}.{name}", **self.fields)
        except KeyError:
            # Another version stored it: its message, or a field of it, is not known here.
            return self.code if name == "what" else ""

    @model_validator(mode="before")
    @classmethod
    def _read_texts(cls, given: Any) -> Any:
        """Read what earlier versions stored: the location, the message and the fix as texts."""
        if isinstance(given, dict) and given.keys() == {"severity", "place", "what", "mend"}:
            fields = {"what": given["what"], "mend": given["mend"]}
            location = {"label": given["place"]}
            return {"code": _LITERAL, "severity": given["severity"], "location": location, "fields": fields}
        return given

    @field_validator("fields")
    @classmethod
    def _read_reasons(cls, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return {name: _read_field(value) for name, value in given.items()}

    @field_serializer("fields")
    def _written_fields(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        return {name: _written_field(value) for name, value in fields.items()}


def finding(code: str, location: Location = NOWHERE, /, *, severity: Severity = "error", **fields: object) -> Finding:
    """Create the finding with the messages `finding.<code>.what` and `finding.<code>.mend`."""
    return Finding(code=code, severity=severity, location=location, fields=fields)


def error_finding(error: FoundError, location: Location = NOWHERE, /) -> Finding:
    """Create a finding with the texts of an error."""
    return Finding(code=f"{_ERROR_PREFIX}{error.code}", severity="error", location=location, fields=error.fields)


def quoted_line(line: str) -> str:
    """Shorten a line for a message that quotes it."""
    line = one_line(line)
    return line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}…"


def _error_from(found: Finding) -> FoundError | None:
    """The error from which a finding was made."""
    kind = _error_classes().get(found.code)
    return kind(**found.fields) if kind else None


@cache
def _error_classes() -> Mapping[str, type[FoundError]]:
    kinds = (*_with_subclasses(InvalidOption), *_with_subclasses(TypesettingFailed))
    return {f"{_ERROR_PREFIX}{kind.code}": kind for kind in kinds}


def _with_subclasses(kind: type[FoundError]) -> Iterator[type[FoundError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _with_subclasses(each)


def _written_field(value: Any) -> Any:
    if isinstance(value, Reason):
        return {"key": value.key, "fields": {name: _written_field(each) for name, each in value.fields.items()}}
    return value if isinstance(value, str | int | float | bool) else str(value)


def _read_field(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"key", "fields"}:
        return Reason(value["key"], **{name: _read_field(each) for name, each in value["fields"].items()})
    return value
