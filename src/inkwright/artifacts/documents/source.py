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
from inkwright.i18n import Language, text

DocumentKind = Literal["plain", "lesson_plan", "worksheet", "report"]
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
    "difficulties", "materials", "methods", "homework", "score", "time", "instructions",
)  # fmt: skip
"""Fields with a label of their own in each language; they may stand at the top of the front matter."""

_SIMPLIFIED: Final = ("zh", "zh-cn", "zh-hans", "zh-sg")
_TRADITIONAL: Final = ("zh-hant", "zh-tw", "zh-hk", "zh-mo")
# A deck of the same source knows these; a document has no use for them.
_IGNORED_KEYS: Final = frozenset({"theme", "template"})
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIRST_HEADING = re.compile(r"\A\s*#[ \t]+([^\n]+?)[ \t]*#*[ \t]*(?:\n|\Z)")
_MARKS = re.compile(r"[*_`]|\{[^{}]*\}\s*\Z")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_LATIN = re.compile("[A-Za-z]")
# What XML and PDF cannot hold; tabs, line ends and everything visible stay.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
_LANGUAGE_SAMPLE: Final = 20_000


def _line(value: object) -> object:
    """Numbers and the like are written as they stand."""
    return one_line(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else value


def _lines(value: object) -> object:
    return [_line(each) for each in value] if isinstance(value, list | tuple) else _line(value)


def _names(value: object) -> object:
    return ", ".join(str(each) for each in value) if isinstance(value, list | tuple) else value


def _body(value: object) -> object:
    return _UNWRITABLE.sub("", value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else value


def _visible(value: str) -> str:
    if is_blank(value):
        raise ValueError("it must not be blank")
    return value


_Short = Annotated[str, Field(max_length=MAX_SHORT), BeforeValidator(_line)]
_Label = Annotated[str, Field(min_length=1, max_length=MAX_LABEL), BeforeValidator(_line), AfterValidator(_visible)]
_Line = Annotated[str, Field(max_length=MAX_VALUE)]
_Value = Annotated[_Line | Annotated[list[_Line], Field(max_length=20)], BeforeValidator(_lines)]


class DocumentSpec(BaseModel):
    """A document: its kind, what stands at its head, and its body in Markdown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: DocumentKind = Field(default="plain", description="Decides the design and what stands at the head.")
    title: Annotated[
        str, Field(min_length=1, max_length=MAX_TITLE), BeforeValidator(_line), AfterValidator(_visible)
    ] = Field(description="The title of the whole document, plain text.")
    subtitle: _Short = Field(default="", description="One line under the title; may be empty.")
    author: Annotated[_Short, BeforeValidator(_names)] = Field(default="", description="Who wrote it.")
    date: _Short = Field(default="", description="The date as it shall be read.")
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
        description="What the head of a lesson plan or worksheet tells: subject, grade, duration, objectives…",
    )
    body: Annotated[str, Field(max_length=MAX_BODY), BeforeValidator(_body)] = Field(
        description="Markdown: headings, lists, tables, footnotes, task lists, code, pictures, TeX math."
    )

    @property
    def speech(self) -> Language:
        """The language of its messages."""
        return "en" if self.language == "en" else "zh"


def read_document(source: str, form: SourceFormat = "markdown") -> DocumentSpec:
    """The document that a source describes. One that breaks a budget or has unknown parts is an InvalidOption."""
    if form == "markdown":
        return _from_markdown(source)
    limit = MAX_BODY + MAX_FRONT_MATTER
    if len(source) > 2 * limit:
        raise InvalidOption(option="source", value=f"{len(source)} characters", allowed=f"At most {2 * limit}.")
    return _validated_spec(_parsed_json(source) if form == "json" else load_yaml(source))


def _from_markdown(markdown: str) -> DocumentSpec:
    markdown = markdown.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    head, body = split_source(markdown)
    given = load_yaml(head) if head.strip() else {}
    if not isinstance(given, dict):
        raise InvalidOption(option="front matter", value=head[:80], allowed="It holds lines such as `title: Rivers`.")
    known = {key: value for key, value in given.items() if key not in _IGNORED_KEYS}
    known["fields"] = _fields(known)
    known["body"] = body
    if "title" not in known:
        known["title"], known["body"] = _title_of(body)
    return _validated_spec(known)


def split_source(markdown: str) -> tuple[str, str]:
    """The front matter of a source and the rest. A line of dashes that nothing closes is a line of dashes."""
    found = _FRONT_MATTER.match(markdown)
    if not found:
        return "", markdown
    head = found[1] or ""
    if len(head) > MAX_FRONT_MATTER:
        told = f"At most {MAX_FRONT_MATTER} characters; the rest belongs in the body."
        raise InvalidOption(option="front matter", value=f"{len(head)} characters", allowed=told)
    return head, markdown[found.end() :]


def _fields(given: dict[Any, Any]) -> dict[Any, Any]:
    """The fields, those that stand at the top of the front matter first; what is there is taken out of `given`."""
    at_top = {key: given.pop(key) for key in list(given) if key in KNOWN_FIELDS}
    fields = given.pop("fields", None) or {}
    if not isinstance(fields, dict):
        raise InvalidOption(option="fields", value=str(fields)[:80], allowed="It holds lines such as `grade: 5`.")
    return at_top | fields


def _title_of(body: str) -> tuple[str, str]:
    """The first heading where the body begins with one, and the body without it."""
    found = _FIRST_HEADING.match(body)
    title = one_line(_MARKS.sub("", found[1])) if found else ""
    if found and not is_blank(title) and len(title) <= MAX_TITLE:
        return title, body[found.end() :]
    written = next((line for line in body.splitlines() if not is_blank(line)), "")
    parts = split_text(one_line(_MARKS.sub("", written.lstrip("#> -"))), MAX_TITLE // 3)
    if not parts:
        raise InvalidOption(option="title", value="", allowed=text("en", "document.no_title"))
    return parts[0], body


def _parsed_json(source: str) -> Any:
    try:
        return json.loads(source)
    except (ValueError, RecursionError) as problem:
        raise InvalidOption(option="source", value=source[:80], allowed=f"It is no JSON: {problem}") from problem


def _validated_spec(given: Any) -> DocumentSpec:
    if not isinstance(given, dict):
        raise InvalidOption(option="source", value=str(given)[:80], allowed="It holds a title and a body.")
    given = {**given, "language": _language(given), "date": _date(given)}
    try:
        return DocumentSpec.model_validate(given)
    except ValidationError as problem:
        first = problem.errors()[0]
        path = ".".join(map(str, first["loc"])) or "source"
        raise InvalidOption(option=path, value=str(first["input"])[:80], allowed=f"{first['msg']}.") from problem


def _language(given: Mapping[Any, Any]) -> Any:
    """As given, else as most of it is written."""
    if stated := given.get("language"):
        tag = str(stated).lower().replace("_", "-")
        if tag in _TRADITIONAL or tag in _SIMPLIFIED:
            return "zh-Hant" if tag in _TRADITIONAL else "zh"
        return "en" if tag.partition("-")[0] == "en" else stated
    written = f"{given.get('title')}\n{given.get('body')}"[:_LANGUAGE_SAMPLE]
    # A Chinese character says as much as half a word of English.
    return "zh" if 3 * len(_HAN.findall(written)) > len(_LATIN.findall(written)) else "en"


def _date(given: Mapping[Any, Any]) -> Any:
    date = given.get("date") or ""
    if not isinstance(date, dt.date):
        return date
    if str(_language(given)).startswith("zh"):
        return f"{date.year} 年 {date.month} 月 {date.day} 日"
    return f"{date.day} {date:%B %Y}"
