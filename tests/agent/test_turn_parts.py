"""The parts of files that a turn uses, from the message to the receipt."""

import asyncio
from collections.abc import Sequence

from inkwright.agent.intents import route_for
from inkwright.agent.rule_planner import NoModel
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.conversation.turns import Asked, ConversationFile, Outcome
from inkwright.testing import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message

BOOK = """# Volcanoes

## Chapter 1: Magma

Basalt is a dark rock from thin magma. Viscosity is a resistance to flow. Granite is a rock that cools slowly.

## Chapter 2: Eruptions

Pumice is a rock that floats on water. Krakatoa erupted in 1883. A lahar is a flow of mud from a volcano.
"""
TEA = "# Tea\n\nMatcha is a powder of green leaves. Oolong is a tea that is partly oxidised.\n"


def services_with_files() -> TurnServices:
    return memory_services(NoModel(), list(all_tools().values()))


async def sent(services: TurnServices, message: str, files: Sequence[tuple[str, str]] = (), thing: str = "") -> Outcome:
    for name, written in files:
        await services.attachments.add("conv_1", name, written, owner="me")
    attached = [ConversationFile(name=name, path=f"/x/{name}") for name, _ in files]
    route = route_for([thing], message) if thing else None
    return await send_message(services, message, route, owner="me", conversation_id="conv_1", attached=attached)


def used(outcome: Outcome) -> dict[str, list[str]]:
    return {each.name: [part.title for part in each.parts] for each in outcome.receipt.sources}


async def made_text(services: TurnServices, outcome: Outcome) -> str:
    return (await services.vault.read(outcome.receipt.made[0].id, owner="me") or b"").decode()


def test_a_quiz_from_a_chapter_has_nothing_of_the_others_and_the_receipt_names_it() -> None:
    async def talk() -> None:
        services = services_with_files()
        both = [("volcanoes.md", BOOK), ("tea.md", TEA)]
        outcome = await sent(services, "A quiz from tea.md and from chapter 2 of volcanoes.md", both, "quiz")
        assert used(outcome) == {"tea.md": [], "volcanoes.md": ["Chapter 2: Eruptions"]}
        written = await made_text(services, outcome)
        assert not any(word in written for word in ("Basalt", "Granite", "Viscosity"))
        # The next turn goes on with the same part, unless it wants the whole.
        again = await sent(services, "2 more questions from the same files", thing="quiz")
        assert used(again)["volcanoes.md"] == ["Chapter 2: Eruptions"]
        whole = await sent(services, "a quiz from the whole of the same files", thing="quiz")
        assert used(whole)["volcanoes.md"] == []

    asyncio.run(talk())


def test_a_question_about_a_chapter_is_answered_from_it_with_true_lines() -> None:
    services = services_with_files()
    outcome = asyncio.run(sent(services, "What does chapter 2 say about Krakatoa?", [("volcanoes.md", BOOK)]))
    assert "(volcanoes.md, line 9)" in outcome.message
    refused = asyncio.run(sent(services, "What does chapter 1 say about Krakatoa?"))
    assert refused.kind == "failed"


def test_a_chapter_that_is_not_there_is_asked_about_and_the_answer_is_used() -> None:
    async def talk() -> tuple[Ask | None, Outcome]:
        services = services_with_files()
        asked = await sent(services, "A quiz from chapter 7 of volcanoes.md", [("volcanoes.md", BOOK)], "quiz")
        assert isinstance(asked, Asked)
        ask = await services.asks.get(asked.ask_id, owner="me")
        assert ask is not None
        option = ask.questions[0].options[1]
        chosen = QuestionAnswer(id="part", value=option.value, label=option.label)
        return ask, await answer_ask(services, ask.id, Answer(status="answered", answers=(chosen,)), owner="me")

    ask, outcome = asyncio.run(talk())
    assert ask is not None
    labels = [option.label for option in ask.questions[0].options]
    assert labels == ["Chapter 1: Magma", "Chapter 2: Eruptions", "The whole file"]
    assert used(outcome) == {"volcanoes.md": ["Chapter 2: Eruptions"]}


def test_of_two_earlier_files_the_one_that_has_the_chapter_is_meant() -> None:
    services = services_with_files()
    both = [("volcanoes.md", BOOK), ("tea.md", TEA)]
    asyncio.run(sent(services, "A quiz from both files", both, "quiz"))
    outcome = asyncio.run(sent(services, "A quiz from chapter 2", thing="quiz"))
    assert used(outcome) == {"volcanoes.md": ["Chapter 2: Eruptions"]}


def test_everything_but_a_chapter_is_the_rest() -> None:
    services = services_with_files()
    message = "A quiz from everything in volcanoes.md except chapter 2"
    outcome = asyncio.run(sent(services, message, [("volcanoes.md", BOOK)], "quiz"))
    assert used(outcome) == {"volcanoes.md": ["Chapter 1: Magma"]}
