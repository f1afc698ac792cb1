"""Inkwright as a library: turns that run by themselves, readers that follow them, files, and owners kept apart."""

import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inkwright import NotFound, ScriptedModel, Stream
from inkwright.agent import tasks
from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.services import TurnServices
from inkwright.application import Inkwright
from inkwright.artifacts.vault import Verified
from inkwright.conversation.events import TextAppended
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, Outcome, RouterResult, TurnState
from inkwright.errors import TurnOver
from inkwright.llm.models import Request
from inkwright.usecases.turns import send_message
from tests.agent.test_recovery import is_killed_at
from tests.agent.test_run import call
from tests.llm.fake_provider import Answer, FakeProvider, Received, openai_reply, openai_stream

MAKE = RouterResult(intent="content_create", confidence=1, expected_mode="artifact")
SLIDES = "# Rivers\n\n## Rain\n\n- Rain falls on the hills.\n- It runs to the sea.\n"


def run(home: Path, model: Any, play: Callable[[Inkwright], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        async with Inkwright.open(home=home, model=model) as inkwright:
            return await play(inkwright)

    return asyncio.run(go())


class Gate(ScriptedModel):
    """A model that waits before each reply until it is let go."""

    def __init__(self, script: Any) -> None:
        super().__init__(script)
        self.is_open = asyncio.Event()
        self.is_asked = asyncio.Event()

    async def reply(self, request: Request, *rest: Any) -> Any:
        self.is_asked.set()
        await self.is_open.wait()
        return await super().reply(request, *rest)


def test_a_message_is_answered_and_its_events_are_followed(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        turn = await inkwright.send("Hello", route=CHAT_ROUTE)
        return [event async for event in turn], await turn.outcome()

    events, outcome = run(tmp_path, ScriptedModel([Stream(["Good ", "morning."])]), play)
    assert isinstance(outcome, Answered)
    assert "".join(event.text for event in events if isinstance(event, TextAppended)) == "Good morning."
    assert [events[0].kind, events[-1].kind] == ["turn_started", "turn_finished"]


def test_a_question_is_answered_and_the_same_turn_continues(tmp_path: Path) -> None:
    script: list[Any] = [call("ask_user", question="Which colour?", options=["Red", "Blue"]), "Blue it is."]

    async def play(inkwright: Inkwright) -> Any:
        turn = await inkwright.send("Paint.", route=CHAT_ROUTE)
        asked = await turn.outcome()
        assert isinstance(asked, Asked)
        ask = await inkwright.ask(asked.ask_id)
        again = await inkwright.answer(asked.ask_id, {ask.questions[0].id: "Blue"})
        seen = [event async for event in again]
        whole = [event async for _, event in inkwright.follow(turn.id)]
        return turn.id, again.id, await again.outcome(), seen, whole

    first, second, outcome, seen, whole = run(tmp_path, ScriptedModel(script), play)
    assert first == second
    assert isinstance(outcome, Answered)
    assert whole[-len(seen) :] == seen
    assert len(whole) > len(seen)


def test_a_turn_is_cancelled_and_one_that_is_over_cannot_be(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        turn = await inkwright.send("One", route=CHAT_ROUTE)
        await model.is_asked.wait()
        await inkwright.cancel(turn.id)
        with pytest.raises(TurnOver):
            await inkwright.cancel(turn.id)
        return await turn.outcome()

    model = Gate(["Never."])
    outcome = run(tmp_path, model, play)
    assert isinstance(outcome, Failed)
    assert outcome.code == "cancelled"


def test_a_turn_of_another_process_is_cancelled_and_stops_there(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        turn = await inkwright.send("One", route=CHAT_ROUTE)
        await model.is_asked.wait()
        async with Inkwright.open(home=tmp_path, model=ScriptedModel([])) as elsewhere:
            with other_process():
                await elsewhere.cancel(turn.id)
                with pytest.raises(TurnOver):
                    await elsewhere.cancel(turn.id)
        model.is_open.set()
        return [event.kind async for event in turn], await turn.outcome()

    model = Gate(["Never."])
    kinds, outcome = run(tmp_path, model, play)
    assert outcome.code == "cancelled"
    assert kinds.count("turn_finished") == 1
    assert "text_grew" not in kinds


@contextlib.contextmanager
def other_process() -> Iterator[None]:
    """Forget the tasks of this process, as another one does not know them."""
    known = dict(tasks._RUNNING_TASKS)
    tasks._RUNNING_TASKS.clear()
    try:
        yield
    finally:
        tasks._RUNNING_TASKS.update(known)


def test_closing_stops_running_turns_and_stores_how_they_ended(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> str:
        turn = await inkwright.send("One", route=CHAT_ROUTE)
        await model.is_asked.wait()
        return turn.id

    model = Gate(["Never."])
    turn_id = run(tmp_path, model, play)
    outcome = run(tmp_path, ScriptedModel([]), lambda inkwright: inkwright.outcome(turn_id))
    assert outcome.code == "cancelled"


def test_another_owner_sees_nothing(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> None:
        turn = await inkwright.send("Hello", route=CHAT_ROUTE)
        await turn.outcome()
        other = inkwright.as_owner("other")
        with pytest.raises(NotFound):
            await other.turn(turn.id)
        with pytest.raises(NotFound):
            await other.send("Hi", conversation_id=turn.conversation_id)
        with pytest.raises(NotFound):
            _ = [event async for event in other.follow(turn.id)]
        assert await other.latest_turn(turn.conversation_id) is None

    run(tmp_path, ScriptedModel(["Hi."]), play)


def test_a_deck_is_made_from_its_description_without_a_model(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        made = await inkwright.render(SLIDES, "pptx")
        assert isinstance(made, Verified)
        return await inkwright.save(made.id, tmp_path / "out"), await inkwright.read(made.id)

    path, content = run(tmp_path / "home", ScriptedModel([]), play)
    assert path.name == "Rivers.pptx"
    assert path.read_bytes() == content


def test_a_tool_of_ones_own_makes_a_file_from_an_attached_one(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(SLIDES, encoding="utf-8")

    def script(request: Request) -> Any:
        done = [message for message in request.messages if message["role"] == "tool"]
        if not done:
            return call("render_pdf", title="Rivers", markdown=SLIDES)
        made = json.loads(done[0]["content"])["verified_artifacts"]
        return call("deliver", message="Your PDF is ready.", artifacts=[each["id"] for each in made])

    async def play(inkwright: Inkwright) -> Any:
        turn = await inkwright.send("Make a PDF.", files=[tmp_path / "notes.md"], route=MAKE)
        outcome = await turn.outcome()
        attached = await inkwright.store.attachments.of(turn.conversation_id, owner=inkwright.owner)
        assert isinstance(outcome, Delivered)
        return [each.name for each in attached], await inkwright.read(outcome.artifacts[0].id)

    names, content = run(tmp_path / "home", ScriptedModel(script), play)
    assert names == ["notes.md"]
    assert content.startswith(b"%PDF")


def test_an_edited_message_replaces_what_came_after_it(tmp_path: Path) -> None:
    async def play(inkwright: Inkwright) -> Any:
        first = await inkwright.send("One", route=CHAT_ROUTE)
        await first.outcome()
        second = await inkwright.edit(first.id, "Hello again")
        await second.outcome()
        return await inkwright.store.conversations.messages(first.conversation_id, owner=inkwright.owner)

    messages = run(tmp_path, ScriptedModel(_two_replies()), play)
    assert [message.text for message in messages] == ["Hello again", "Second."]


def _two_replies() -> Callable[[Request], Any]:
    said = iter(["First.", "Second."])

    def script(request: Request) -> Any:
        is_routing = any("intent" in str(message.get("content", ""))[:4000] for message in request.messages[:1])
        is_chat = bool(request.tools) or not is_routing
        return next(said) if is_chat else json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"})

    return script


PAGE = Path(__file__).parents[1] / "docs" / "library.md"
SCRIPTS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def chatty(received: Received) -> Answer:
    """A server whose model routes every message to a chat, judges nothing and says that it rains."""
    body = received.body or {}
    if body.get("tools"):
        deltas = [{"role": "assistant", "content": "It rains."}]
        return openai_stream(deltas) if body.get("stream") else openai_reply("It rains.")
    said = json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer", "statements": []})
    return openai_stream([{"role": "assistant", "content": said}]) if body.get("stream") else openai_reply(said)


def test_the_scripts_of_the_page_are_short_and_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rivers.md").write_text(SLIDES, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    assert len(SCRIPTS) == 5
    with FakeProvider(chatty) as server:
        monkeypatch.setenv("INKWRIGHT_MODEL", f"{server.url}/v1#model")
        for script in SCRIPTS:
            assert len([line for line in script.splitlines() if line.strip()]) <= 15
            exec(compile(script, str(PAGE), "exec"), {})
            assert capsys.readouterr().out.strip()
    assert (tmp_path / "out" / "Rivers.pptx").exists()


def test_a_turn_whose_process_was_killed_continues_by_itself_and_repeats_no_finished_call(tmp_path: Path) -> None:
    """Whenever it dies: a turn that was stored ends with the reply that the model gives it, or gave it before."""
    continued = 0
    for moment in itertools.count(1, 3):
        home = tmp_path / str(moment)
        home.mkdir()

        async def ask(services: TurnServices) -> None:
            await send_message(services, "Hi", CHAT_ROUTE, owner="me")

        if not is_killed_at(moment, home, ask, "First."):
            break
        outcome, calls = asyncio.run(continued_by_itself(home))
        if outcome is not None:
            continued += 1
            assert (outcome.message, calls) in (("First.", 0), ("Second.", 1)), moment
    assert continued > 1


def test_a_turn_that_cannot_continue_for_want_of_a_model_does_not_end_the_search_for_others(tmp_path: Path) -> None:
    async def search() -> bool:
        async with Inkwright.open(home=tmp_path, model="nobody:nothing") as inkwright:
            ids, conversations = inkwright.store.ids, inkwright.store.conversations
            left = TurnState(id=ids.new("turn"), conversation_id=ids.new("conv"), owner="me", message="Hi")
            await conversations.begin_turn(left.said(ids.new("msg"), "Hi"), left)
            searching = asyncio.create_task(inkwright.continue_turns())
            done, _ = await asyncio.wait([searching], timeout=0.3)
            searching.cancel()
            return bool(done)

    assert not asyncio.run(search())


async def continued_by_itself(home: Path) -> tuple[Outcome | None, int]:
    """The outcome of the turn that a process left running in this home, and how often the model was called for it."""
    model = ScriptedModel(["Second."])
    async with Inkwright.open(home=home, model=model) as inkwright:
        owner = inkwright.as_owner("me")
        left = await inkwright.store.conversations.unfinished("me")
        if not left:
            return None, 0
        working = asyncio.create_task(inkwright.continue_turns())
        async for _ in owner.follow(left[0].id):
            pass
        working.cancel()
        steps = [request for request in model.calls if request.purpose != "judge"]
        return await owner.outcome(left[0].id), len(steps)
