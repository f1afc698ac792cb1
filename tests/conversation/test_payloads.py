"""Data: registered once, and an artifact is announced with its proof or not at all."""

import asyncio

import pytest
from pydantic import BaseModel

from inkwright import InvalidOption
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Ask
from inkwright.conversation.payloads import (
    FILE_READY,
    PAYLOADS,
    PPTX_OUTLINE,
    FileReady,
    PptxOutline,
    PptxOutlineSlide,
    artifact_event_types,
    data_event,
    file_ready_event,
    proposal_event,
    register_payload,
)
from inkwright.ids import TimedIds
from inkwright.testing.memory_vault import MemoryVault


class Progress(BaseModel):
    done: int


def verified() -> Verified:
    vault = MemoryVault({"note": lambda _draft: []}, ids=TimedIds(), clock=SystemClock())
    draft = Draft("note", "note.txt", "Rain", {"note.txt": b"It rains."})
    kept = asyncio.run(vault.keep(draft, owner="me", turn_id="turn_1"))
    assert isinstance(kept, Verified)
    return kept


def test_a_file_is_announced_with_what_was_verified() -> None:
    artifact = verified()
    event = file_ready_event(artifact)
    assert (event.name, event.id) == ("file-ready", artifact.id)
    assert event.payload == {
        "artifactId": artifact.id,
        "type": "note",
        "filename": "note.txt",
        "title": "Rain",
        "size": 9,
        "preview": None,
    }
    assert file_ready_event(artifact, {"slides": 4}).payload["preview"] == {"pageCount": 4}


def test_an_artifact_is_not_announced_without_its_proof() -> None:
    card = FileReady.model_validate({"artifactId": "art_1", "type": "pptx", "filename": "a", "title": "a", "size": 1})
    with pytest.raises(InvalidOption, match="announced with its `Verified`"):
        data_event(FILE_READY, card)


def test_a_kind_is_registered_once_and_holds_its_own_shape() -> None:
    kind = PAYLOADS.get("test-progress") or register_payload("test-progress", Progress)
    assert data_event(kind, Progress(done=3), "p1").payload == {"done": 3}
    with pytest.raises(InvalidOption, match="Another payload"):
        register_payload("test-progress", Progress)
    with pytest.raises(InvalidOption, match="must be a Progress"):
        data_event(kind, FileReady.model_construct())


def test_the_kinds_that_prove_artifacts_are_known_by_their_wire_names() -> None:
    assert "data-file-ready" in artifact_event_types()
    assert "data-test-progress" not in artifact_event_types()


ASK = Ask(kind="outline_edit", title="Rain", outline_lines=("# Rain",), id="ask_1", turn_id="turn_1", owner="me")
OUTLINE = PptxOutline(
    title="Rain",
    outline=(PptxOutlineSlide(title="Where", key_points=("sea",), section=None, layout="table"),),
    total_slides=1,
    estimated_duration="20 minutes",
)


def test_a_proposal_is_said_with_the_ask_that_was_stored() -> None:
    event = proposal_event(PPTX_OUTLINE, OUTLINE, ASK)
    assert (event.name, event.id) == ("pptx-outline", "ask_1")
    assert event.payload == {
        "title": "Rain",
        "outline": [{"title": "Where", "keyPoints": ["sea"], "section": None, "layout": "table"}],
        "totalSlides": 1,
        "estimatedDuration": "20 minutes",
        "requiresConfirmation": True,
    }
    assert PptxOutline.model_validate(event.payload) == OUTLINE


def test_a_proposal_counts_as_an_artifact_and_is_not_said_without_its_ask() -> None:
    assert "data-pptx-outline" in artifact_event_types()
    with pytest.raises(InvalidOption, match="announced with its `Verified`"):
        data_event(PPTX_OUTLINE, OUTLINE)
    with pytest.raises(InvalidOption, match="must be a PptxOutline"):
        proposal_event(PPTX_OUTLINE, ASK, ASK)
