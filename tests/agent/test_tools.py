"""Tools: their context, and the registry."""

import re
from dataclasses import replace

import pytest

from inkwright import InvalidOption
from inkwright.agent.tools import REGISTERED_TOOLS, artifact_tool_names, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.i18n import text
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


def test_another_tool_with_a_taken_name_is_refused() -> None:
    with pytest.raises(InvalidOption, match=re.escape(text("en", "reason.usecases.tool_exists"))):
        register_tool(replace(NOTE_TOOL, description="Makes another note."))
    assert REGISTERED_TOOLS["make_note"] is NOTE_TOOL


def test_the_same_tool_can_be_registered_again() -> None:
    before = dict(REGISTERED_TOOLS)
    assert register_tool(NOTE_TOOL) is NOTE_TOOL
    assert before == REGISTERED_TOOLS


def test_tools_that_make_artifacts_are_known() -> None:
    assert artifact_tool_names([NOTE_TOOL]) == {"make_note"}
