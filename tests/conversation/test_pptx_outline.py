"""The outline that waits for the person: an event that its stored ask proves."""

import pytest

from inkwright import InvalidOption
from inkwright.conversation.asks import Ask
from inkwright.conversation.payloads import artifact_event_types, data, proposed
from inkwright.conversation.pptx_outline import PPTX_OUTLINE, PptxOutline, PptxOutlineSlide

ASK = Ask(kind="outline_edit", title="Rain", outline_lines=("# Rain",), id="ask_1", turn_id="turn_1", owner="me")
OUTLINE = PptxOutline(
    title="Rain",
    outline=(PptxOutlineSlide(title="Where", key_points=("sea",), section=None, layout="table"),),
    total_slides=1,
    estimated_duration="20 minutes",
)


def test_a_proposal_is_said_with_the_ask_that_was_stored() -> None:
    event = proposed(PPTX_OUTLINE, OUTLINE, ASK)
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
        data(PPTX_OUTLINE, OUTLINE)
    with pytest.raises(InvalidOption, match="It is a PptxOutline"):
        proposed(PPTX_OUTLINE, ASK, ASK)
