"""Whatever a model says at the end of a turn, nothing false stands unmarked; whatever is true stands."""

import asyncio
import json

import pytest

from inkwright import ModelUnavailable, ScriptedModel, ToolCall
from inkwright.agent.closing import final_message
from inkwright.agent.judge import UNCHECKED
from inkwright.conversation.asks import Ask
from inkwright.conversation.events import AskOpened
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, Outcome, Receipt, RouterResult
from inkwright.i18n import LANGUAGES, text
from inkwright.i18n.traditional import to_traditional
from inkwright.llm.models import PieceListener, Reply, Request, Usage, ignore_piece
from inkwright.llm.scripted import NOTHING_FALSE, ScriptLine, Stream
from inkwright.usecases.turns import send_message
from tests.agent.ending_cases import (
    ALL_JUDGES,
    JUDGES,
    Case,
    JudgeKind,
    Played,
    cases,
    play,
    stores_of_cases,
    tool_call,
    tools,
)
from tests.agent.test_run import NOTE, answer, call, deliver
from tests.agent.turn_services import OWNER, ROUTE, Stores
from tests.each import each

pytestmark = pytest.mark.no_cover

MISBEHAVIOURS = cases("misbehaviours")
HONEST = cases("honest")
OUTCOMES = {
    "deliver": (Delivered,),
    "text": (Answered,),
    "answer": (Answered, Delivered, Asked),
    "ask_user": (Asked,),
    "ui_request": (Asked,),
}


def is_marked(played: Played) -> bool:
    """Whether the words are shown as what they are: nobody checked them."""
    marks = [
        written.rstrip(":：")
        for language in LANGUAGES
        for key in ("receipt.unchecked", "receipt.quoted")
        for written in (text(language, key, receipt=""), to_traditional(text(language, key, receipt="")))
    ]
    return played.outcome.receipt.words == "unchecked" and any(mark in played.outcome.message for mark in marks)


def check_misbehaviour(case: Case, kind: JudgeKind) -> None:
    played = play(case, kind)
    standing = [sentence for sentence in case["false"] if played.stands(sentence)]
    assert not standing or is_marked(played), f"{case['id']}: {standing} in {played.shown}"
    made = [each["made"] for each in case["happened"] if "made" in each]
    if isinstance(played.outcome, Delivered | Failed):
        assert {artifact.name for artifact in played.outcome.artifacts} >= set(made), "what was made is told"


@each("case", MISBEHAVIOURS)
@each("kind", JUDGES)
def test_no_false_sentence_stands_unmarked(kind: JudgeKind, case: Case) -> None:
    check_misbehaviour(case, kind)


@pytest.mark.soak
@each("case", cases("more_misbehaviours"))
@each("kind", ALL_JUDGES)
def test_no_false_sentence_of_many_more_stands_unmarked(kind: JudgeKind, case: Case) -> None:
    check_misbehaviour(case, kind)


@each("case", HONEST)
@each("kind", JUDGES)
def test_every_true_word_stands(kind: JudgeKind, case: Case) -> None:
    check_honest(case, kind)


@pytest.mark.soak
@each("case", cases("more_honest"))
@each("kind", ALL_JUDGES)
def test_every_true_word_of_many_more_stands(kind: JudgeKind, case: Case) -> None:
    check_honest(case, kind)


def test_a_judge_that_believes_every_subtle_lie_is_corrected_by_the_lines_that_it_names() -> None:
    lies = cases("subtle_lies")
    standing = [case["id"] for case in lies if any(play(case, "plausible").stands(each) for each in case["false"])]
    assert len(standing) <= len(lies) // 20, standing


def test_a_judge_that_says_no_kind_of_deed_is_not_believed() -> None:
    assert all(is_marked(play(case, "terse")) for case in cases("subtle_lies")[::9])


@each("kind", ["perfect", "plausible"])
def test_lines_that_prove_a_sentence_leave_it_as_it_is(kind: JudgeKind) -> None:
    for case in cases("subtle_honest"):
        check_honest(case, kind)


def check_honest(case: Case, kind: JudgeKind) -> None:
    played = play(case, kind)
    ending = case["ending"]
    words = [ending["message"], ending.get("question") or "", *(ending.get("options") or ())]
    assert [each for each in words if each and not played.stands(each)] == [], case["id"]
    assert isinstance(played.outcome, OUTCOMES[ending["kind"]]), case["id"]
    assert played.outcome.receipt.words != "corrected"


def judged_turn(*script: ScriptLine, route: RouterResult = ROUTE) -> tuple[ScriptedModel, Stores, Outcome]:
    """A turn, and the model with what it was asked to judge."""
    stores, model = Stores(), ScriptedModel(script)
    outcome = asyncio.run(send_message(stores.turn_services(model), "Make a note.", route, owner=OWNER))
    return model, stores, outcome


@pytest.mark.parametrize(
    "script",
    [
        (NOTE, deliver),
        (NOTE, answer("I made a note.")),
        (call("ask_user", message="First:", question="Which colour?"),),
        (call("make_note", title="Rain", body="break"), answer("It could not be made.")),
    ],
    ids=["delivered", "answered", "asked", "failed"],
)
def test_an_ending_costs_one_small_call(script: tuple[ScriptLine, ...]) -> None:
    model, _, _ = judged_turn(*script)
    assert len(model.judged) == 1


