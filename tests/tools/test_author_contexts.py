"""The author context of a tool call, and what the writing tools share."""

import asyncio

import pytest

from inkwright.agent.rule_planner import TRY_ANYWAY, too_small_ask
from inkwright.agent.tools import Flawed
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.conversation.asks import Answer, AnsweredAsk, Ask, QuestionAnswer
from inkwright.errors import NotFound
from inkwright.tools.author_contexts import author_context, owned_artifact, page_result, without_nulls
from tests.authoring.author_contexts import OWNER, Room


def test_attached_files_with_text_are_the_sources() -> None:
    room = Room()
    for name, text in (("rain.md", "It rains."), ("empty.md", "")):
        asyncio.run(room.attachments.add("conv_1", name, text, owner=OWNER))
    context = asyncio.run(author_context(room.context(), "en"))
    assert [source.name for source in context.sources] == ["rain.md"]
    assert (context.is_trying, context.keeps_words) == (False, False)


def test_a_person_who_said_try_anyway_lets_a_weak_model_write() -> None:
    ask = Ask(id="ask_1", turn_id="turn_1", owner=OWNER, **too_small_ask("tiny", "en").model_dump())
    answer = Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=TRY_ANYWAY),))
    answered = AnsweredAsk(ask=ask, answer=answer)
    assert asyncio.run(author_context(Room().context(answered), "en")).is_trying


def test_an_artifact_of_another_owner_is_not_found() -> None:
    with pytest.raises(NotFound):
        asyncio.run(owned_artifact(Room().context(), "art_none"))


def test_null_arguments_are_left_out() -> None:
    assert without_nulls({"a": None, "b": 0, "c": ""}) == {"b": 0, "c": ""}


def test_a_page_with_findings_is_flawed() -> None:
    assert page_result(PageParts(title="Rain", html="<p>Rain</p>", css="", js=""), ()) == Flawed(())
