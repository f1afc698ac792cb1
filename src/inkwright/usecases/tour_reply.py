"""Take one reply through every parser, as it would be when a model had been asked for each form."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from inkwright.i18n import Language
from inkwright.parsing import (
    ItemDone,
    JsonStream,
    ParserResult,
    Path,
    TextGrew,
    approval_parser,
    envelope_parser,
    file_parser,
    json_parser,
    multi_section_parser,
    simple_parser,
)

_HEADER = re.compile(r"^[ \t#*]*[\[【]([^\[\]【】\n]{1,40})[\]】](?:[ \t*]*$|[ \t*]*[:：])", re.MULTILINE)
_PIECE = 12


@dataclass(frozen=True, slots=True)
class Told:
    """Something that the stream told on the way."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stop:
    """What one parser found."""

    parser: str
    result: ParserResult | None
    events: list[Told] = field(default_factory=list)


def sample_reply(language: Language) -> str:
    """A messy reply that ships with the program."""
    return files("inkwright.usecases").joinpath("samples", f"reply.{language}.md").read_text(encoding="utf-8")


def tour_reply(reply: str) -> Iterator[Stop]:
    """What each parser finds, one after another."""
    headers = [f"[{name.strip()}]" for name in dict.fromkeys(_HEADER.findall(reply))]
    value = json_parser(reply)
    yield Stop("json", value)
    if value["status"] == "success":
        yield Stop("stream", None, _streamed(json.dumps(value["content"], ensure_ascii=False)))
    yield Stop("file", file_parser(reply, "markdown", ("SKIPPED", "SKIP")))
    yield Stop("sections", multi_section_parser(reply, headers or ["[…]"], match_mode="ANY"))
    yield Stop("divider", simple_parser(reply))
    yield Stop("envelope", envelope_parser(reply))
    yield Stop("approval", approval_parser(reply))


def _streamed(value: str) -> list[Told]:
    """The events of a value that arrives in small pieces; the pieces of one text are put together."""
    stream = JsonStream()
    texts: dict[Path, list[str]] = {}
    items: list[Told] = []
    for start in range(0, len(value), _PIECE):
        for event in stream.feed(value[start : start + _PIECE]):
            if isinstance(event, ItemDone):
                items.append(Told("item", {"path": _dotted(event.path), "value": event.value}))
            elif isinstance(event, TextGrew):
                texts.setdefault(event.path, []).append(event.text)
            else:
                texts[event.path] = [event.text]
    told = [
        Told("text", {"path": _dotted(path), "count": len(pieces), "text": "".join(pieces)})
        for path, pieces in texts.items()
    ]
    return told + items


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))