@each(
    "words, marked",
    [
        ("Saved:\n```text\nrivers", "Saved:\n```text\nrivers\n```\n\nNot checked"),
        ("Saved:\n ~~~~\n```", "Saved:\n ~~~~\n```\n~~~~\n\nNot checked"),
        ("- a\n  ```\n  saved", "- a\n  ```\n  saved\n\nNot checked"),
        ("```\nsaved\n```", "```\nsaved\n```\n\nNot checked"),
        ("Saved.\n\n<!-- x", "Saved.\n\n<!-- x\n-->\n\nNot checked"),
        ("Saved.\n<PRE>\nx", "Saved.\n<PRE>\nx\n</PRE>\n\nNot checked"),
        ("Saved.\n<?php <!-- x -->", "Saved.\n<?php <!-- x -->\n?>\n\nNot checked"),
        ("<!-- a -->\nSaved.", "<!-- a -->\nSaved.\n\nNot checked"),
        ("```html\n<script>\n```", "```html\n<script>\n```\n\nNot checked"),
    ],
)
def test_the_words_of_the_program_never_stand_inside_the_code_of_the_model(words: str, marked: str) -> None:
    assert final_message(words, Receipt(words="unchecked"), UNCHECKED, "en").startswith(marked)


def asks_of(stores: Stores) -> list[Ask]:
    """The questions of the turn that waits."""
    opened = next(event.ask for event in stores.shown if isinstance(event, AskOpened))
    turn = asyncio.run(stores.conversations.load_turn(opened.turn_id, owner=OWNER))
    return [each.ask for each in turn.asks] if turn else []


def form(title: str, preface: str) -> ToolCall:
    question = {"id": "q", "question": f"{title}?", "options": [], "allow_freeform": True}
    return tool_call("ui_request", type="clarification", title=title, preface=preface, questions=[question])


def test_every_question_that_nobody_checked_is_marked_and_keeps_its_own_words() -> None:
    forms = (form("Colour", "Plain."), form("Font", "The deck is saved."))
    reply = Reply("First:", Usage(1, 1), forms, "calls", "m")
    stores = stores_of_cases()
    model = ScriptedModel([reply], judge=lambda _: ModelUnavailable(model="m", problem="down"))
    services = stores.turn_services(model, tools=tools())
    outcome = asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Asked)
    asks = asks_of(stores)
    assert [(ask.preface or "").split("\n\n")[:-1] for ask in asks] == [["First:", "Plain."], ["The deck is saved."]]
    assert all("Not checked" in (ask.preface or "") for ask in asks)
    assert outcome.message == asks[0].preface


def test_a_question_in_prose_is_asked_once_the_model_insists() -> None:
    prose = answer("Fine. Which colour would you like?")
    _, stores, outcome = judged_turn(prose, prose)
    assert isinstance(outcome, Asked)
    assert [ask.questions[0].question for ask in asks_of(stores)] == ["Which colour would you like?"]


def test_a_false_question_in_prose_is_not_asked() -> None:
    lie = answer("Fine. Would you like the deck that I saved?")
    stores = Stores()
    model = ScriptedModel([lie, lie], judge=lambda _: '{"statements": [{"sentence": 2, "proof": []}]}')
    outcome = asyncio.run(send_message(stores.turn_services(model), "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Answered)
    assert "deck" not in outcome.message


def test_words_of_the_program_cost_no_call() -> None:
    unsafe = ROUTE.model_copy(update={"safety_flags": ("malware",)})
    model, _, outcome = judged_turn(route=unsafe)
    assert isinstance(outcome, Failed)
    assert (model.judged, outcome.receipt.words) == ([], "ours")


def test_the_first_word_of_a_chat_does_not_wait_for_the_judge() -> None:
    stores, shown_before = Stores(), []

    def judge(_request: Request) -> str:
        shown_before.append(stores.kinds())
        return NOTHING_FALSE

    model = ScriptedModel([Stream(["It ", "rains."])], judge=judge, delay=0.05)
    chat = ROUTE.model_copy(update={"intent": "chat_qa", "expected_mode": "answer"})
    asyncio.run(send_message(stores.turn_services(model), "Does it rain?", chat, owner=OWNER))
    assert "text_grew" in shown_before[0]


def test_a_judge_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inkwright.agent.judge.JUDGE_SECONDS", 0.05)

    class Slow(ScriptedModel):
        async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
            if request.purpose == "judge":
                await asyncio.sleep(60)
            return await super().reply(request, hear)

    outcome = asyncio.run(
        send_message(Stores().turn_services(Slow([NOTE, deliver])), "Make a note.", ROUTE, owner=OWNER)
    )
    assert isinstance(outcome, Delivered)
    assert outcome.receipt.words == "unchecked"


def test_an_error_is_told_after_what_it_refutes_was_taken_back() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_other"])
    _, stores, outcome = judged_turn(lie, lie)
    assert isinstance(outcome, Failed)
    kinds = stores.kinds()
    assert kinds.index("error_happened") > max(index for index, kind in enumerate(kinds) if kind == "text_retracted")


def test_a_later_turn_is_told_which_words_were_removed() -> None:
    lie = answer("I made a note. I also emailed it.")
    stores = Stores()
    model = ScriptedModel([NOTE, lie], judge=lambda _: '{"statements": [{"sentence": 2, "proof": []}]}')
    outcome = asyncio.run(send_message(stores.turn_services(model), "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Delivered)
    assert outcome.message.startswith("I made a note.\n\nInkwright removed 1 sentence of the model")
    assert "they were not true" in json.dumps(stores.conversations.snapshot())
