"""Stored shapes are pinned: a change within a version fails here (INKWRIGHT_GOLDEN=write rewrites the pins)."""

import json
import os
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel, ValidationError

from inkwright.conversation.events import EVENTS, Event, TextAppended
from inkwright.conversation.turns import Delivered
from tests.conversation import samples
from tests.each import each

GOLDEN = Path(__file__).parent / "golden"


def pinned(name: str, things: tuple[BaseModel, ...]) -> list[Any]:
    path = GOLDEN / f"{name}.json"
    found = [thing.model_dump(mode="json") for thing in things]
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    kept: list[Any] = json.loads(path.read_text(encoding="utf-8"))
    return kept


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("events", samples.EVENTS),
        ("outcomes", samples.OUTCOMES),
        ("payloads", tuple(payload for _, payload in samples.PAYLOADS)),
        ("others", samples.OTHERS),
    ],
)
def test_the_json_of_every_shape_is_as_it_was(name: str, things: tuple[BaseModel, ...]) -> None:
    assert pinned(name, things) == [thing.model_dump(mode="json") for thing in things]


@each("event", samples.EVENTS)
def test_every_event_survives_the_way_to_json_and_back(event: Event) -> None:
    assert EVENTS.validate_json(EVENTS.dump_json(event)) == event


@pytest.mark.parametrize("thing", samples.OTHERS, ids=lambda thing: type(thing).__name__)
def test_everything_else_survives_it_too(thing: BaseModel) -> None:
    assert type(thing).model_validate_json(thing.model_dump_json()) == thing


def test_every_kind_of_event_is_among_the_samples_and_has_a_version() -> None:
    kinds = {kind.model_fields["kind"].default for kind in get_args(get_args(Event)[0])}
    assert {event.kind for event in samples.EVENTS} == kinds
    assert all(event.version == 1 for event in samples.EVENTS)


def test_shapes_cannot_be_changed_and_take_no_unknown_field() -> None:
    event = TextAppended(text_id="1", text="a")
    with pytest.raises(ValidationError):
        event.text = "b"
    with pytest.raises(ValidationError):
        TextAppended.model_validate({"text_id": "1", "text": "a", "colour": "red"})


def test_a_delivery_without_an_artifact_cannot_be_made() -> None:
    with pytest.raises(ValidationError):
        Delivered(message="Ready.", artifacts=())
