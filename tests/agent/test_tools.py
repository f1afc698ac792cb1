"""Tools: their context, and the registry."""

import pytest

from inkwright import InvalidOption
from inkwright.agent.tools import artifact_tool_names, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from tests.agent.turn_services import NOTE_TOOL
from tests.authoring.author_contexts import OWNER, Room, agreed, run


def test_a_context_has_the_ids_and_answers_of_its_turn() -> None:
    answered = agreed(["Rain"])
    context = Room().context(answered)
    assert (context.turn_id, context.owner, context.conversation_id) == ("turn_1", OWNER, "conv_1")
    assert context.answered == (answered,)


def test_a_saved_draft_can_be_read_back() -> None:
    room = Room()
    context = room.context()
    refused = run(context.save(Draft("pptx", "a.pptx", "A", {"a.pptx": b"not a deck"})))
    assert not isinstance(refused, Verified)
    assert run(context.read("art_none")) is None


def test_a_name_is_taken_once_and_tools_that_make_artifacts_are_known() -> None:
    with pytest.raises(InvalidOption, match="Another tool has that name"):
        register_tool(NOTE_TOOL)
    assert artifact_tool_names([NOTE_TOOL]) == {"make_note"}
