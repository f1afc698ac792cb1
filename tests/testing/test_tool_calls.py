"""A tool is called alone: its arguments are validated, and its files are checked."""

import pytest
from pydantic import BaseModel, ValidationError

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.llm.models import Request
from inkwright.testing import ScriptedModel, call_tool


class Note(BaseModel):
    text: str


async def make_note(note: Note, context: ToolContext) -> Evidence | Flawed:
    context.progress(context.language)
    saved = await context.save(Draft("tex", "note.tex", "Note", {"note.tex": note.text.encode()}))
    return Evidence((saved,)) if isinstance(saved, Verified) else Flawed(saved)


async def ask_model(note: Note, context: ToolContext) -> Evidence:
    reply = await context.brain.model.reply(Request([{"role": "user", "content": note.text}]))
    return Evidence(facts={"reply": reply.text, "language": context.language})


TOOL = AgentTool("make_note", "Makes notes.", Note, make_note, read=lambda given, _: {"text": given["words"]})


def test_a_good_file_is_evidence_and_a_bad_one_is_flawed() -> None:
    good = "\\documentclass{article}\n\\begin{document}\nRain.\n\\end{document}\n"
    made = call_tool(TOOL, {"words": good})
    assert isinstance(made, Evidence)
    assert made.artifacts[0].name == "note.tex"
    assert isinstance(call_tool(TOOL, {"words": "\\begin{document}"}), Flawed)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValidationError):
        call_tool(TOOL, {"words": 3})


def test_a_tool_can_ask_a_scripted_model() -> None:
    tool = AgentTool("ask_model", "Asks.", Note, ask_model)
    made = call_tool(tool, {"text": "Rain?"}, message="雨", model=ScriptedModel(["Yes."]))
    assert made == Evidence(facts={"reply": "Yes.", "language": "zh"})
