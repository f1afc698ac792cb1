"""The router: a guess under a schema, judged by its confidence; a given route asks no model."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import route_for
from inkwright.agent.router import CHAT_ROUTE, ONLY_TALK, RouteGuess, RouterInput, route_by_keywords, route_from_guess
from inkwright.agent.rule_answers import RuleAnswer, answer_by_rule
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import AskOpened, Data
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, Outcome, RouterResult
from inkwright.errors import ModelTimedOut
from inkwright.i18n import Language, text
from inkwright.llm.models import Abilities
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import NOTE, deliver, files, text_shown
from tests.agent.turn_services import CHECKED, NOTE_TOOL, OWNER, ROUTE, Stores
from tests.each import each

TOOLS = (NOTE_TOOL,)


def guessed(**changes: Any) -> str:
    """What a fast model says."""
    usual = {
        "intent": "content_create",
        "confidence": 0.9,
        "expected_mode": "artifact",
        "candidate_tools": ["make_note"],
        "model_tier": "standard",
        "strategy": "direct_generate",
    }
    return json.dumps({**usual, **changes})


def sent(
    *script: Any, message: str = "Make a note about rain.", stores: Stores | None = None
) -> tuple[Outcome, Stores]:
    stores = stores or Stores()
    return asyncio.run(send_message(stores.turn_services(ScriptedModel(script)), message, owner=OWNER)), stores


def actions(stores: Stores) -> list[dict[str, Any]]:
    return [event.payload for event in stores.shown if isinstance(event, Data) and event.name == "action"]


def route_of(confidence: float, intent: str = "content_create", *, has_asked: bool = False) -> RouterResult:
    guess = RouteGuess.model_validate_json(guessed(intent=intent, confidence=confidence))
    return route_from_guess(guess, RouterInput("Make a note.", "en", has_asked=has_asked), TOOLS)


def test_a_request_is_routed_by_the_fast_model_and_then_carried_out() -> None:
    outcome, stores = sent(guessed(), NOTE, deliver)
    assert isinstance(outcome, Delivered)
    assert actions(stores) == [
        {"action": "artifact", "mode": "artifact", "intent": "content_create", "modelTier": "standard"}
    ]


def test_the_router_is_asked_at_temperature_zero_under_a_schema_and_sees_the_message() -> None:
    model = ScriptedModel([guessed(), NOTE, deliver])
    asyncio.run(send_message(Stores().turn_services(model), "Make a note about rain.", owner=OWNER))
    first = model.calls[0]
    assert (first.temperature, first.schema is not None, first.may_think) == (0, True, False)
    assert "Make a note about rain." in first.messages[-1]["content"]
    assert "- make_note: Makes a note." in first.messages[-1]["content"]


def test_a_route_that_is_given_asks_no_router() -> None:
    model = ScriptedModel([NOTE, deliver])
    outcome = asyncio.run(send_message(Stores().turn_services(model), "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert len(model.calls) == 2


@pytest.mark.parametrize(
    ("confidence", "mode", "asks"),
    [(1.0, "artifact", False), (0.7, "artifact", False), (0.69, "artifact", True), (0.4, "artifact", True)],
)
def test_a_guess_is_acted_on_or_asked_about_by_its_confidence(confidence: float, mode: str, asks: bool) -> None:
    route = route_of(confidence)
    assert (route.expected_mode, route.clarify is not None) == (mode, asks)


def test_a_faint_guess_is_talk() -> None:
    assert route_of(0.39) == CHAT_ROUTE


def test_talk_is_never_asked_about() -> None:
    assert route_of(0.5, "chat_qa").clarify is None


def test_after_one_question_the_router_never_asks_again() -> None:
    assert route_of(0.5, has_asked=True).clarify is None
    assert route_of(0.9, "clarify", has_asked=True).clarify is None


def test_a_doubtful_request_is_asked_about_and_the_short_answer_continues_it() -> None:
    doubtful = guessed(confidence=0.5, question="A note or just an answer?", options=["A note", "An answer"])
    asked, stores = sent(doubtful)
    assert isinstance(asked, Asked)
    assert asked.message == "A note or just an answer?"
    answer = Answer(status="answered", answers=(QuestionAnswer(id="1", value="A note"),))
    model = ScriptedModel([NOTE, deliver])
    outcome = asyncio.run(answer_ask(stores.turn_services(model), asked.ask_id, answer, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert model.calls[0].messages[-1]["content"] == (
        "Make a note about rain.\n\nanswered:\nA note or just an answer? → A note"
    )
    assert [each["action"] for each in actions(stores)] == ["clarify", "artifact"]


def test_what_cannot_be_told_is_asked_and_routed_again_with_the_answer() -> None:
    unclear = guessed(intent="clarify", expected_mode="clarify", question="What shall it be?")
    asked, stores = sent(unclear, message="Rain.")
    assert isinstance(asked, Asked)
    answer = Answer(status="answered", answers=(QuestionAnswer(id="1", value="a note"),))
    model = ScriptedModel([guessed(), NOTE, deliver])
    outcome = asyncio.run(answer_ask(stores.turn_services(model), asked.ask_id, answer, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert "What shall it be? → a note" in model.calls[0].messages[-1]["content"]


def test_a_question_without_words_of_the_models_is_asked_in_ours() -> None:
    asked, stores = sent(guessed(confidence=0.5, question="  "), message="弄点东西")
    assert isinstance(asked, Asked)
    (opened,) = (event.ask for event in stores.shown if isinstance(event, AskOpened))
    assert opened.title == "你想要什么：做成作品（幻灯片、文档、PDF、测验、网页），还是只要回答？"


def test_what_is_a_ppt_is_answered_and_nothing_is_made() -> None:
    outcome, stores = sent(
        guessed(intent="chat_qa", expected_mode="answer", candidate_tools=[]),
        "A PPT is a slide deck.",
        message="What is a PPT?",
    )
    assert outcome == Answered(message="A PPT is a slide deck.", receipt=CHECKED)
    assert (text_shown(stores), files(stores)) == ("A PPT is a slide deck.", [])


def test_a_flagged_request_ends_in_a_refusal_that_says_why() -> None:
    outcome, stores = sent(guessed(safety_flags=["weapons"]), message="How do I build a bomb?")
    assert isinstance(outcome, Failed)
    assert (outcome.code, outcome.message) == (
        "unsafe",
        "I cannot help with this request: it would help to build weapons.",
    )
    assert actions(stores)[0]["action"] == "refuse"


def test_build_is_answered_with_where_it_is_and_no_model_is_asked_for_that() -> None:
    outcome, _ = sent(guessed(intent="build_workflow"), message="Build me an app for my class.")
    assert isinstance(outcome, Answered)
    assert "Build" in outcome.message


@pytest.mark.parametrize("broken", ["no JSON at all", '{"intent": "dance"}', ""])
def test_a_router_that_cannot_be_read_leaves_the_turn_to_the_agent(broken: str) -> None:
    outcome, stores = sent(broken, broken, NOTE, deliver)
    assert isinstance(outcome, Delivered)
    assert files(stores) == ["note.txt"]


def test_a_router_that_fails_leaves_the_turn_to_the_agent() -> None:
    outcome, _ = sent(ModelBusy(model="fast", problem="429"), "Hello!")
    assert outcome == Answered(message="Hello!", receipt=CHECKED)


def test_a_model_that_hangs_is_waited_for_once_unless_there_is_another() -> None:
    slow = ModelTimedOut(model="m", problem="120 s")
    stores, only = Stores(), ScriptedModel([slow])
    outcome = asyncio.run(send_message(stores.turn_services(only), "Hello!", owner=OWNER))
    assert (outcome.kind, len(only.calls)) == ("failed", 1)
    fast = ScriptedModel([slow], name="fast")
    services = replace(stores.turn_services(ScriptedModel([])), tiers=lambda tier: fast if tier == "fast" else other)
    other = ScriptedModel(["Hello!"])
    assert isinstance(asyncio.run(send_message(services, "Hello!", owner=OWNER)), Answered)


def test_a_weak_model_is_not_asked_at_all() -> None:
    model = ScriptedModel(["Welcome to the culinary world."], abilities=Abilities(is_weak=True))
    outcome = asyncio.run(send_message(Stores().turn_services(model), "Hi", owner=OWNER))
    assert isinstance(outcome, Answered)
    assert (outcome.message.partition(" ")[0], outcome.receipt.words, len(model.calls)) == ("Hello!", "ours", 0)


def test_tools_that_nobody_knows_are_left_out_of_the_route() -> None:
    guess = RouteGuess.model_validate_json(guessed(candidate_tools=["make_note", "rm_rf", "make_note"]))
    assert route_from_guess(guess, RouterInput("x", "en"), TOOLS).candidate_tools == ("make_note",)


def test_an_artifact_to_be_refined_must_exist() -> None:
    model = ScriptedModel([guessed(intent="refine", refines="art_0123456789"), NOTE, deliver])
    asyncio.run(send_message(Stores().turn_services(model), "Make it shorter.", owner=OWNER))
    assert "art_0123456789" not in str(model.calls[1].messages)


def test_each_tier_has_its_model() -> None:
    fast, strong = ScriptedModel([guessed(model_tier="strong")], name="fast"), ScriptedModel([NOTE, deliver])
    stores = Stores()
    services = stores.turn_services(ScriptedModel([], name="standard"))
    tiered = TurnServices(
        **{name: getattr(services, name) for name in services.__slots__}
        | {"tiers": lambda tier: {"fast": fast, "strong": strong}[tier]}
    )
    outcome = asyncio.run(send_message(tiered, "Make a long note.", owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert (len(fast.calls), len(strong.calls)) == (1, 2)


@pytest.mark.parametrize(
    ("language", "message"), [("en", "Should I make a quiz and slides?"), ("zh", "要不要做测验和幻灯片？")]
)
def test_words_that_are_not_clearly_a_request_lead_to_a_question(language: Language, message: str) -> None:
    route = route_by_keywords(message, language, None)
    assert route is not None
    assert route.clarify is not None
    names = [text(language, f"route.thing.{thing}") for thing in ("quiz", "slides")]
    options = route.clarify.options or []
    assert (options[0], options[1:3], options[-1]) == (" + ".join(names), names, text(language, "route.only_talk"))
    assert len(options) == len(DELIVERABLES) + 2
    assert (route.clarify.values or [])[:3] == ["quiz+slides", "quiz", "slides"]
    assert (route.candidate_tools, route.expected_mode) == ((), "answer")


@each("message", ["How do I make a quiz and slides?", "怎么做测验和幻灯片？"])
def test_who_asks_how_something_is_made_is_answered_by_the_help_and_not_asked_back(message: str) -> None:
    assert route_by_keywords(message, "en", None) is None
    assert answer_by_rule(message, [], "en") == RuleAnswer(text("en", "help_topic.slides"))


@each(
    "message, names",
    [
        ("Make a quiz from @coffee.md with 5 questions", ["quiz"]),
        ("Please make a quiz and slides", ["quiz", "slides"]),
        ("Can you make slides from test.md?", ["slides"]),
        ("I need a worksheet about rain", ["doc"]),
        ("做5道选择题,用 @茶.md", ["quiz"]),
        ("根据 @测验.md 生成幻灯片", ["slides"]),
        ("把茶.md整理成讲义", ["doc"]),
    ],
)
def test_a_clear_request_is_not_asked_about(message: str, names: list[str]) -> None:
    assert route_by_keywords(message, "en", None) == route_for(names, message)


def test_what_the_person_chooses_is_the_route() -> None:
    for name in DELIVERABLES:
        assert route_by_keywords("x", "en", name) == route_for([name])
    assert route_by_keywords("x", "en", "quiz+slides") == route_for(["quiz", "slides"])


def test_words_of_their_own_name_a_thing_or_mean_talk() -> None:
    assert route_by_keywords("make a quiz", "en", "slides please") == route_for(["slides"])
    assert route_by_keywords("make a quiz", "en", ONLY_TALK) is None
    assert route_by_keywords("make a quiz", "en", "") is None


def test_a_message_that_asks_for_nothing_is_talk() -> None:
    assert route_by_keywords("What is a quiz?", "en", None) is None
