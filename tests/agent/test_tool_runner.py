"""Tools that want something of the person: the turn waits, and their answers become the results of the calls."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.receipts import receipt_lines
from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.conversation.asks import Answer, AskDraft, AskOption, AskQuestion, QuestionAnswer
from inkwright.conversation.changes import ChangeRef
from inkwright.conversation.events import AskOpened, ToolFailed, ToolStarted
from inkwright.conversation.turns import Answered, Asked, Delivered, Outcome, Receipt
from inkwright.errors import ModelUnavailable
from inkwright.i18n import text
from inkwright.llm.models import Request
from inkwright.llm.scripted import NOTHING_FALSE, ScriptLine
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


class Line(BaseModel):
    """A line for a notebook."""

    page: str
    words: str


class Notebook:
    """Pages that a tool appends to; a slow call shows whether the next one waits for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def append(self, given: Line, _: ToolContext) -> Evidence:
        if given.words == "fail":
            raise OSError("the notebook is full")
        for _turn in range(3 if given.words == "slow" else 0):
            await asyncio.sleep(0)
        self.lines.append(given.words)
        change = ChangeRef(id=given.page, name=given.page, action="changed", version=len(self.lines))
        return Evidence(changes=(change,), facts={"lines": len(self.lines)})

    @property
    def tool(self) -> AgentTool:
        """The tool that appends."""
        return AgentTool(
            "append_line", "Appends a line.", Line, self.append, is_base=True, changes=lambda given: given.page
        )


def append(words: str, id_: str = "a1", page: str = "第一章") -> ToolCall:
    return ToolCall(id_, "append_line", json.dumps({"page": page, "words": words}))


def chatted(notebook: Notebook, model: ScriptedModel, message: str = "Add a line.") -> tuple[Outcome, Stores]:
    stores = Stores()
    services = stores.turn_services(model, tools=(notebook.tool,))
    return asyncio.run(send_message(services, message, CHAT_ROUTE, owner=OWNER)), stores


def test_a_change_is_in_the_ledger_and_in_the_receipt_of_an_answer() -> None:
    notebook = Notebook()
    outcome, _ = chatted(notebook, ScriptedModel([append("one"), "Done."]))
    change = ChangeRef(id="第一章", name="第一章", action="changed", version=1)
    assert outcome == Answered(message="Done.", receipt=Receipt(changes=(change,), words="checked"))
    assert receipt_lines(outcome.receipt, "en") == ["Changed in the project: 第一章 (version 1)."]
    assert receipt_lines(outcome.receipt, "zh") == ["已在项目中修改：第一章（第 1 版）。"]


def test_changes_of_one_reply_run_in_its_order_and_a_repeated_call_runs_once() -> None:
    notebook = Notebook()
    calls = [append("slow", "1"), append("two", "2"), append("two", "3"), append("slow", "4")]
    chatted(notebook, ScriptedModel([calls, append("slow", "5"), "Done."]))
    assert notebook.lines == ["slow", "two", "slow"]


def test_a_change_that_failed_is_told_until_it_succeeds() -> None:
    outcome, _ = chatted(Notebook(), ScriptedModel([append("fail"), "It did not work."]))
    assert [(item.thing, item.name) for item in outcome.receipt.missing] == [("change", "第一章")]
    outcome, _ = chatted(Notebook(), ScriptedModel([append("fail"), append("one"), "Done."]))
    assert outcome.receipt.missing == ()


CLAIM = "I changed 第一章."
FALSE = '{"statements": [{"sentence": 1, "proof": []}]}'


def test_a_judge_sends_a_claimed_change_back_and_takes_it_out_if_the_model_insists() -> None:
    model = ScriptedModel(
        [CLAIM, "Nothing was changed."], judge=lambda request: FALSE if CLAIM in str(request) else NOTHING_FALSE
    )
    outcome, _ = chatted(Notebook(), model)
    assert outcome.message == "Nothing was changed."
    assert "Nothing was made or changed." in str(model.calls[1].messages)
    insisting = ScriptedModel([CLAIM, CLAIM], judge=lambda _: FALSE)
    outcome, _ = chatted(Notebook(), insisting)
    assert CLAIM not in outcome.message
    assert outcome.receipt.changes == ()


def test_without_a_judge_that_can_be_believed_the_claim_stands_beside_what_really_happened() -> None:
    for judge in (lambda _: "I cannot judge.", lambda _: ModelUnavailable(model="judge", problem="down")):
        outcome, _ = chatted(Notebook(), ScriptedModel([CLAIM], judge=judge))
        assert outcome.receipt.words == "unchecked"
        assert "Nothing was made or changed." in outcome.message
