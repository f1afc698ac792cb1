"""The source of a document: front matter and a Markdown body, read and validated within limits."""

import datetime as dt
import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from inkwright.artifacts.text import is_blank, one_line, split_text
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason
from inkwright.parsing.markdown_tree import MarkdownHeading, MarkdownText, parse_tree, texts_of

DocumentKind = Literal["plain", "lesson_plan", "worksheet", "report", "letter"]
DocumentLanguage = Literal["en", "zh", "zh-Hant"]
SourceFormat = Literal["markdown", "json", "yaml"]

MAX_BODY: Final = 200_000
MAX_FRONT_MATTER: Final = 20_000
MAX_TITLE: Final = 300
MAX_SHORT: Final = 200
MAX_FIELDS: Final = 30
MAX_LABEL: Final = 40
MAX_VALUE: Final = 2_000
MAX_ANSWER_LINES: Final = 12

KNOWN_FIELDS: Final = (
    "subject", "grade", "class", "duration", "teacher", "school", "lesson_type", "objectives", "key_points",
    "difficulties", "materials", "methods", "homework", "score", "time", "instructions", "sender", "recipient",
)  # fmt: skip
"""Fields with a label in each language. They may be top-level keys of the front matter."""

_SIMPLIFIED: Final = ("zh", "zh-cn", "zh-hans", "zh-sg")
_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
# A deck from the same source uses these; a document ignores them.
_IGNORED_KEYS: Final = frozenset({"theme", "template"})
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING_ATTRIBUTES = re.compile(r"\s?\{[^{}]*\}\Z")
_TITLE_SAMPLE: Final = 4_000
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z]")
# Characters that XML and PDF cannot contain. Tabs, line ends and everything visible stay.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_LANGUAGE_SAMPLE: Final = 20_000


