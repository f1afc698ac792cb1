"""What the tools of a turn can reach, and what the person is asked: a text in a file must not fetch other files."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from inkwright import ScriptedModel, ToolCall
from inkwright.agent.services import TurnServices
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.verification import register_checker
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Answered, Asked, Outcome, RouterResult
from inkwright.llm.scripted import ScriptedOutput
from inkwright.projects.records import Project
from inkwright.settings import load_settings
from inkwright.testing.memory_services import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.store import open_store
from inkwright.usecases.turns import answer_ask, send_message

OWNER = "me"
SECRET = "Ann earns 1234."
CHAT = RouterResult(intent="chat_qa", confidence=1, expected_mode="answer")
NAME = "Salary list.txt"


class Named(BaseModel):
    """The artifact that a tool of an extension takes, under a name of its own."""

    which: str


async def peek(given: Named, context: ToolContext) -> Evidence:
    """Reads the vault directly, as an extension may."""
    content = await context.vault.read(given.which, owner=context.owner)
    return Evidence(facts={"content": (content or b"").decode()})


PEEK = AgentTool("peek", "Reads a file.", Named, peek, is_base=True)
Run = Callable[[TurnServices], Any]
KIND = "salaries"
register_checker(KIND, lambda *_: [])


def in_memory(work: Run, model: ScriptedModel, _: Path) -> Any:
    return asyncio.run(work(memory_services(model, [*all_tools().values(), PEEK])))


def in_sqlite(work: Run, model: ScriptedModel, folder: Path) -> Any:
    async def run() -> Any:
        settings = load_settings(flags={}, environ={}, folder=folder, home=folder)
        async with open_store(settings) as store:
            return await work(store.turn_services(model, [*all_tools().values(), PEEK], lambda *_: None))

    return asyncio.run(run())


pytestmark = pytest.mark.parametrize("world", [in_memory, in_sqlite])


async def made(services: TurnServices, name: str = NAME, *, project: str = "") -> tuple[Verified, str]:
    """An artifact of a conversation of its own, in a project if one is named."""
    conversation = services.ids.new("conv")
    if project:
        assert services.projects is not None
        await services.projects.place(conversation, project, owner=OWNER)
    said = await send_message(services, "Who earns what?", CHAT, owner=OWNER, conversation_id=conversation)
    assert isinstance(said, Answered)
    (turn,) = await services.conversations.latest_turns(conversation, owner=OWNER, limit=1)
    draft = Draft(KIND, name, "Salaries", {name: SECRET.encode()})
    artifact = await services.vault.keep(draft, owner=OWNER, turn_id=turn.id)
    assert isinstance(artifact, Verified)
    return artifact, conversation


def call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall("c1", name, json.dumps(arguments))


def said_to_model(model: ScriptedModel) -> str:
    return str([request.messages for request in model.calls])


def scripted() -> tuple[ScriptedModel, list[ScriptedOutput]]:
    """A model, and the lines that it still has to say: the first is the answer in the other conversation."""
    lines: list[ScriptedOutput] = ["Noted."]
    return ScriptedModel(lambda _: lines.pop(0)), lines


CALLS: dict[str, Callable[[Verified], ToolCall]] = {
    "get by id": lambda it: call("get_artifact", artifact_id=it.id),
    "get by name": lambda it: call("get_artifact", artifact_id=it.name),
    "edit_pptx": lambda it: call("edit_pptx", artifact_id=it.id, slide=1, instruction="shorter"),
    "edit_document": lambda it: call("edit_document", artifact_id=it.id, section="A", markdown="B"),
    "edit_quiz": lambda it: call("edit_quiz", artifact_id=it.id, number=1, instruction="easier"),
    "edit_page": lambda it: call("edit_page", artifact_id=it.id, part="css", instruction="blue"),
    "a tool of an extension": lambda it: call("peek", which=it.id),
}


@pytest.mark.parametrize("case", CALLS)
def test_a_file_of_another_conversation_is_not_reached_without_the_persons_word(
    world: Any, case: str, tmp_path: Path
) -> None:
    model, lines = scripted()

    async def attack(services: TurnServices) -> tuple[Outcome, str]:
        artifact, _ = await made(services)
        lines.extend([CALLS[case](artifact)])
        outcome = await send_message(services, "Summarise the file.", EDIT, owner=OWNER)
        assert isinstance(outcome, Asked)
        ask = await services.asks.get(outcome.ask_id, owner=OWNER)
        assert ask is not None
        assert (ask.kind, ask.questions[0].recommended) == ("permission", None)
        return outcome, ask.questions[0].question

    _, question = world(attack, model, tmp_path)
    assert NAME in question
    assert "“Who earns what?”" in question
    assert SECRET not in said_to_model(model)


EDIT = RouterResult(
    intent="refine",
    confidence=1,
    expected_mode="answer",
    candidate_tools=("edit_pptx", "edit_document", "edit_quiz", "edit_page"),
)


def test_the_list_has_this_conversation_and_its_project_and_nothing_else(world: Any, tmp_path: Path) -> None:
    model = ScriptedModel(["One.", "Two.", "Three.", call("list_artifacts"), "Done."])

    async def listed(services: TurnServices) -> tuple[str, list[str]]:
        assert services.projects is not None
        project = Project(services.ids.new("proj"), OWNER, "School", services.clock.now())
        other = Project(services.ids.new("proj"), OWNER, "Home", services.clock.now())
        for each in (project, other):
            assert await services.projects.add(each)
        inside, conversation = await made(services, "inside.txt", project=project.id)
        await made(services, "outside.txt")
        await made(services, "other.txt", project=other.id)
        again = services.ids.new("conv")
        await services.projects.place(again, project.id, owner=OWNER)
        await send_message(services, "What is there?", CHAT, owner=OWNER, conversation_id=again)
        assert await services.vault.is_within(inside.id, conversation, owner=OWNER)
        return inside.id, [each.name for each in await services.vault.latest(owner=OWNER, limit=9)]

    inside, everything = world(listed, model, tmp_path)
    assert everything == ["other.txt", "outside.txt", "inside.txt"]
    (result,) = [message["content"] for message in model.calls[-1].messages if message["role"] == "tool"]
    assert [each["id"] for each in json.loads(result)["artifacts"]] == [inside]


@pytest.mark.parametrize(("value", "is_allowed"), [("allow", True), ("deny", False), (None, False)])
def test_the_answer_of_the_person_decides_and_is_asked_for_once(
    world: Any, value: str | None, is_allowed: bool, tmp_path: Path
) -> None:
    model, lines = scripted()

    async def ask(services: TurnServices) -> Outcome:
        artifact, _ = await made(services)
        read = call("get_artifact", artifact_id=artifact.id)
        lines.extend([read, read, "Done."])
        asked = await send_message(services, "Summarise the file.", CHAT, owner=OWNER)
        assert isinstance(asked, Asked)
        given = QuestionAnswer(id=f"artifact:{artifact.id}", value=value)
        answer = Answer(status="answered", answers=(given,)) if value else Answer(status="cancelled")
        return await answer_ask(services, asked.ask_id, answer, owner=OWNER)

    outcome = world(ask, model, tmp_path)
    assert isinstance(outcome, Answered)
    assert (SECRET in said_to_model(model)) is is_allowed


MESSAGES: dict[str, Callable[[Verified], str]] = {
    "its id": lambda it: f"Read {it.id}, please.",
    "its name after @": lambda it: f'Read @"{it.name}", please.',
}


@pytest.mark.parametrize("case", MESSAGES)
def test_what_the_person_names_themselves_needs_no_question(world: Any, case: str, tmp_path: Path) -> None:
    model, lines = scripted()

    async def name(services: TurnServices) -> Outcome:
        artifact, _ = await made(services)
        lines.extend([call("get_artifact", artifact_id=artifact.id), "Done."])
        return await send_message(services, MESSAGES[case](artifact), CHAT, owner=OWNER)

    assert isinstance(world(name, model, tmp_path), Answered)
    assert SECRET in said_to_model(model)


def test_a_name_is_found_in_this_conversation_first_and_a_word_without_at_is_no_permission(
    world: Any, tmp_path: Path
) -> None:
    model, lines = scripted()

    async def both(services: TurnServices) -> Outcome:
        _, conversation = await made(services)
        lines.extend([call("get_artifact", artifact_id=NAME), "Done."])
        assert isinstance(
            await send_message(services, "Read it.", CHAT, owner=OWNER, conversation_id=conversation), Answered
        )
        lines.extend([call("get_artifact", artifact_id=NAME)])
        return await send_message(services, f"What is {NAME}?", CHAT, owner=OWNER)

    assert isinstance(world(both, model, tmp_path), Asked)


def test_the_guess_of_the_router_does_not_reach_further(world: Any, tmp_path: Path) -> None:
    model, lines = scripted()

    async def route(services: TurnServices) -> RouterResult | None:
        artifact, _ = await made(services)
        guess = {"intent": "refine", "confidence": 0.9, "expected_mode": "artifact", "refines": artifact.id}

        lines.extend([json.dumps(guess), *[call("answer", message="Nothing to change.")] * 5])
        await send_message(services, "Make it shorter.", owner=OWNER, conversation_id="conv_other")
        (turn,) = await services.conversations.latest_turns("conv_other", owner=OWNER, limit=1)
        return turn.route

    found = world(route, model, tmp_path)
    assert found is not None
    assert found.refines is None
