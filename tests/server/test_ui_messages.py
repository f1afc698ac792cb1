"""The messages of a conversation as clients keep them: answers and files are where they belong."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.agent.test_run import call
from tests.server.live import live_server
from tests.studio.browser import CHAT

QUESTIONS = [
    {"id": "who", "question": "Who is it for?", "options": [{"label": "Teachers", "value": "t"}]},
    {"id": "more", "question": "Anything else?", "allow_freeform": True, "options": []},
]


def test_an_answer_is_a_part_of_the_turn_that_asked_and_files_are_parts_of_their_message(tmp_path: Path) -> None:
    asked = call("ui_request", type="clarification", title="Before I begin", questions=QUESTIONS)
    lines: list[Any] = [asked, "It is for teachers.", "Hello again."]
    model = ScriptedModel(lambda request: lines.pop(0) if request.tools else CHAT)
    with live_server(tmp_path, model) as server:
        client = server.client()
        files = {"files": ("rain.md", b"# Rain")}
        conversation = client.post("/api/conversations/attachments", files=files).json()["conversationId"]
        client.post("/api/agent/stream", json={"message": "Write", "conversationId": conversation}).read()
        ask = client.get(f"/api/conversations/{conversation}").json()["askId"]
        client.post("/api/agent/answer", json={"askId": ask, "answer": {"who": "t", "more": None}}).read()
        client.post("/api/agent/stream", json={"message": "Hi", "conversationId": conversation}).read()
        messages = client.get(f"/api/conversations/{conversation}").json()["messages"]
        assert [each["role"] for each in messages] == ["user", "assistant"] * 2
        assert [part["type"] for part in messages[0]["parts"]] == ["text", "data-attached"]
        assert messages[0]["parts"][1]["data"] == {"names": ["rain.md"]}
        assert [part["type"] for part in messages[2]["parts"]] == ["text"]
        (answer,) = [part["data"] for part in messages[1]["parts"] if part["type"] == "data-answer"]
        assert [(each["question"], each["words"]) for each in answer["items"]] == [
            ("Who is it for?", "Teachers"),
            ("Anything else?", ""),
        ]
