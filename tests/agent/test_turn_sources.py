"""The sources of a turn, from the message to the receipt: the same with and without a capable model."""

import asyncio
from collections.abc import Sequence
from importlib import resources

from inkwright import ScriptedModel
from inkwright.agent.intents import route_for
from inkwright.agent.rule_planner import NoModel
from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Asked, ConversationFile, Delivered, Outcome, RouterResult, UsedSource
from inkwright.llm.models import Model
from inkwright.testing import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.ending_cases import tool_call

COFFEE = """# Coffee

Coffee is a drink made from roasted beans. Brazil is the largest exporter of coffee. Caffeine is a substance that keeps
people awake. Ethiopia is the country where coffee was first grown. Espresso is a small and strong coffee.
"""
TEA = (resources.files("inkwright.usecases") / "samples" / "note.zh.md").read_text(encoding="utf-8")


def services_for(model: Model) -> TurnServices:
    return memory_services(model, list(all_tools().values()))


async def sent(services: TurnServices, message: str, *, files: Sequence[tuple[str, str, str]] = ()) -> Outcome:
    """Send a message for a quiz with files: name, text and path."""
    for name, text, _ in files:
        await services.attachments.add("conv_1", name, text, owner="me")
    attached = [ConversationFile(name=name, path=path) for name, _, path in files]
    route = route_for(["quiz"], message)
    return await send_message(services, message, route, owner="me", conversation_id="conv_1", attached=attached)


def quiz_text(services: TurnServices, outcome: Outcome) -> str:
    assert isinstance(outcome, Delivered)
    return (asyncio.run(services.vault.read(outcome.artifacts[0].id, owner="me")) or b"").decode()


def test_the_file_that_a_message_names_is_used_and_the_receipt_says_so() -> None:
    services = services_for(NoModel())
    first = asyncio.run(sent(services, "Make a quiz from @coffee.md", files=[("coffee.md", COFFEE, "/x/coffee.md")]))
    second = asyncio.run(sent(services, "用 @茶.md 做一份测验", files=[("茶.md", TEA, "/x/茶.md")]))
    assert first.receipt.sources == (UsedSource(name="coffee.md", reason="named", path="/x/coffee.md"),)
    assert second.receipt.sources == (UsedSource(name="茶.md", reason="named", path="/x/茶.md"),)
    written = quiz_text(services, second)
    assert "coffee" not in written.lower()
    third = asyncio.run(sent(services, "3 more questions"))
    assert [each.name for each in third.receipt.sources] == ["茶.md"]


def test_a_message_with_a_new_topic_has_no_source() -> None:
    services = services_for(NoModel())
    asyncio.run(sent(services, "Make a quiz from @coffee.md", files=[("coffee.md", COFFEE, "")]))
    outcome = asyncio.run(sent(services, "Make a quiz about volcanoes"))
    assert outcome.kind == "failed"
    assert outcome.receipt.sources == ()


def test_two_files_of_one_name_are_asked_about_and_the_answer_is_used() -> None:
    services = services_for(NoModel())
    files = [("notes.md", COFFEE, "/a/notes.md"), ("notes (2).md", TEA, "/b/notes.md")]
    asyncio.run(sent(services, "Make a quiz from both files", files=files))
    asked = asyncio.run(sent(services, "Make a quiz from notes.md"))
    assert isinstance(asked, Asked)
    ask = asyncio.run(services.asks.get(asked.ask_id, owner="me"))
    assert ask is not None
    assert [option.label for option in ask.questions[0].options] == ["/a/notes.md", "/b/notes.md", "All of them"]
    answer = Answer(status="answered", answers=(QuestionAnswer(id="source", value="notes (2).md"),))
    outcome = asyncio.run(answer_ask(services, ask.id, answer, owner="me"))
    assert [each.path for each in outcome.receipt.sources] == ["/b/notes.md"]
    assert "coffee" not in quiz_text(services, outcome).lower()


def test_the_question_which_file_is_meant_can_be_answered_in_words() -> None:
    services = services_for(NoModel())
    files = [("notes.md", COFFEE, "/rain/notes.md"), ("notes (2).md", TEA, "/snow/notes.md")]
    asyncio.run(sent(services, "Make a quiz from both files", files=files))
    assert isinstance(asyncio.run(sent(services, "Make a quiz from notes.md")), Asked)
    outcome = asyncio.run(send_message(services, "the one in snow", owner="me", conversation_id="conv_1"))
    assert [each.path for each in outcome.receipt.sources] == ["/snow/notes.md"]


def test_a_capable_model_is_given_the_same_sources_and_can_read_the_others() -> None:
    route = RouterResult(intent="chat_qa", confidence=1)
    model = ScriptedModel(["Fine.", tool_call("read_attachment", name="coffee.md"), "Green tea is not fermented."])
    services = services_for(model)

    async def talk() -> Outcome:
        for name, text in (("coffee.md", COFFEE), ("茶.md", TEA)):
            await services.attachments.add("conv_1", name, text, owner="me")
        await send_message(services, "Here are both files.", route, owner="me", conversation_id="conv_1")
        return await send_message(services, "What is in 茶.md?", route, owner="me", conversation_id="conv_1")

    outcome = asyncio.run(talk())
    prompt = str(model.calls[-1].messages)
    assert TEA.splitlines()[-1] in prompt
    assert {each.name: each.reason for each in outcome.receipt.sources} == {"茶.md": "named", "coffee.md": "read"}


def test_a_quotation_by_rule_names_its_file_and_small_talk_names_none() -> None:
    services = services_for(NoModel())

    async def said(message: str) -> list[str]:
        outcome = await send_message(services, message, owner="me", conversation_id="conv_1", attached=())
        return [each.name for each in outcome.receipt.sources]

    files = [("coffee.md", COFFEE, "/x/coffee.md"), ("茶.md", TEA, "/x/茶.md")]
    asyncio.run(sent(services, "Make a quiz from both files", files=files))
    assert asyncio.run(said("What do both files say about the largest exporter of coffee?")) == ["coffee.md"]
    assert asyncio.run(said("Thanks!")) == []


def test_a_question_that_refers_to_no_file_is_looked_up_in_all_files_of_the_conversation() -> None:
    services = services_for(NoModel())
    (nile, tea) = (
        "# Nile\n\nIn 1970 the Aswan High Dam was finished in Egypt.",
        "# Tea\n\nTea is a drink made from leaves.",
    )
    asyncio.run(sent(services, "Make a quiz from @nile.md", files=[("nile.md", nile, ""), ("tea.md", tea, "")]))

    async def asked(message: str) -> Outcome:
        return await send_message(services, message, owner="me", conversation_id="conv_1", attached=())

    found = asyncio.run(asked("When was the Aswan High Dam finished?"))
    assert "1970" in getattr(found, "message", "")
    assert found.receipt.sources == (UsedSource(name="nile.md", reason="earlier"),)
    assert asyncio.run(asked("Who wrote Hamlet?")).kind == "failed"
    assert asyncio.run(asked("When was the Aswan High Dam finished, says @tea.md?")).kind == "failed"


def test_what_was_made_before_can_be_a_source() -> None:
    services = services_for(NoModel())
    first = asyncio.run(sent(services, "Make a quiz from @coffee.md", files=[("coffee.md", COFFEE, "")]))
    assert isinstance(first, Delivered)
    second = asyncio.run(sent(services, "Make another quiz from the quiz"))
    assert [each.id for each in second.receipt.sources] == [first.artifacts[0].id]
