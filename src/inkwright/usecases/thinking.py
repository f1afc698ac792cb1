"""Ask a model about a prompt until the answer parses, and show what each parser finds in a reply."""

import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Final

from inkwright.errors import InvalidOption
from inkwright.i18n import LANGUAGES, Language, Reason, language_of, text
from inkwright.llm.attempts import Thought, ThoughtEvent, ThoughtListener, ignore_event
from inkwright.llm.brain import Brain
from inkwright.parsing import (
    ItemDone,
    JsonPath,
    JsonStream,
    ParserResult,
    TextGrew,
    approval_parser,
    envelope_parser,
    file_parser,
    json_parser,
    multi_section_parser,
    result_dict,
    simple_parser,
)
from inkwright.parsing.results import reject
from inkwright.prompts import load_prompt

_MIN_SECTION_LENGTH: Final = 30
"""The minimum length of a section; a weak model would stop after one word."""

_BRACKETS: Final = "[]［］【】 "


async def think_value(
    brain: Brain, prompt: str, schema: Any, max_calls: int, listen: ThoughtListener = ignore_event
) -> Any:
    """Return a value of a JSON schema."""
    return await _final_value(brain.stream_think(prompt, schema, max_retries=max_calls), listen)


async def think_sections(
    brain: Brain, prompt: str, names: Sequence[str], max_calls: int, listen: ThoughtListener = ignore_event
) -> dict[str, str]:
    """Return the text of each section by its name. A weak model fills them one by one; others write freely."""
    plain_names = [name.strip(_BRACKETS) for name in names]
    if not all(plain_names) or not 0 < len(names) == len({name.casefold() for name in plain_names}):
        raise InvalidOption(option="sections", value=list(names), allowed=Reason("reason.usecases.section_names"))
    if brain.model.abilities.is_weak and brain.model.abilities.can_follow_schema:
        found = await think_value(brain, prompt, _sections_schema(names), max_calls, listen)
        return {name: str(found[name]).strip() for name in names}
    headers = [f"[{name}]" for name in plain_names]
    full_prompt = f"{prompt}\n\n{sections_contract(prompt, headers)}"
    events = brain.stream_think_with_retry(full_prompt, sections_parser, max_calls, section_headers=headers)
    sections = await _final_value(events, listen)
    return {name: sections[header] for name, header in zip(names, headers, strict=True)}


def sections_parser(reply: str, section_headers: Sequence[str]) -> ParserResult:
    """Parse the sections; one that only repeats the example counts as empty."""
    result = multi_section_parser(reply, section_headers)
    examples = {text(language, "think.section_example") for language in LANGUAGES}
    copied = [header for header, content in result.get("content", {}).items() if content.strip() in examples]
    if not copied:
        return result
    return result_dict(reject(reply, "empty_section", "sections.empty_section", empty=", ".join(copied)))


def sections_contract(prompt: str, headers: Sequence[str]) -> str:
    """Return the instructions about the format for a capable model: think first, and an example."""
    language = language_of(prompt)
    example = "\n\n".join(f"{header}\n{text(language, 'think.section_example')}" for header in headers)
    contract = load_prompt("inkwright.usecases", "sections_contract", language)
    return contract.replace("{example}", example).strip()


def _sections_schema(names: Sequence[str]) -> dict[str, Any]:
    fields = {name: {"type": "string", "minLength": _MIN_SECTION_LENGTH} for name in names}
    return {"type": "object", "properties": fields, "required": list(names), "additionalProperties": False}


async def _final_value(events: AsyncIterator[ThoughtEvent], listen: ThoughtListener) -> Any:
    value: Any = None
    async for event in events:
        listen(event)
        if isinstance(event, Thought):
            value = event.value
    return value


_HEADER = re.compile(r"^[ \t#*]*[\[【]([^\[\]【】\n]{1,40})[\]】](?:[ \t*]*$|[ \t*]*[:：])", re.MULTILINE)
_PIECE_LENGTH = 12


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event of the stream."""

    kind: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TourStop:
    """What one parser found."""

    parser: str
    result: ParserResult | None
    events: list[StreamEvent] = field(default_factory=list)


def sample_reply(language: Language) -> str:
    """Return a messy reply that ships with the program."""
    return files("inkwright.usecases").joinpath("samples", f"reply.{language}.md").read_text(encoding="utf-8")


def tour_parsers(reply: str) -> Iterator[TourStop]:
    """Yield what each parser finds."""
    headers = [f"[{name.strip()}]" for name in dict.fromkeys(_HEADER.findall(reply))]
    value = json_parser(reply)
    yield TourStop("json", value)
    if value["status"] == "success":
        yield TourStop("stream", None, _streamed(json.dumps(value["content"], ensure_ascii=False)))
    yield TourStop("file", file_parser(reply, "markdown", ("SKIPPED", "SKIP")))
    yield TourStop("sections", multi_section_parser(reply, headers or ["[…]"], match_mode="ANY"))
    last = simple_parser(reply)
    yield TourStop("divider", last)
    yield TourStop("envelope", envelope_parser(reply))
    yield TourStop("approval", approval_parser(last["content"] if last["status"] == "success" else reply))


def _streamed(value: str) -> list[StreamEvent]:
    """Return the events of a value that arrives in small pieces; the pieces of one text are joined."""
    stream = JsonStream()
    texts: dict[JsonPath, list[str]] = {}
    items: list[StreamEvent] = []
    for start in range(0, len(value), _PIECE_LENGTH):
        for event in stream.feed(value[start : start + _PIECE_LENGTH]):
            if isinstance(event, ItemDone):
                items.append(StreamEvent("item", {"path": _dotted_path(event.path), "value": event.value}))
            elif isinstance(event, TextGrew):
                texts.setdefault(event.path, []).append(event.text)
            else:
                texts[event.path] = [event.text]
    text_events = [
        StreamEvent("text", {"path": _dotted_path(path), "count": len(pieces), "text": "".join(pieces)})
        for path, pieces in texts.items()
    ]
    return text_events + items


def _dotted_path(path: JsonPath) -> str:
    return ".".join(map(str, path))
