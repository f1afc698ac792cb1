"""The questions of a quiz over HTTP: changed, added, moved and removed; each change is a checked version."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.vault import Verified
from inkwright.usecases.store import LOCAL_OWNER
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_artifacts import made


def question(words: str, **changes: Any) -> dict[str, Any]:
    return {"questionType": "TRUE_FALSE", "question": words, "correctAnswer": "true", **changes}


def quiz(server: LiveServer, *words: str) -> str:
    """Store a quiz with these questions; return its id."""
    described = {"title": "Rain", "language": "en", "questions": [question(each) for each in words]}
    content = write_json(Quiz.model_validate(described))
    store = server.inkwright.store
    draft = Draft("quiz", "Rain.quiz.json", "Rain", {"Rain.quiz.json": content})
    kept = server.run(store.vault.keep(draft, owner=LOCAL_OWNER, turn_id=store.ids.new("turn")))
    assert isinstance(kept, Verified), kept
    return kept.id


def questions(server: LiveServer, artifact: str) -> list[str]:
    stored = server.client().get(f"/api/artifacts/{artifact}/file").json()["questions"]
    return [each["question"] for each in stored]


def test_questions_are_moved_removed_changed_and_added_and_the_others_stay(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        first, client = quiz(server, "Rain is wet.", "Snow is cold.", "Hail is hard."), server.client()
        moved = client.put(f"/api/artifacts/{first}/questions", json={"questions": [3, 1]})
        assert (moved.status_code, moved.json()["version"], moved.json()["units"]) == (201, 2, {"questions": 2})
        second = moved.json()["id"]
        assert questions(server, second) == ["Hail is hard.", "Rain is wet."]
        new = question("雨是湿的。", explanation="雨是水。")
        changed = client.put(f"/api/artifacts/{second}/questions/1", json={"question": new})
        assert questions(server, changed.json()["id"]) == ["雨是湿的。", "Rain is wet."]
        added = client.post(f"/api/artifacts/{second}/questions/3", json={"question": question("Fog is a cloud.")})
        assert (added.json()["version"], questions(server, added.json()["id"])) == (
            4,
            ["Hail is hard.", "Rain is wet.", "Fog is a cloud."],
        )
        assert questions(server, first) == ["Rain is wet.", "Snow is cold.", "Hail is hard."]


def test_an_order_that_is_none_is_refused(tmp_path: Path) -> None:
    wrong: list[Any] = [[], [0], [3], [1, 1], ["x"], [1] * 5_000, None]
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = quiz(server, "Rain is wet.", "Snow is cold."), server.client()
        for order in wrong:
            assert client.put(f"/api/artifacts/{artifact}/questions", json={"questions": order}).status_code == 422
        assert len(client.get("/api/artifacts").json()["items"]) == 1


def test_a_question_that_is_none_or_does_not_pass_the_checks_is_refused_in_words(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = quiz(server, "Rain is wet.", "Snow is cold."), server.client()
        address = f"/api/artifacts/{artifact}/questions/1"
        for wrong in ({}, {"question": ""}, {"questionType": "SONG", "question": "?"}, question("x" * 1_000_000)):
            refused = client.put(address, json={"question": wrong})
            assert (refused.status_code, bool(refused.json()["title"])) == (422, True), refused.text
        wrong_key = {"questionType": "SINGLE_CHOICE", "question": "Which?", "options": ["a", "b"], "correctAnswer": "F"}
        assert client.put(address, json={"question": wrong_key}).status_code in (409, 422)
        assert client.put(f"/api/artifacts/{artifact}/questions/9", json={"question": question("x")}).status_code == 422
        assert (
            client.put(f"/api/artifacts/{made(server)}/questions/1", json={"question": question("x")}).status_code
            == 404
        )
        assert questions(server, artifact) == ["Rain is wet.", "Snow is cold."]
