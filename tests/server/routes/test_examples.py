"""Examples over HTTP: they run without a model, say that they are scripted, and end in a checked file."""

from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from inkwright import ScriptedModel
from inkwright.examples.project_script import DEMO_NAMES
from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.i18n import Language
from tests.server.live import live_server, parts_of


def test_an_example_runs_without_a_model_says_so_and_ends_in_a_file(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client(headers={"accept-language": "zh"})
        listed = client.get("/api/examples").json()["items"]
        assert [each["name"] for each in listed] == [*EXAMPLE_NAMES, *DEMO_NAMES]
        assert [each["name"] for each in listed if each["kind"] == "project"] == [*DEMO_NAMES]
        started = client.post("/api/examples/quiz").json()
        parts = parts_of(client.get(f"/api/agent/turns/{started['turnId']}/stream").text)
        (warning,) = [part["data"] for part in parts if part["type"] == "data-warning"]
        assert warning["code"] == "scripted"
        (outcome,) = [part["data"]["outcome"] for part in parts if part["type"] == "data-outcome"]
        assert outcome["kind"] == "delivered"
        assert client.get(f"/api/conversations/{started['conversationId']}").json()["title"].startswith("示例")
        assert client.post("/api/examples/nothing").status_code == 404


def outcome_of(client: httpx.Client, turn: str) -> dict[str, Any]:
    """Follow a turn to its end; return its outcome."""
    parts = parts_of(client.get(f"/api/agent/turns/{turn}/stream").text)
    return next(part["data"]["outcome"] for part in reversed(parts) if part["type"] == "data-outcome")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_example_is_played_to_its_end_with_its_questions_and_further_messages(
    tmp_path: Path, language: Language
) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client(headers={"accept-language": language})
        for name in EXAMPLE_NAMES:
            script = load_example(name, language)
            started = client.post(f"/api/examples/{name}").json()
            assert started["following"] == [turn.message for turn in script.turns[1:]]
            turn = started["turnId"]
            for scripted in script.turns:
                if scripted is not script.turns[0]:
                    sent = {"conversationId": started["conversationId"], "message": scripted.message}
                    turn = client.post("/api/agent/stream", json=sent).headers["x-turn-id"]
                outcome = outcome_of(client, turn)
                for answer in scripted.answers:
                    assert outcome["kind"] == "asked", (name, outcome)
                    given = {"askId": outcome["askId"], "answer": answer}
                    client.post("/api/agent/answer", json=given).read()
                    outcome = outcome_of(client, turn)
                assert outcome["kind"] == scripted.ends, (name, outcome)


def test_other_words_in_an_example_are_answered_by_the_model_and_a_failed_one_is_played_again(tmp_path: Path) -> None:
    chat = '{"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"}'
    model = ScriptedModel(lambda request: "I am a model." if request.tools else chat)
    with live_server(tmp_path, model) as server:
        client = server.client()
        started = client.post("/api/examples/edit").json()
        assert outcome_of(client, started["turnId"])["kind"] == "delivered"
        sent = {"conversationId": started["conversationId"], "message": "Hello"}
        assert "I am a model." in client.post("/api/agent/stream", json=sent).text
        failed = client.post("/api/examples/stubborn").json()["turnId"]
        first = outcome_of(client, failed)
        client.post("/api/agent/retry", json={"turnId": failed}).read()
        assert (first["kind"], outcome_of(client, failed)["kind"]) == ("failed", "failed")


def test_the_demo_of_a_project_starts_in_a_project_of_its_own_and_goes_on_by_itself(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as service:
        client = service.client()
        started = client.post("/api/examples/article").json()
        assert started["following"] == []
        project = f"/api/projects/{started['projectId']}"
        while client.get(f"{project}/phases").json()["current"] != "evaluate":
            client.get(f"{project}/feed?after=1000&wait=1")
        board = client.get(f"{project}/run").json()
        assert {each["state"] for each in board["blocks"]} == {"done", "group"}
