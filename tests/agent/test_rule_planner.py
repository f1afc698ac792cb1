"""Turns with a model too small to write, or out of reach: the person's own text is made something of, honestly."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from inkwright import ModelUnavailable, ScriptedModel
from inkwright.agent.intents import route_for
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.router import ONLY_TALK
from inkwright.agent.rule_planner import NoModel, plan_calls
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import Data, Warned
from inkwright.conversation.turns import Asked, Delivered, Failed, Outcome
from inkwright.errors import TextLacks
from inkwright.i18n import text
from inkwright.ids import TimedIds
from inkwright.llm.models import Abilities, Model, ToolCall
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.turn_services import OWNER, Stores

WEAK = Abilities(can_call_tools=False, is_weak=True)
CONVERSATION = "conv_1"
TEXT = """# Bees

## The hive

A hive is a home for thousands of bees. The queen lays about 1,500 eggs on a summer day. Worker bees feed the larvae
with pollen and honey. Drones have no sting and do no work in the hive.

## The dance

Karl von Frisch described the waggle dance in 1927. The waggle dance tells other bees the direction of a field of
flowers. Bees see ultraviolet light, which the human eye cannot see. Nectar is a sweet juice that flowers make.

## From flower to honey

1. A worker bee collects nectar from flowers.
2. It carries the nectar home in its honey stomach.
3. Other workers dry the nectar with their wings.
4. The finished honey is closed with a lid of wax.
"""
SOURCE = {"bees.md": TEXT}


def stores_with(files: dict[str, str]) -> Stores:
    stores = Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))
    for name, written in files.items():
        asyncio.run(stores.attachments.add(CONVERSATION, name, written, owner=OWNER))
    return stores


def sent(stores: Stores, model: Model, message: str, things: Sequence[str] = ()) -> Outcome:
    services = stores.turn_services(model, tools=tuple(all_tools().values()))
    route = route_for(things) if things else None
    return asyncio.run(send_message(services, message, route, owner=OWNER, conversation_id=CONVERSATION))


def answered(stores: Stores, model: Model, outcome: Outcome, value: str) -> Outcome:
    assert isinstance(outcome, Asked)
    services = stores.turn_services(model, tools=tuple(all_tools().values()))
    ask = asyncio.run(stores.asks.get(outcome.ask_id, owner=OWNER))
    assert ask is not None
    answer = Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=value),))
    return asyncio.run(answer_ask(services, ask.id, answer, owner=OWNER))


def read_back(stores: Stores, outcome: Outcome, at: int = 0) -> bytes:
    assert isinstance(outcome, Delivered), outcome
    return asyncio.run(stores.vault.read(outcome.artifacts[at].id, owner=OWNER)) or b""


def chooses(_: Any) -> str:
    return json.dumps({"number": 1})


def test_a_weak_model_and_a_file_give_a_quiz_whose_answers_are_in_the_file() -> None:
    stores = stores_with(SOURCE)
    model = ScriptedModel(chooses, abilities=WEAK)
    outcome = sent(stores, model, "Make a quiz with 4 questions", ["quiz"])
    quiz = json.loads(read_back(stores, outcome))
    assert len(quiz["questions"]) == 4
    assert all(question["explanation"].startswith("The text says: “") for question in quiz["questions"])
    assert not any(call.tools for call in model.calls)
    made = [event for event in stores.shown if isinstance(event, Data) and event.name == "quiz-question"]
    assert len(made) == 4
    assert "taken from your files" in outcome.message


def test_what_the_model_chose_is_said_and_nothing_where_it_chose_nothing() -> None:
    chosen = sent(stores_with(SOURCE), ScriptedModel(chooses, abilities=WEAK), "Make a quiz", ["quiz"])
    nobody = sent(stores_with(SOURCE), NoModel(), "Make a quiz", ["quiz"])
    assert "chose among your sentences for these items: 1" in chosen.message
    assert "No AI model was used." in nobody.message


@pytest.mark.parametrize(
    ("thing", "message", "name"),
    [
        ("slides", "Turn it into slides", "Bees.pptx"),
        ("doc", "Make a worksheet", "Bees.docx"),
        ("doc", "Make a document of it", "Bees.docx"),
        ("pdf", "A summary", "Bees.pdf"),
        ("page", "Make flashcards", "Bees.html"),
        ("page", "Make a page", "Bees.html"),
    ],
)
def test_everything_can_be_made_of_a_file_without_a_model(thing: str, message: str, name: str) -> None:
    outcome = sent(stores_with(SOURCE), NoModel(), message, [thing])
    assert isinstance(outcome, Delivered), outcome
    assert [artifact.name for artifact in outcome.artifacts] == [name]


def test_one_message_may_ask_for_two_things_and_gets_both() -> None:
    outcome = sent(stores_with(SOURCE), NoModel(), "Make a quiz with 3 questions and slides", ["quiz", "slides"])
    assert isinstance(outcome, Delivered)
    assert [artifact.artifact_kind for artifact in outcome.artifacts] == ["quiz", "pptx"]


def test_a_file_that_gives_nothing_ends_in_a_failure_that_says_why() -> None:
    outcome = sent(stores_with({"hi.md": "Hi."}), NoModel(), "Make a quiz", ["quiz"])
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.artifacts) == ("plan_failed", ())
    assert "--from FILE" in outcome.message


def test_without_a_file_the_person_is_told_that_the_model_is_too_small_and_asked() -> None:
    outcome = sent(stores_with({}), ScriptedModel([], abilities=WEAK), "Make a quiz about rain", ["quiz"])
    assert isinstance(outcome, Asked)
    assert "too small" in outcome.message


@pytest.mark.parametrize("value", ["file", "model"])
def test_who_would_rather_not_try_is_told_what_to_do_next(value: str) -> None:
    stores, model = stores_with({}), ScriptedModel([], abilities=WEAK)
    outcome = answered(stores, model, sent(stores, model, "Make a quiz about rain", ["quiz"]), value)
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.message) == ("too_small", text("en", "too_small.how"))
    assert [item.thing for item in outcome.receipt.missing] == ["quiz"]


def test_told_to_try_it_writes_and_what_passes_the_checks_is_delivered() -> None:
    small = {"question": "What falls from clouds?", "options": ["Rain", "Stones", "Cars", "Books"], "right": 1}
    stores, model = stores_with({}), ScriptedModel(lambda _: json.dumps(small), abilities=WEAK)
    asked = sent(stores, model, "Make a quiz with 1 question about rain", ["quiz"])
    outcome = answered(stores, model, asked, "try")
    (question,) = json.loads(read_back(stores, outcome))["questions"]
    assert (question["question"], question["questionType"]) == ("What falls from clouds?", "SINGLE_CHOICE")
    assert "too small to be reliable, so check every line" in outcome.message


def test_where_there_is_no_model_at_all_nothing_is_tried() -> None:
    outcome = sent(stores_with({}), NoModel(), "Make a quiz about rain", ["quiz"])
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.message) == ("too_small", text("en", "too_small.how"))
    assert [item.thing for item in outcome.receipt.missing] == ["quiz"]


def test_in_a_talk_the_words_of_a_message_lead_to_a_question_and_the_answer_to_the_thing() -> None:
    stores, model = stores_with(SOURCE), ScriptedModel(chooses, abilities=WEAK)
    asked = sent(stores, model, "Should I make a quiz with 3 questions from my file?")
    outcome = answered(stores, model, asked, "quiz")
    assert len(json.loads(read_back(stores, outcome))["questions"]) == 3


def test_in_a_talk_a_clear_request_leads_to_the_thing_without_a_question() -> None:
    stores, model = stores_with(SOURCE), ScriptedModel(chooses, abilities=WEAK)
    outcome = sent(stores, model, "Please make a quiz with 3 questions from my file")
    assert len(json.loads(read_back(stores, outcome))["questions"]) == 3


def test_who_only_wants_to_talk_is_told_that_no_model_can() -> None:
    stores, model = stores_with(SOURCE), ScriptedModel(["A quiz is a game."], abilities=WEAK)
    asked = sent(stores, model, "Should I make a quiz some day?")
    outcome = answered(stores, model, asked, ONLY_TALK)
    assert isinstance(outcome, Failed)
    assert (outcome.code, "A quiz is a game" in outcome.message, model.calls) == ("too_small", False, [])


def gone(_: Any) -> Exception:
    return ModelUnavailable(model="far", problem="no route to host")


def test_a_strong_model_that_cannot_be_reached_is_replaced_by_rules_and_this_is_reported() -> None:
    stores = stores_with(SOURCE)
    outcome = sent(stores, ScriptedModel(gone), "Make a quiz with 3 questions", ["quiz"])
    assert len(json.loads(read_back(stores, outcome))["questions"]) == 3
    warned = [event for event in stores.shown if isinstance(event, Warned)]
    assert [event.code for event in warned] == ["by_rule"]
    assert "no route to host" in warned[0].message


def test_in_chinese_the_reasons_are_chinese_too() -> None:
    stores = stores_with({"诗.md": "# 诗\n\n春天来了，花开了。小鸟在树上唱歌，孩子们在草地上奔跑。\n"})
    fallen = sent(stores, ScriptedModel(gone), "做一个时间线网页", ["page"])
    assert isinstance(fallen, Failed)
    (warned,) = (event for event in stores.shown if isinstance(event, Warned))
    assert "无法" in warned.message or "连接" in warned.message
    assert fallen.message.startswith("没能做出来：")
    assert "does not" not in fallen.message


def test_without_a_file_a_model_out_of_reach_is_an_honest_failure() -> None:
    outcome = sent(stores_with({}), ScriptedModel(gone), "Make a quiz", ["quiz"])
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.retryable) == ("model_unavailable", True)


def test_what_was_made_before_the_model_went_out_of_reach_is_not_made_again() -> None:
    stores = stores_with(SOURCE)
    first = {"title": "Bees", "content": "Bees make honey."}

    def script(request: Any) -> Any:
        if any(message["role"] == "tool" for message in request.messages):
            return gone(request)
        return ToolCall("c1", "generate_docx", json.dumps(first))

    outcome = sent(stores, ScriptedModel(script), "Make a document", ["doc"])
    assert isinstance(outcome, Failed)
    assert len(outcome.artifacts) == 1


def test_a_plan_may_say_what_the_text_lacks() -> None:
    def plan(request: MakeRequest) -> dict[str, object]:
        if "rain" in request.message:
            return {"count": 1}
        raise TextLacks(wanted="A forecast", lacking="no clouds", instead="Wait.")

    tool = AgentTool("forecast", "Forecasts.", BaseModel, unused, plan=plan)
    dry = AgentTool("dry", "Never works.", BaseModel, unused, plan=lambda _: plan(MakeRequest("sun")))
    assert [call.tool for call in plan_calls([dry, tool], MakeRequest("rain"))] == ["forecast"]
    with pytest.raises(TextLacks, match="no clouds"):
        plan_calls([dry, tool], MakeRequest("sun"))


async def unused(given: BaseModel, context: ToolContext) -> Evidence:
    raise AssertionError
