"""The reference of all events, payloads and shapes, generated from the code that defines them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from inkwright.conversation.asks import Answer
from inkwright.conversation.events import Event
from inkwright.conversation.message_stream import STREAM_PARTS, StreamPart
from inkwright.conversation.payloads import PayloadKind

_SIMPLE_TYPES: Final[dict[Any, str]] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    NoneType: "null",
    Any: "anything",
}


@dataclass(frozen=True, slots=True)
class CatalogueField:
    """One field as it appears in JSON."""

    name: str
    type: str
    may_be_missing: bool
    description: str


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One event, payload or shape. `version` is None if it has none of its own."""

    name: str
    meaning: str
    fields: tuple[CatalogueField, ...]
    version: int | None = None
    proves_artifact: bool = False

    @property
    def pin(self) -> str:
        """The name under which its shape is pinned."""
        return self.name if self.version is None else f"{self.name} {self.version}"


_PAGE_HEAD: Final = """# Events

A turn reports its progress as events. An event is stored in the journal first and then shown; `--json` prints each
stored event with its number. Every core event has a `kind`, which is its name below, and a `version`, which is 1.
Within a version, fields are only added, so a field that may be missing is missing in older events.

**In the stream** describes what a web client sees of an event: parts of the AI SDK's UI message stream. Inkwright's own
parts are `data-…` parts with an `id`, if there is one, and their fields under `data`; a transient part is shown and not
kept. `inkwright serve` sends this stream.

`INKWRIGHT_GOLDEN=write pytest tests/conversation` generates this page from the code; a test compares the two."""
_DATA_TEXT: Final = "These are the kinds of `data`: `name` is the part after `data-`, and `payload` has these fields."
_PROOF_TEXT: Final = "It is evidence: it is sent only for verified or stored results."
_SHAPES_TEXT: Final = """Events contain these shapes. The `kind` of an outcome is `answered`, `delivered`, `asked` or
`failed`. `Answer` is the answer to an ask: [Asking the person](asks.md)."""


def core_shapes() -> tuple[type[BaseModel], ...]:
    """Return the shapes of the core events, in their order."""
    return get_args(get_args(Event)[0])


def core_entries() -> list[CatalogueEntry]:
    """Return an entry for every core event."""
    return [entry_of(shape, shape.model_fields["kind"].default) for shape in core_shapes()]


def payload_entries(payloads: Iterable[PayloadKind]) -> list[CatalogueEntry]:
    """Return an entry for every payload, by its name on the wire."""
    known = sorted(payloads, key=lambda kind: kind.name)
    return [entry_of(kind.shape, kind.wire_name, proves_artifact=kind.proves_artifact) for kind in known]


def shape_entries(payloads: Iterable[PayloadKind]) -> list[CatalogueEntry]:
    """Return an entry for every shape inside events and payloads, and for the answer to an ask."""
    tops: list[type[BaseModel]] = [*core_shapes(), *(kind.shape for kind in payloads), Answer]
    found: dict[str, type[BaseModel]] = {}
    for top in tops:
        for inside in _nested_shapes(top):
            found.setdefault(inside.__name__, inside)
    found[Answer.__name__] = Answer
    return [entry_of(found[name], name) for name in sorted(found)]


def entry_of(shape: type[BaseModel], name: str, *, proves_artifact: bool = False) -> CatalogueEntry:
    """Return the entry of a shape, from its definition. Fields that identify the shape are left out: they are
    constants.
    """
    fields = tuple(_field(key, info) for key, info in shape.model_fields.items() if not _is_tag(key, info))
    version = shape.model_fields["version"].default if "version" in shape.model_fields else None
    return CatalogueEntry(name, cleandoc(shape.__doc__ or ""), fields, version, proves_artifact)


def pinned_types(payloads: Iterable[PayloadKind]) -> dict[str, dict[str, str]]:
    """Return the type of every field in the catalogue: what may not change within a version."""
    known = list(payloads)
    entries = [*core_entries(), *payload_entries(known), *shape_entries(known)]
    return {entry.pin: {field.name: field.type for field in entry.fields} for entry in entries}


def type_description(annotation: Any) -> str:
    """Return what a field may hold."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation.__name__
    if annotation in _SIMPLE_TYPES:
        return _SIMPLE_TYPES[annotation]
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_description(inside[0])
    if origin is Literal:
        values = [f"`{str(value).lower() if isinstance(value, bool) else value}`" for value in inside]
        return values[0] if len(values) == 1 else f"one of {', '.join(values)}"
    if origin in (Union, UnionType):
        return " or ".join(type_description(each) for each in inside)
    if origin in (tuple, list):
        return f"list of {type_description(inside[0])}"
    return "object"


def events_reference(payloads: Iterable[PayloadKind]) -> str:
    """Return the reference of all events, in Markdown."""
    known = list(payloads)
    shapes = shape_entries(known)
    names = [entry.name for entry in shapes]
    core = [
        _section(entry, names, f"In the stream: {_parts_text(STREAM_PARTS[entry.name])}.") for entry in core_entries()
    ]
    data = [_section(entry, names, _PROOF_TEXT if entry.proves_artifact else "") for entry in payload_entries(known)]
    inside = [_section(entry, names) for entry in shapes]
    return (
        "\n\n".join([_PAGE_HEAD, "## Core", *core, "## Data", _DATA_TEXT, *data, "## Shapes", _SHAPES_TEXT, *inside])
        + "\n"
    )


def _section(entry: CatalogueEntry, shapes: Iterable[str], more: str = "") -> str:
    rows = [
        f"| `{field.name}` | {_linked(field.type, shapes)} | {'yes' if field.may_be_missing else 'no'} "
        f"| {field.description} |"
        for field in entry.fields
    ]
    table = "\n".join(["| field | type | may be missing | what |", "|---|---|---|---|", *rows])
    return "\n\n".join(part for part in (f"### `{entry.name}`", entry.meaning, table if rows else "", more) if part)


def _linked(words: str, shapes: Iterable[str]) -> str:
    named = "|".join(sorted(shapes, key=len, reverse=True))
    return re.sub(rf"\b({named})\b", lambda found: f"[{found[0]}](#{found[0].lower()})", words)


def _parts_text(parts: tuple[StreamPart, ...]) -> str:
    return "; ".join(map(_part_text, parts)) or "nothing"


def _part_text(part: StreamPart) -> str:
    fields = ", ".join(f"{name}: {each.source}" for name, each in part.fields.items())
    return f"`{part.name}{f'{{{fields}}}' if fields else ''}`" + (f" ({part.when})" if part.when else "")


def _field(key: str, info: FieldInfo) -> CatalogueField:
    name = info.serialization_alias or info.alias or key
    return CatalogueField(name, type_description(info.annotation), not info.is_required(), info.description or "")


def _is_tag(key: str, info: FieldInfo) -> bool:
    return key in ("kind", "version") and get_origin(info.annotation) is Literal and len(get_args(info.annotation)) == 1


def _nested_shapes(shape: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Return the shapes in the fields of a shape, and in theirs."""
    for info in shape.model_fields.values():
        for found in _shapes_in(info.annotation):
            yield found
            yield from _nested_shapes(found)


def _shapes_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from _shapes_in(each)
