"""Results of a shared quiz become tests of a class: matched by number or name, and undone like any import."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_shared_quizzes import hand_in
from tests.server.samples import stored_quiz

ROSTER = (
    "学号,姓名,班级,测验1\n满分,,,60\n1001,陈大文,1A,55\n1002,李小明,1A,30\n1003,李小明,1A,20\n1004,Chan Tai Man,1A,1\n"
)


def question(number: int, point: str) -> dict[str, Any]:
    return {
        "questionType": "TRUE_FALSE",
        "question": f"Statement {number}.",
        "correctAnswer": "true",
        "knowledgePoint": point,
    }


def ready(server: LiveServer, asks_for: str) -> tuple[str, str]:
    """A class, and a shared quiz on two knowledge points; the id of the share and its address."""
    files = {"file": ("1A.csv", ROSTER.encode(), "text/csv")}
    assert server.client().post("/api/school/imports", files=files).json()["imported"]
    quiz = stored_quiz(server, question(1, "比"), question(2, "比"), question(3, "分数"))
    made = server.client().post("/api/shares", json={"artifactId": quiz, "quiz": {"asksFor": asks_for}}).json()
    return made["id"], made["url"]


def test_results_are_added_by_number_per_knowledge_point_and_undone(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = ready(server, "number")
        client = server.client()
        for number, answers in (("1001", "true"), (" １００２ ", "false")):
            fields = [("number", number), ("q0", answers), ("q1", answers), ("q2", "true")]
            assert hand_in(client, address, fields).status_code == 303
        tried = client.post(f"/api/shares/{share}/class", json={"classId": "1A", "mode": "dry_run"}).json()
        assert tried["imported"] is None
        assert [each["number"] for each in tried["matched"]] == ["1001", "1002"]
        done = client.post(f"/api/shares/{share}/class", json={"classId": "1A"}).json()
        assert done["tests"] == ["Rain", "Rain – 比", "Rain – 分数"]
        tests = {each["test"]: each for each in client.get("/api/school/classes/1A").json()["tests"]}
        assert (tests["Rain"]["outOf"], tests["Rain"]["mean"]) == (3, 2)
        assert (tests["Rain – 比"]["outOf"], tests["Rain – 比"]["mean"]) == (2, 1)
        points = {each["name"]: each["errorRate"] for each in client.get("/api/school/classes/1A").json()["points"]}
        assert points == {"比": 0.5, "分数": 0.0}
        assert client.delete(f"/api/school/imports/{done['imported']['id']}").status_code == 204
        after = client.get("/api/school/classes/1A").json()
        assert [each["test"] for each in after["tests"]] == ["测验1"]
        assert after["pupils"] == 4


def test_who_is_unknown_or_ambiguous_is_listed_and_nothing_is_added_until_it_is_decided(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = ready(server, "name")
        client = server.client()
        for name in ("陈大文", "李小明", "nobody", "tai man CHAN", "chan, Tai Man"):
            hand_in(client, address, [("name", name), ("q0", "true")])
        path = f"/api/shares/{share}/class"
        done = client.post(path, json={"classId": "1A"}).json()
        assert done["imported"] is None
        problems = {each["name"]: each for each in done["unmatched"]}
        assert {name: each["problem"] for name, each in problems.items()} == {
            "李小明": "ambiguous",
            "nobody": "unknown",
            "chan, Tai Man": "twice",
        }
        assert [each["number"] for each in problems["李小明"]["candidates"]] == ["1002", "1003"]
        assert client.get("/api/school/classes/1A").json()["tests"][-1]["test"] == "测验1"
        chosen = {problems["李小明"]["submissionId"]: "1003"}
        done = client.post(path, json={"classId": "1A", "matches": chosen, "mode": "leave_out"}).json()
        assert done["imported"]["pupils"] == 3
        assert [each["number"] for each in done["matched"]] == ["1001", "1003", "1004"]
        foreign = {problems["nobody"]["submissionId"]: "9999"}
        assert client.post(path, json={"classId": "1A", "matches": foreign}).json()["imported"] is None
        assert client.post(path, json={"classId": "9Z"}).status_code == 404


def test_a_number_with_another_name_is_nobody(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = ready(server, "both")
        client = server.client()
        hand_in(client, address, [("number", "1001"), ("name", "李小明")])
        hand_in(client, address, [("number", "1004"), ("name", "Chan Tai Man")])
        done = client.post(f"/api/shares/{share}/class", json={"classId": "1A", "mode": "leave_out"}).json()
        assert [each["number"] for each in done["matched"]] == ["1004"]
        (left,) = done["unmatched"]
        assert left["problem"] == "unknown"
        assert "1001" in [each["number"] for each in left["candidates"]]
