"""A message that repeats an earlier task with other files."""

import asyncio
import json

from inkwright.agent.repeated_tasks import is_repetition, with_task
from inkwright.agent.rule_planner import NoModel
from inkwright.agent.services import TurnServices
from inkwright.conversation.turns import ConversationFile, Delivered, Outcome, TurnState
from inkwright.testing import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import send_message
from tests.agent.test_turn_sources import COFFEE, quiz_text
from tests.each import each

RIVERS = COFFEE.replace("Coffee", "Water").replace("coffee", "water").replace("Espresso", "Rain")


@each(
    "message",
    [
        "same for the other file",
        "the tea one too",
        "Do the same with @tea.md",
        "and now tea.md",
        "again, with tea.md please",
        "Make another one from @tea.md",
        "再用 @茶.md 做一份",
        "另一个文件也一样",
        "茶那份也做",
        "@茶.md 也一样",
        "這次不要用咖啡的那個，用 @茶.md",
        "换成 @茶.md，其他要求一样",
        "Not the coffee one this time, use @tea.md",
    ],
)
def test_doing_the_same_again_is_a_repetition(message: str) -> None:
    assert is_repetition(message)


@each(
    "message",
    ["Thanks again", "Make slides too", "Is tea the same?", "tea.md is nice too", "What about the other file?", "Hi"],
)
def test_talk_questions_and_new_requests_are_none(message: str) -> None:
    assert not is_repetition(message)


async def said(services: TurnServices, message: str, name: str = "", text: str = "") -> Outcome:
    attached = []
    if name:
        await services.attachments.add("conv_1", name, text, owner="me")
        attached = [ConversationFile(name=name)]
    return await send_message(services, message, owner="me", conversation_id="conv_1", attached=attached)


def question_count(services: TurnServices, outcome: Outcome) -> int:
    return len(json.loads(quiz_text(services, outcome))["questions"])


@each("message", ["same for the other file", "the water one too", "另一个文件也一样", "換成 water.md，其他要求一樣"])
def test_the_task_of_the_turn_before_is_done_with_the_other_file(message: str) -> None:
    services = memory_services(NoModel(), list(all_tools().values()))
    asyncio.run(said(services, "Hello", "water.md", RIVERS))
    first = asyncio.run(said(services, "Make a quiz with 2 questions from @coffee.md", "coffee.md", COFFEE))
    second = asyncio.run(said(services, message))
    assert isinstance(second, Delivered), second
    assert [each.name for each in second.receipt.sources] == ["water.md"]
    assert [question_count(services, each) for each in (first, second)] == [2, 2]


def test_a_repetition_of_a_repetition_is_the_first_task_and_the_number_of_the_message_wins() -> None:
    services = memory_services(NoModel(), list(all_tools().values()))
    asyncio.run(said(services, "Make a quiz with 3 questions from @coffee.md", "coffee.md", COFFEE))
    asyncio.run(said(services, "same for @water.md", "water.md", RIVERS))
    third = asyncio.run(said(services, "and the same again with coffee.md, 2 questions"))
    assert question_count(services, third) == 2


def test_without_an_earlier_task_the_message_stays_as_it_is() -> None:
    services = memory_services(NoModel(), list(all_tools().values()))
    turn = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="same for tea.md")
    assert asyncio.run(with_task(turn, services)) == turn


@each(
    "message, count",
    [
        ("Make the quiz shorter", 2),
        ("Make the quiz shorter: 1 question", 1),
        ("把测验缩短", 2),
    ],
)
def test_another_size_is_made_again_from_the_same_file_as_the_next_version(message: str, count: int) -> None:
    services = memory_services(NoModel(), list(all_tools().values()))
    first = asyncio.run(said(services, "Make a quiz with 3 questions", "coffee.md", COFFEE))
    second = asyncio.run(said(services, message))
    assert isinstance(first, Delivered)
    assert isinstance(second, Delivered), second
    assert question_count(services, second) == count
    assert [each.name for each in second.receipt.sources] == ["coffee.md"]
    assert second.receipt.changed[0].lineage == first.artifacts[0].lineage


def test_questions_are_answered_from_the_file_after_something_was_made_of_it_and_changed() -> None:
    services = memory_services(NoModel(), list(all_tools().values()))
    asyncio.run(said(services, "Make a quiz with 3 questions", "coffee.md", COFFEE))
    asyncio.run(said(services, "Translate the quiz"))
    answered = asyncio.run(said(services, "What is espresso?"))
    assert answered.kind == "answered", answered
    assert [each.name for each in answered.receipt.sources] == ["coffee.md"]
