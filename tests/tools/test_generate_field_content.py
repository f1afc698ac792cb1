"""A block is written from what it depends on, or refused with the names of what is missing."""

import asyncio

import pytest

from inkwright import Stream
from inkwright.conversation.events import Data
from inkwright.errors import ModelUnavailable
from inkwright.projects.blocks import BlockConstraints
from tests.tools.project_chats import ProjectChat, call, changes

GENERATE = call("generate_field_content", field_name="第二章", style_hint="口语化")


def test_the_text_is_written_from_the_task_the_answers_and_the_dependencies_and_shown_while_it_is() -> None:
    written = "岸上的人。" * 60
    chat = ProjectChat([GENERATE, Stream([written[:250], written[250:]]), "写好了。"])
    first = chat.add("第一章", "海的故事")
    chat.add("第二章", prompt="写岸", depends_on=(first,), pre_questions=("多长？",), pre_answers={"多长？": "很长"})
    outcome = chat.say("生成 @第二章")
    assert (changes(outcome), chat.text("第二章")) == ([("changed", "第二章", 2)], written)
    prompt = chat.model.calls[1].messages[0]["content"]
    assert all(each in prompt for each in ("写岸", "海的故事", "很长", "口语化"))
    shown = [event.payload["delta"] for event in chat.events if isinstance(event, Data) and event.name == "block-delta"]
    assert "".join(shown) == written


def test_what_is_missing_is_named_and_no_model_writes_anything() -> None:
    chat = ProjectChat([GENERATE, "还缺东西。"])
    first = chat.add("第一章")
    chat.add("第二章", depends_on=(first,), pre_questions=("多长？",))
    outcome = chat.say("生成 @第二章")
    assert changes(outcome) == []
    assert all(each in (outcome.receipt.missing[0].problem or "") for each in ("第一章", "多长？"))
    assert len(chat.model.calls) == 2


def test_a_text_over_its_limit_is_sent_back() -> None:
    chat = ProjectChat([GENERATE, "太长太长太长", "短", "好了。"])
    chat.add("第二章", constraints=BlockConstraints(max_length=3))
    chat.say("生成 @第二章")
    assert chat.text("第二章") == "短"


def test_a_partial_text_is_kept_if_the_model_fails_and_an_earlier_text_is_not_lost() -> None:
    broken = Stream(["写到一半"], ModelUnavailable(model="x", problem="down"))
    chat = ProjectChat([GENERATE, broken, "没写完。"])
    chat.add("第二章")
    chat.say("生成 @第二章")
    assert (chat.text("第二章"), chat.block("第二章").status) == ("写到一半", "in_progress")
    full = ProjectChat([GENERATE, broken, "没写完。"])
    full.add("第二章", "旧文")
    full.say("生成 @第二章")
    assert full.text("第二章") == "旧文"


def test_a_partial_text_is_kept_if_the_person_stops_the_turn() -> None:
    chat = ProjectChat([GENERATE, Stream(["写到一半"], asyncio.CancelledError())])
    chat.add("第二章")
    with pytest.raises(asyncio.CancelledError):
        chat.say("生成 @第二章")
    assert (chat.text("第二章"), chat.block("第二章").status) == ("写到一半", "in_progress")


def test_a_block_that_needs_review_is_not_completed_by_the_agent() -> None:
    chat = ProjectChat([GENERATE, "正文。", "好了。"])
    chat.add("第二章", need_review=True)
    chat.say("生成 @第二章")
    assert (chat.text("第二章"), chat.block("第二章").status) == ("正文。", "in_progress")