def _line(value: object) -> object:
    """Turn a number into text and a text into a single line."""
    return one_line(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _lines(value: object) -> object:
    """Keep the lines of a text, such as an address, as a list."""
    written = [each for each in value.splitlines() if each.strip()] if isinstance(value, str) else []
    value = written if len(written) > 1 else value
    return [_line(each) for each in value] if isinstance(value, list | tuple) else _line(value)


def _names(value: object) -> object:
    return ", ".join(str(each) for each in value) if isinstance(value, list | tuple) else value


def _body(value: object) -> object:
    return _UNWRITABLE.sub("", value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else value


def _visible(value: str) -> str:
    if is_blank(value):
        raise ValueError(Reason("reason.documents.blank"))
    return value


_Short = Annotated[str, Field(max_length=MAX_SHORT), BeforeValidator(_line)]
_Label = Annotated[str, Field(min_length=1, max_length=MAX_LABEL), BeforeValidator(_line), AfterValidator(_visible)]
_Line = Annotated[str, Field(max_length=MAX_VALUE)]
_Value = Annotated[_Line | Annotated[list[_Line], Field(max_length=20)], BeforeValidator(_lines)]


class DocumentSpec(BaseModel):
    """A document: its kind, its header, and its body in Markdown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: DocumentKind = Field(default="plain", description="Decides the design and the header.")
    title: Annotated[
        str, Field(min_length=1, max_length=MAX_TITLE), BeforeValidator(_line), AfterValidator(_visible)
    ] = Field(description="The title of the whole document, plain text.")
    subtitle: _Short = Field(default="", description="One line under the title; may be empty.")
    author: Annotated[_Short, BeforeValidator(_names)] = Field(default="", description="Who wrote it.")
    date: _Short = Field(default="", description="The date as it is printed.")
    language: DocumentLanguage = Field(default="en", description="The language of captions, labels and typography.")
    toc: bool | None = Field(default=None, description="A table of contents; where null, long documents have one.")
    numbered: bool = Field(default=False, description="Whether headings are numbered.")
    answer_lines: int = Field(
        default=0, ge=0, le=MAX_ANSWER_LINES, description="Lines to write on under each task of a worksheet."
    )
    keywords: list[_Short] = Field(default=[], max_length=20, description="For the properties of the file.")
    fields: dict[_Label, _Value] = Field(
        default={},
        max_length=MAX_FIELDS,
        description="The header of a lesson plan or worksheet: subject, grade, duration, objectives…",
    )
    body: Annotated[str, Field(max_length=MAX_BODY), BeforeValidator(_body)] = Field(
        description="Markdown: headings, lists, tables, footnotes, task lists, code, pictures, TeX math."
    )

    @property
    def speech(self) -> Language:
        """The language of its messages."""
        return "en" if self.language == "en" else "zh"


def read_document(source: str, source_format: SourceFormat = "markdown") -> DocumentSpec:
    """Read a document from its source. A source that exceeds a limit or has unknown keys raises InvalidOption."""
    if source_format == "markdown":
        return _from_markdown(source)
    limit = MAX_BODY + MAX_FRONT_MATTER
    if len(source) > 2 * limit:
        size = str(Reason("reason.documents.characters", count=len(source)))
        raise InvalidOption(
            option="source", value=size, allowed=Reason("reason.documents.source_size", limit=2 * limit)
        )
    return _validated_spec(_parsed_json(source) if source_format == "json" else load_yaml(source))


def _from_markdown(markdown: str) -> DocumentSpec:
    markdown = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    head, body = split_source(markdown)
    given = load_yaml(head) if head.strip() else {}
    if not isinstance(given, dict):
        raise InvalidOption(option="front matter", value=head[:80], allowed=Reason("reason.documents.front_matter"))
    known = {key: value for key, value in given.items() if key not in _IGNORED_KEYS}
    known["fields"] = _fields(known)
    known["body"] = body
    if "title" not in known:
        known["title"], known["body"] = _title_of(body)
    return _validated_spec(known)


def split_source(markdown: str) -> tuple[str, str]:
    """Split a source into front matter and body. A line of dashes without a closing line is not front matter."""
    found = _FRONT_MATTER.match(markdown)
    if not found:
        return "", markdown
    head = found[1] or ""
    if len(head) > MAX_FRONT_MATTER:
        size = str(Reason("reason.documents.characters", count=len(head)))
        allowed = Reason("reason.documents.front_matter_size", limit=MAX_FRONT_MATTER)
        raise InvalidOption(option="front matter", value=size, allowed=allowed)
    return head, markdown[found.end() :]


def _fields(given: dict[Any, Any]) -> dict[Any, Any]:
    """Remove the fields from `given` and return them, top-level keys first."""
    at_top = {key: given.pop(key) for key in list(given) if key in KNOWN_FIELDS}
    fields = given.pop("fields", None) or {}
    if not isinstance(fields, dict):
        raise InvalidOption(option="fields", value=str(fields)[:80], allowed=Reason("reason.documents.fields"))
    return at_top | fields


def _title_of(body: str) -> tuple[str, str]:
    """Return the title and the body without it: the first heading, or else the first words."""
    start = body.lstrip()[:_TITLE_SAMPLE]
    texts = [_first_line(each) for each in texts_of(parse_tree(start))]
    title = _HEADING_ATTRIBUTES.sub("", next((each for each in texts if not is_blank(each)), ""))
    heading, _, rest = body.lstrip().partition("\n")
    match parse_tree(heading[:_TITLE_SAMPLE]):
        case [MarkdownHeading(level=1)] if not is_blank(title) and len(title) <= MAX_TITLE:
            return title, rest
    parts = split_text(title, MAX_TITLE // 3)
    if not parts:
        raise InvalidOption(option="title", value="", allowed=Reason("document.no_title"))
    return parts[0], body


def _first_line(words: MarkdownText) -> str:
    return one_line("".join(run.text for run in words if run.line == words[0].line))


def _parsed_json(source: str) -> Any:
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(
            option="source", value=source[:80], allowed=Reason("reason.documents.json", problem=str(problem))
        ) from problem


def _validated_spec(given: Any) -> DocumentSpec:
    if not isinstance(given, dict):
        raise InvalidOption(option="source", value=str(given)[:80], allowed=Reason("reason.documents.mapping"))
    given = {**given, "language": _language(given), "date": _date(given)}
    try:
        return DocumentSpec.model_validate(given)
    except ValidationError as problem:
        first = problem.errors()[0]
        path = ".".join(map(str, first["loc"])) or "source"
        raise InvalidOption(option=path, value=str(first["input"])[:80], allowed=f"{first['msg']}.") from problem


def usable_fields(given: Mapping[Any, Any]) -> dict[str, Any]:
    """Return the front matter that a document can have. What other programs wrote there, such as `layout`, is not."""
    return {str(key): value for key, value in given.items() if _is_usable(str(key), value)}


def _is_usable(key: str, value: Any) -> bool:
    if key in ("body", *_IGNORED_KEYS):
        return key != "body"
    known = {"fields": {key: value}} if key in KNOWN_FIELDS else {key: value}
    try:
        _validated_spec({"title": "-", "body": "", **known})
    except InvalidOption:
        return False
    return True


def _language(given: Mapping[Any, Any]) -> Any:
    """Return the stated language, or else that of most of the text."""
    if stated := given.get("language"):
        tag = str(stated).lower().replace("_", "-")
        if tag in _TRADITIONAL or tag in _SIMPLIFIED:
            return "zh-Hant" if tag in _TRADITIONAL else "zh"
        return "en" if tag.partition("-")[0] == "en" else stated
    written = f"{given.get('title')}\n{given.get('body')}"[:_LANGUAGE_SAMPLE]
    # A Chinese character carries about as much as half an English word.
    return "zh" if 3 * len(_HAN.findall(written)) > len(_LATIN.findall(written)) else "en"


def _date(given: Mapping[Any, Any]) -> Any:
    date = given.get("date") or ""
    if not isinstance(date, dt.date):
        return date
    if str(_language(given)).startswith("zh"):
        return f"{date.year} 年 {date.month} 月 {date.day} 日"
    return f"{date.day} {date:%B %Y}"
