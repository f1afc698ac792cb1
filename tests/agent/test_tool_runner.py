"""Tools that want something of the person: the turn waits, and their answers become the results of the calls."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.conversation.asks import Answer, AskDraft, AskOption, AskQuestion, QuestionAnswer
from inkwright.conversation.events import AskOpened, ToolFailed, ToolStarted
from inkwright.conversation.turns import Asked, Delivered, Outcome
from inkwright.i18n import text
from inkwright.llm.models import Request
from inkwright.llm.scripted import ScriptLine
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import NOTE, call, deliver, files
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE, Stores


class Colours(BaseModel):
    """Which colours there are."""

    model_config = ConfigDict(extra="forbid")

    question: str
    colours: list[str]


class Nothing(BaseModel):
    """No arguments."""


async def which_colour(given: Colours, _: ToolContext) -> AskDraft:
    options = tuple(AskOption(label=colour, value=colour) for colour in given.colours)
    return AskDraft(
        kind="clarification",
        title=given.question,
        questions=(AskQuestion(id="1", question=given.question, options=options, allow_freeform=False),),
    )


COLOUR_TOOL = AgentTool(
    "which_colour", "Asks for a colour.", Colours, which_colour, is_base=True, aliases=("paint.which_colour",)
)
TOOLS = (NOTE_TOOL, COLOUR_TOOL)


def colour(question: str, id_: str = "c1", name: str = "which_colour") -> ToolCall:
    return ToolCall(id_, name, json.dumps({"question": question, "colours": ["red", "blue"]}))


def begun(script: Sequence[ScriptLine]) -> tuple[Asked, Stores]:
    stores = Stores()
    services = stores.turn_services(ScriptedModel(script), tools=TOOLS)
    outcome = asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Asked)
    return outcome, stores


def answered(stores: Stores, ask_id: str, value: str, script: Sequence[ScriptLine]) -> tuple[Outcome, ScriptedModel]:
    model = ScriptedModel(script)
    answer = Answer(status="answered", answers=(QuestionAnswer(id="1", value=value),))
    return asyncio.run(answer_ask(stores.turn_services(model, tools=TOOLS), ask_id, answer, owner=OWNER)), model


def results(request: Request) -> list[Any]:
    return [message["content"] for message in request.messages if message["role"] == "tool"]


def test_the_answer_is_the_result_of_the_call_and_the_same_turn_continues() -> None:
    outcome, stores = begun([colour("Which colour?")])
    ended, model = answered(stores, outcome.ask_id, "blue", [NOTE, deliver])
    assert isinstance(ended, Delivered)
    assert results(model.calls[0]) == ["answered:\nWhich colour? → blue"]
    assert files(stores) == ["note.txt"]


def test_several_requests_of_one_reply_are_asked_one_after_the_other() -> None:
    outcome, stores = begun([[colour("Which front?", "a"), colour("Which back?", "b")]])
    second, silent = answered(stores, outcome.ask_id, "red", [])
    assert isinstance(second, Asked)
    assert (second.ask_id != outcome.ask_id, second.message, silent.calls) == (True, "Which back?", [])
    ended, model = answered(stores, second.ask_id, "blue", [NOTE, deliver])
    assert isinstance(ended, Delivered)
    assert results(model.calls[0]) == ["answered:\nWhich front? → red", "answered:\nWhich back? → blue"]
    assert [event.ask.title for event in stores.shown if isinstance(event, AskOpened)] == [
        "Which front?",
        "Which back?",
    ]


def test_what_is_called_beside_a_request_is_done_before_the_turn_waits() -> None:
    outcome, stores = begun([[NOTE, colour("Which colour?")]])
    assert files(stores) == ["note.txt"]
    ended, _ = answered(stores, outcome.ask_id, "blue", [deliver])
    assert isinstance(ended, Delivered)
    assert files(stores) == ["note.txt"]


def test_a_tool_is_found_by_its_other_names() -> None:
    _, stores = begun([colour("Which colour?", name="paint.which_colour")])
    assert [event.tool for event in stores.shown if isinstance(event, ToolStarted)] == ["which_colour"]


def test_a_second_request_in_the_same_turn_is_a_new_one() -> None:
    outcome, stores = begun([colour("Which colour?")])
    again, _ = answered(stores, outcome.ask_id, "blue", [colour("Which colour?", "c2")])
    assert isinstance(again, Asked)
    assert again.ask_id != outcome.ask_id
    ended, _ = answered(stores, again.ask_id, "red", [NOTE, deliver])
    assert isinstance(ended, Delivered)


def test_a_wrong_call_goes_back_to_the_model_and_nothing_is_asked() -> None:
    stores = Stores()
    model = ScriptedModel([call("which_colour", question="Which?"), NOTE, deliver])
    outcome = asyncio.run(send_message(stores.turn_services(model, tools=TOOLS), "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert "colours: Field required" in results(model.calls[1])[0]
    assert not [event for event in stores.shown if isinstance(event, AskOpened)]


def test_a_tool_that_only_reads_is_carried_out_anew_each_time() -> None:
    stores = Stores()
    seen: list[int] = []

    async def look(_: BaseModel, __: ToolContext) -> Evidence:
        seen.append(len(seen))
        return Evidence(facts={"seen": seen[-1]})

    tool = AgentTool("look", "Looks.", Nothing, look, is_base=True)
    model = ScriptedModel([call("look"), call("look"), NOTE, deliver])
    services = stores.turn_services(model, tools=(NOTE_TOOL, tool))
    asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER))
    assert seen == [0, 1]


async def need_library(_: Nothing, __: ToolContext) -> Evidence:
    raise ModuleNotFoundError("No module named 'pptx'", name="pptx")


def test_a_missing_library_is_named_to_the_person_with_the_command_that_shows_the_repair() -> None:
    stores, tool = Stores(), AgentTool("need_library", "Draws.", Nothing, need_library, is_base=True)
    model = ScriptedModel([call("need_library"), NOTE, deliver])
    asyncio.run(send_message(stores.turn_services(model, tools=(NOTE_TOOL, tool)), "Make a note.", ROUTE, owner=OWNER))
    [failed] = [event for event in stores.shown if isinstance(event, ToolFailed)]
    assert failed.problem == text("en", "turn.library_missing", name="pptx")
    assert "`inkwright doctor`" in failed.problem
