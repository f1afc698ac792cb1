"""The published AI SDK, versions 5, 6 and 7, against a live service: it accepts every part of the stream."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel, Stream
from inkwright.agent.rule_planner import NoModel
from inkwright.conversation.events import Event, TurnFinished, TurnStarted
from inkwright.conversation.turns import Answered, TurnState
from inkwright.conversation.work_payloads import LongWork, long_work_event, school_read_event
from inkwright.llm.models import Request
from inkwright.school.records import Pupil, SchoolClass
from tests.agent.test_run import call
from tests.apps.samples import add_school, school_data
from tests.conversation.samples import EVENTS
from tests.each import each
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_agent import CHAT, model

CLIENT = Path(__file__).parent / "clients" / "client.mjs"
PACKAGES = Path(__file__).parents[2] / ".venv" / "clients"
VERSIONS = ("5", "6", "7")

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (PACKAGES / "node_modules").is_dir(), reason="the AI SDK is not installed"
)


def chatted(server: LiveServer, version: str, scenario: str, text: str = "Hello") -> dict[str, Any]:
    command = ["node", str(CLIENT), version, server.url, scenario, text]
    environ = {**os.environ, "CLIENTS": str(PACKAGES)}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=environ)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def kinds(message: dict[str, Any]) -> list[str]:
    return [part["type"] for part in message["parts"]]


def words(message: dict[str, Any]) -> str:
    return "".join(part["text"] for part in message["parts"] if part["type"] == "text")


@each("version", VERSIONS)
def test_a_message_is_answered(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, model(Stream(["Good ", "morning."]))) as server:
        found = chatted(server, version, "send")
    assert (found["status"], found["error"]) == ("ready", None)
    reply = found["messages"][-1]
    assert words(reply) == "Good morning."
    assert reply["metadata"] == {"outcome": "answered"}
    assert [part["state"] for part in reply["parts"] if part["type"] == "text"] == ["done"]


@each("version", VERSIONS)
def test_every_kind_of_event_is_accepted(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        events = [TurnStarted(turn_id="turn_1", conversation_id="conv_1"), *others(), ANSWERED]
        server.run(journal_of_a_running_turn(server, events))
        found = chatted(server, version, "resume-only")
    assert found["error"] is None
    seen = set(kinds(found["messages"][-1])) | {part["type"] for part in found["data"]}
    assert {"data-tool-progress", "data-ask", "data-clarify", "data-warning", "data-error", "data-outcome"} <= seen


ANSWERED = TurnFinished(outcome=Answered(message="Yes."))


def others() -> list[Event]:
    return [event for event in EVENTS if not isinstance(event, TurnStarted | TurnFinished)]


async def journal_of_a_running_turn(server: LiveServer, events: list[Event]) -> None:
    """Store a turn that runs, with its events; its end comes when a client follows it."""
    inkwright = server.inkwright
    turn = TurnState(id="turn_1", conversation_id=CONVERSATION, owner=inkwright.owner, message="x", message_id="msg_1")
    await inkwright.store.conversations.begin_turn(turn.said("msg_1", "x"), turn)
    await inkwright.store.journal.append("turn_1", events[:-1])

    async def finish() -> None:
        while "turn_1" not in inkwright.store.journal._readers:  # noqa: ASYNC110 - clients start slowly
            await asyncio.sleep(0.05)
        await inkwright.store.journal.append("turn_1", events[-1:])
        await inkwright.store.conversations.save_turn(
            turn.model_copy(update={"status": "finished", "outcome": ANSWERED.outcome})
        )

    TASKS.append(asyncio.create_task(finish()))


WORK = (
    LongWork(kind="paper", status="running", title="Rain", stage="methods", done=6, total=12, paper_id="paper_1"),
    LongWork(kind="paper", status="finished", title="Rain", done=12, total=12, paper_id="paper_1"),
)


@each("version", VERSIONS)
def test_papers_and_classes_arrive_as_typed_data_and_later_parts_replace_earlier_ones(
    version: str, tmp_path: Path
) -> None:
    read = school_read_event("c1", classes=[SchoolClass("c0", "1A")], pupils=[Pupil("S01", "Amy", ())])
    shown = [*(long_work_event("paper_1", each) for each in WORK), read]
    with live_server(tmp_path, ScriptedModel([])) as server:
        events: list[Event] = [TurnStarted(turn_id="turn_1", conversation_id=CONVERSATION), *shown, ANSWERED]
        server.run(journal_of_a_running_turn(server, events))
        found = chatted(server, version, "resume-only")
    assert found["error"] is None
    parts = {part["type"]: part["data"] for part in found["messages"][-1]["parts"]}
    assert kinds(found["messages"][-1]).count("data-work") == 1
    assert (parts["data-work"]["status"], parts["data-work"]["paperId"]) == ("finished", "paper_1")
    assert parts["data-school-read"]["classes"] == [{"id": "c0", "name": "1A"}]
    assert [part["data"]["status"] for part in found["data"] if part["type"] == "data-work"] == ["running", "finished"]


@each("version", VERSIONS)
def test_an_answer_about_a_class_tells_the_client_which_one(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        server.run(add_school(server.inkwright, school_data()))
        found = chatted(server, version, "send", "What is the mean of 1A in Quiz 1?")
    assert found["error"] is None
    (read,) = [part["data"] for part in found["messages"][-1]["parts"] if part["type"] == "data-school-read"]
    assert ([each["name"] for each in read["classes"]], read["tests"]) == (["1A"], ["Quiz 1"])


CONVERSATION = "conv_" + "1" * 32
TASKS: list[Any] = []


@each("version", VERSIONS)
def test_a_failed_turn_is_an_error_and_keeps_what_was_shown(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, model(ValueError("secret detail"))) as server:
        found = chatted(server, version, "send")
    assert found["status"] == "error"
    assert "secret detail" not in json.dumps(found)
    assert "data-outcome" in kinds(found["messages"][-1])


@each("version", VERSIONS)
def test_a_question_arrives_as_data_with_its_choices(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, model(call("ask_user", question="Which?", options=["Red", "Blue"]))) as server:
        found = chatted(server, version, "send")
    assert found["error"] is None
    (ask,) = [part for part in found["messages"][-1]["parts"] if part["type"] == "data-ask"]
    assert [option["label"] for option in ask["data"]["ask"]["questions"][0]["options"]] == ["Red", "Blue"]
    assert found["messages"][-1]["metadata"] == {"outcome": "asked"}


def slow_model() -> ScriptedModel:
    """Writes one word at a time, slowly enough for a client to leave in the middle."""
    pieces = [f"word{number} " for number in range(40)]

    def script(request: Request) -> Any:
        return Stream(pieces) if request.tools else CHAT

    return ScriptedModel(script, delay=0.05)


@each("version", VERSIONS)
def test_a_client_that_leaves_in_mid_text_resumes_and_gets_all_of_it(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, slow_model()) as server:
        found = chatted(server, version, "resume")
    assert found["error"] is None
    assert words(found["messages"][-1]).split() == [f"word{number}" for number in range(40)]


@each("version", VERSIONS)
def test_a_client_that_stops_listening_keeps_what_it_has(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, slow_model()) as server:
        found = chatted(server, version, "abort")
        assert found["status"] == "ready"
        turn = server.run(server.inkwright.latest_turn(server.run(conversation(server))))
        assert words(found["messages"][-1]).startswith("word0")
        assert turn.status in ("running", "finished")


async def conversation(server: LiveServer) -> str:
    (row,) = await server.inkwright.store.conversations.conversations(server.inkwright.owner)
    return row.id


@each("version", VERSIONS)
def test_a_reply_is_regenerated(version: str, tmp_path: Path) -> None:
    with live_server(tmp_path, model("First.", "Second.")) as server:
        found = chatted(server, version, "regenerate")
    assert found["error"] is None
    assert words(found["messages"][-1]) == "Second."
    assert len(found["messages"]) == 2
