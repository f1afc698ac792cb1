"""The reference of events is made from the code: nothing in it is undocumented, and no shape changes in silence."""

import json
import os
import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

import inkwright.conversation
from inkwright.conversation.event_catalogue import (
    CatalogueEntry,
    CatalogueField,
    core_entries,
    core_shapes,
    entry_of,
    events_reference,
    payload_entries,
    pinned_types,
    shape_entries,
    type_description,
)
from inkwright.conversation.payloads import PAYLOADS, PayloadKind
from inkwright.tools.registry import all_tools
from tests.conversation import samples
from tests.each import each

PAGE = Path(__file__).resolve().parents[2] / "docs" / "events.md"
SHAPES = Path(__file__).parent / "golden" / "shapes.json"
IS_WRITING = os.environ.get("INKWRIGHT_GOLDEN") == "write"


def payloads() -> list[PayloadKind]:
    """Those of the product; tests register kinds of their own."""
    for module in pkgutil.iter_modules(inkwright.conversation.__path__):
        import_module(f"inkwright.conversation.{module.name}")
    all_tools()
    return [kind for kind in PAYLOADS.values() if kind.shape.__module__.startswith("inkwright.")]


def everything() -> list[CatalogueEntry]:
    return [*core_entries(), *payload_entries(payloads()), *shape_entries(payloads())]


def lost(kept: dict[str, dict[str, str]], found: dict[str, dict[str, str]]) -> list[str]:
    """What was pinned and is gone, or has another type."""
    return [
        f"{name}.{field}: {type_}"
        for name, fields in kept.items()
        for field, type_ in fields.items()
        if found.get(name, {}).get(field) != type_
    ]


def test_the_page_is_what_the_code_says() -> None:
    page = events_reference(payloads())
    if IS_WRITING:
        PAGE.write_text(page, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page


def test_every_core_event_and_every_payload_has_its_place_on_the_page() -> None:
    headings = {line for line in events_reference(payloads()).splitlines() if line.startswith("### ")}
    kinds = {shape.model_fields["kind"].default for shape in core_shapes()}
    wanted = {f"### `{name}`" for name in kinds | {kind.wire_name for kind in payloads()}}
    assert wanted <= headings


@each("entry", everything())
def test_everything_says_what_it_is_and_so_does_each_field(entry: CatalogueEntry) -> None:
    assert entry.meaning
    assert [field.name for field in entry.fields if not field.description] == []


def test_no_field_disappears_or_changes_its_type_within_a_version_and_each_new_one_is_pinned() -> None:
    found = pinned_types(payloads())
    kept: dict[str, dict[str, str]] = json.loads(SHAPES.read_text(encoding="utf-8")) if SHAPES.exists() else {}
    assert lost(kept, found) == [], "a shape that changes gets a new version"
    if IS_WRITING:
        SHAPES.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    else:
        assert kept == found


def test_a_change_is_told_from_an_addition() -> None:
    kept = {"rain 1": {"drops": "whole number", "place": "text"}}
    assert lost(kept, {"rain 1": {"drops": "whole number", "place": "text", "hour": "text"}}) == []
    assert lost(kept, {"rain 1": {"drops": "number"}}) == ["rain 1.drops: whole number", "rain 1.place: text"]


def test_the_json_of_every_payload_is_pinned_by_a_sample() -> None:
    assert {name for name, _ in samples.PAYLOADS} == {kind.name for kind in payloads()}
    for name, sample in samples.PAYLOADS:
        assert type(sample) is PAYLOADS[name].shape
        assert type(sample).model_validate(sample.model_dump(mode="json", by_alias=True)) == sample


class Drop(BaseModel):
    """A drop."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True)

    fell_at: float = Field(description="When.")
    colours: tuple[str, ...] | None = Field(default=None, description="Which.")


def test_an_entry_has_the_names_and_types_of_the_json() -> None:
    fields = (
        CatalogueField("fellAt", "number", may_be_missing=False, description="When."),
        CatalogueField("colours", "list of text or null", may_be_missing=True, description="Which."),
    )
    assert entry_of(Drop, "data-drop") == CatalogueEntry("data-drop", "A drop.", fields)
    assert type_description(dict[str, Any]) == "object"
