"""Tools that make a note after a question, and change one, for tests of turns with several runs."""

import asyncio

from inkwright import ScriptedModel
from inkwright.agent.services import TurnLimits
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import Outcome
from inkwright.llm.scripted import ScriptLine
from inkwright.usecases.turns import send_message
from tests.agent.test_run import call
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Note, Stores, make_note

REWORDED = call("make_note", title="The rain", body="Rain falls.")


class Outline(Note):
    """What the tool with an outline takes."""


async def make_from_outline(given: Outline, context: ToolContext) -> Evidence | Flawed | AskDraft:
    """A note whose outline the person has to agree to."""
    if context.answered:
        return await make_note(given, context)
    question = AskQuestion(id="1", question="So?", options=(AskOption(label="Yes", value="yes"),))
    return AskDraft(kind="clarification", title="So?", questions=(question,))


class Edit(Note):
    """What the tool that changes a note takes."""

    artifact_id: str


async def edit_note(given: Edit, context: ToolContext) -> Evidence | Flawed:
    kept = await context.save(Draft("note", "note.txt", given.title, {"note.txt": given.body.encode()}))
    return Evidence((kept,)) if isinstance(kept, Verified) else Flawed(kept)


OUTLINE_TOOL = AgentTool(
    "outline_note", "Makes a note.", Outline, make_from_outline, makes_artifacts=True, is_base=True
)
EDIT_TOOL = AgentTool("edit_note", "Changes a note.", Edit, edit_note, makes_artifacts=True, is_base=True)
TOOLS = (NOTE_TOOL, OUTLINE_TOOL, EDIT_TOOL)
OUTLINED = call("outline_note", title="Rain", body="It rains.")


def said(stores: Stores, *script: ScriptLine, limits: TurnLimits | None = None) -> tuple[Outcome, ScriptedModel]:
    model = ScriptedModel(script)
    services = stores.turn_services(model, limits, tools=TOOLS)
    return asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER)), model
