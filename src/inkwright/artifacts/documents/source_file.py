"""The source file saved beside a document, from which the document can be built again."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from inkwright.artifacts.documents.sections import sections_of
from inkwright.artifacts.documents.source import DocumentKind, DocumentLanguage, split_source
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.text import one_line
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import InvalidOption

SOURCE_NAME: Final = "source.md"


def source_text(title: str, kind: DocumentKind, language: DocumentLanguage | None, content: str) -> str:
    """The Markdown file that describes the document: what stands at its head, then the content.

    Front matter of the content is taken over, but for what is given here. A first heading that says the title again
    is left out.
    """
    content = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    front, body = split_source(content)
    given = load_yaml(front) if front.strip() else {}
    if not isinstance(given, Mapping):
        raise InvalidOption(option="front matter", value=front[:80], allowed="It holds lines such as `grade: 5`.")
    head: dict[str, Any] = {"title": one_line(title), "kind": kind}
    head |= {"language": language} if language else {}
    head |= {str(key): value for key, value in given.items() if str(key) not in head}
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_yaml_value(value)}" for key, value in head.items()]
    return "\n".join(["---", *lines, "---", "", _without_title(body, title).lstrip("\n")])


def attach_source(draft: Draft, source: str, name: str | None = None) -> Draft:
    """The draft with its source beside it, under a name of its own where one is given."""
    name = name or draft.name
    return replace(draft, name=name, files={name: draft.main, SOURCE_NAME: source.encode()})


def _yaml_value(value: Any) -> str:
    # A date that is no text is written out in the document's language.
    if isinstance(value, dt.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, default=str)


def _without_title(body: str, title: str) -> str:
    first = next(iter(sections_of(body)), None)
    if first is None or body[: first.start].strip() or first.level > 1 or one_line(first.heading) != one_line(title):
        return body
    return body[first.body :]
