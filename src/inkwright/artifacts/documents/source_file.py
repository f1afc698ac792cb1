"""The source file saved with a document, from which the document can be built again."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from inkwright.artifacts.documents.sections import sections_of
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage, split_source, usable_fields
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.text import one_line
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

SOURCE_NAME: Final = "source.md"


def source_text(title: str, kind: DocumentKind, language: DocumentLanguage | None, content: str) -> str:
    """Return the Markdown source of a document: front matter, then the content.

    Front matter of the content is kept, except for the keys given here and keys that a document cannot have. A first
    heading that repeats the title is left out.
    """
    content = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front, body = split_source(content)
    given = load_yaml(front) if front.strip() else {}
    if not isinstance(given, Mapping):
        raise InvalidOption(option="front matter", value=front[:80], allowed=Reason("reason.documents.fields"))
    head: dict[str, Any] = {"title": one_line(title), "kind": kind}
    head |= {"language": language} if language else {}
    head |= {key: value for key, value in usable_fields(given).items() if key not in head}
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_yaml_value(value)}" for key, value in head.items()]
    return "\n".join(["---", *lines, "---", "", _without_title(body, title).lstrip("\n")])


def attach_source(draft: Draft, source: str, name: str | None = None) -> Draft:
    """Return the draft with its source as a second file, renamed if a name is given."""
    name = name or draft.name
    return replace(draft, name=name, files={name: draft.main, SOURCE_NAME: source.encode()})


def _yaml_value(value: Any) -> str:
    # A YAML date, unlike text, is later written in the document's language.
    if isinstance(value, dt.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, default=str)


def _without_title(body: str, title: str) -> str:
    first = next(iter(sections_of(body)), None)
    if first is None or body[: first.start].strip() or first.level > 1 or one_line(first.heading) != one_line(title):
        return body
    return body[first.body :]
