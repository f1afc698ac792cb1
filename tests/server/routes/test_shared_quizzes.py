"""Quizzes by link: students hand in, the server grades, and the key stays here until it may be shown."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx2 as httpx
import pytest
from sqlalchemy import update

from inkwright import ScriptedModel
from inkwright.store.share_tables import shares
from tests.server.live import LiveServer, live_server
from tests.server.samples import bearer, stored_document, stored_quiz

QUESTIONS: list[dict[str, Any]] = [
    {
        "questionType": "SINGLE_CHOICE",
        "question": "Which gas do plants take in?",
        "options": ["Oxygen", "Carbon dioxide", "Helium"],
        "correctAnswer": "B",
        "explanation": "SECRET explanation",
        "optionFeedback": ["SECRET no", "SECRET yes", "SECRET no"],
        "knowledgePoint": "SECRET photosynthesis",
    },
    {"questionType": "TRUE_FALSE", "question": "Rain is dry.", "correctAnswer": "false", "points": 2},
    {"questionType": "FILL_IN_BLANK", "question": "Water is ____.", "correctAnswer": [["wet", "SECRETwet"]]},
    {
        "questionType": "MATCHING",
        "question": "Match.",
        "options": ["cat", "dog"],
        "correctAnswer": ["meow", "woof"],
        "distractors": ["moo"],
        "points": 2,
    },
    {
        "questionType": "ORDERING",
        "question": "Order by size.",
        "options": ["ant", "mouse", "horse", "whale"],
        "correctAnswer": ["A", "B", "C", "D"],
    },
    {"questionType": "LONG_ANSWER", "question": "Why does it rain?", "correctAnswer": "SECRET clouds", "points": 4},
]


def shared_quiz(server: LiveServer, **terms: Any) -> tuple[str, str]:
    """Share the quiz; return the id of the share and its address."""
    quiz = stored_quiz(server, *QUESTIONS)
    made = server.client().post("/api/shares", json={"artifactId": quiz, "quiz": terms})
    assert made.status_code == 201, made.text
    return made.json()["id"], made.json()["url"]


def right_fields(page: str) -> list[tuple[str, str]]:
    """The fields of a form with right answers, chosen by what the page shows."""
    partners = dict(re.findall(r'<option value="([A-Z])">[A-Z]\. (\w+)</option>', page))
    letters = {words: letter for letter, words in partners.items()}
    items = dict(re.findall(r'name="q4" value="([A-Z])"><span>(\w+)</span>', page))
    order = {words: letter for letter, words in items.items()}
    return [
        ("q0", "B"),
        ("q1", "false"),
        ("q2", "WET."),
        ("q3", letters["meow"]),
        ("q3", letters["woof"]),
        *(("q4", order[each]) for each in ("ant", "mouse", "horse", "whale")),
        ("q5", "Clouds get heavy."),
    ]


def hand_in(client: httpx.Client, address: str, fields: list[tuple[str, str]]) -> httpx.Response:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return client.post(f"{address}/answers", content=urlencode(fields), headers=headers)


def test_a_student_hands_in_and_sees_the_score_and_the_teacher_gets_a_table(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = shared_quiz(server, asksFor="both", showsAnswers=True)
        student = server.client()
        page = student.get(address).text
        reply = hand_in(student, address, [("name", "陈大文"), ("number", "1001"), *right_fields(page)])
        assert reply.status_code == 303
        result = student.get(server.url + reply.headers["location"]).text
        assert "Score: 7 of 11" in result
        assert "SECRET explanation" in result
        assert "1 answer is graded by your teacher." in result
        (item,) = server.client().get(f"/api/shares/{share}/results").json()["items"]
        assert (item["name"], item["number"], item["points"], item["possible"], item["ungraded"]) == (
            "陈大文",
            "1001",
            7,
            11,
            1,
        )
        marks = f"/api/shares/{share}/results/{item['id']}/answers/6"
        assert server.client().put(marks, json={"points": 3}).json()["points"] == 10
        for wrong in (-1, 4.5, 1e9, "x"):
            assert server.client().put(marks, json={"points": wrong}).status_code == 422
        table = server.client().get(f"/api/shares/{share}/results/file", headers={"accept-language": "zh"})
        lines = table.content.decode("utf-8-sig").splitlines()
        assert lines[0].startswith("学号,姓名,次数,提交时间,得分,满分,第 1 题")
        assert lines[1].startswith("1001,陈大文,1,")
        assert lines[1].endswith(",10,11,1,2,1,2,1,3")


def test_nothing_of_the_key_is_in_the_page_or_in_a_result_without_it(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        _, address = shared_quiz(server)
        student = server.client()
        page = student.get(address).text
        assert "SECRET" not in page
        assert "correct" not in page.lower()
        assert page.index(">whale<") != -1
        again = student.get(address).text
        order = re.findall(r'name="q4" value="([A-Z])"><span>(\w+)</span>', page)
        assert order == re.findall(r'name="q4" value="([A-Z])"><span>(\w+)</span>', again)
        assert [letter for letter, _ in order] == ["A", "B", "C", "D"]
        reply = hand_in(student, address, [("name", "Ann"), ("q0", "A")])
        result = student.get(server.url + reply.headers["location"]).text
        assert "Score: 0 of 11" in result
        assert "SECRET" not in result
        assert "Carbon" not in result


def test_a_student_hands_in_once_unless_more_is_allowed(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = shared_quiz(server)
        student = server.client()
        assert hand_in(student, address, [("name", "Chan Tai Man"), ("q1", "false")]).status_code == 303
        for same in ("Chan Tai Man", " chan  tai man ", "ＣＨＡＮ ＴＡＩ ＭＡＮ", "Chan\u200b Tai Man"):
            refused = hand_in(student, address, [("name", same), ("q1", "true")])
            assert refused.status_code == 409, same
            assert "already handed in" in refused.text
        assert hand_in(student, address, [("name", "Chan Tai Wai")]).status_code == 303
        assert len(server.client().get(f"/api/shares/{share}/results").json()["items"]) == 2
        share, address = shared_quiz(server, attempts=2)
        codes = [hand_in(student, address, [("name", "Ann"), ("q1", "false")]).status_code for _ in range(3)]
        assert codes == [303, 303, 409]


def test_the_same_form_sent_twice_is_handed_in_once(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = shared_quiz(server, attempts=5)
        student = server.client()
        form = [("name", "Ann"), ("once", "a-form"), ("q1", "false")]
        replies = [hand_in(student, address, form) for _ in range(3)]
        assert {each.headers["location"] for each in replies} == {replies[0].headers["location"]}
        assert len(server.client().get(f"/api/shares/{share}/results").json()["items"]) == 1


def test_after_the_deadline_nothing_is_accepted(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        share, address = shared_quiz(server, closesAt=soon)
        student = server.client()
        assert "Hand in before" in student.get(address).text
        options = {"quiz": {"asks_for": "name", "attempts": 1, "closes_at": "2020-01-01T00:00:00+00:00"}}
        close_share(server, share, options)
        assert "This quiz is closed." in student.get(address).text
        assert "Which gas" not in student.get(address).text
        assert hand_in(student, address, [("name", "Ann")]).status_code == 409
        past = {"artifactId": stored_quiz(server), "quiz": {"closesAt": "2020-01-01T00:00:00Z"}}
        assert server.client().post("/api/shares", json=past).status_code == 422
        zoneless = {"artifactId": stored_quiz(server), "quiz": {"closesAt": "2999-01-01T00:00:00"}}
        assert server.client().post("/api/shares", json=zoneless).status_code == 422


def close_share(server: LiveServer, share: str, options: dict[str, Any]) -> None:
    """Change the stored options of a share, as if time had passed."""
    change = update(shares).where(shares.c.id == share).values(options=json.dumps(options))
    server.run(server.inkwright.store.database.write(lambda connection: connection.execute(change).close()))


@pytest.mark.parametrize(
    "fields",
    [
        [],
        [("name", "")],
        [("name", " \u200b\x00 ")],
        [("number", "1")],
    ],
)
def test_a_student_has_to_say_who_it_is(tmp_path: Path, fields: list[tuple[str, str]]) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = shared_quiz(server)
        assert hand_in(server.client(), address, fields).status_code == 422
        assert server.client().get(f"/api/shares/{share}/results").json()["items"] == []


def test_whatever_a_student_sends_is_graded_or_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        share, address = shared_quiz(server, attempts=20)
        student = server.client()
        strange: list[list[tuple[str, str]]] = [
            [("q0", each) for each in "ABC"],
            [("q0", "Z"), ("q1", "maybe"), ("q3", "A" * 500), ("q4", "AAAA")],
            [("q4", each) for each in "AABB"],
            [("q99", "x"), ("q-1", "x"), ("__class__", "x")],
            [("q5", "长" * 50_000)],
            [("q2", "\x00\ud7ff😀")] * 300,
            [("name", "=HYPERLINK(1)")],
        ]
        for fields in strange:
            reply = hand_in(student, address, [("name", "Ann"), *fields])
            assert reply.status_code == 303, fields[:2]
            assert student.get(server.url + reply.headers["location"]).status_code == 200
        raw = {"content-type": "application/x-www-form-urlencoded"}
        for body in (b"\xff\xfe%zz&&&==", b"", b"name=%C3%28", b"{}", b"name"):
            assert student.post(f"{address}/answers", content=body, headers=raw).status_code in (303, 422), body
        assert student.post(f"{address}/answers", content=b"a=" + b"x" * 2_000_000, headers=raw).status_code == 413
        assert student.post(f"{address}/answers", content=b"a&" * 30_000, headers=raw).status_code == 400
        items = server.client().get(f"/api/shares/{share}/results").json()["items"]
        assert all(item["points"] == 0 for item in items)
        assert max(len(answer) for item in items for each in item["answers"] for answer in each["given"]) <= 10_000
        table = server.client().get(f"/api/shares/{share}/results/file").text
        assert ",=" not in table


def test_a_receipt_of_another_link_or_a_changed_one_shows_nothing(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        (_, one), (_, two) = shared_quiz(server), shared_quiz(server)
        student = server.client()
        location = hand_in(student, one, [("name", "Ann")]).headers["location"]
        receipt = location.rpartition("/")[2]
        assert student.get(f"{one}/results/{receipt}").status_code == 200
        for wrong in (f"{two}/results/{receipt}", f"{one}/results/{receipt[:-1]}A", f"{one}/results/x"):
            assert student.get(wrong).status_code == 404, wrong
        document = stored_document(server)
        address = server.client().post("/api/shares", json={"artifactId": document}).json()["url"]
        assert hand_in(student, address, [("name", "Ann")]).status_code == 404


def test_a_quiz_is_shared_in_one_version_without_its_file(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, quiz, document = server.client(), stored_quiz(server), stored_document(server)
        for options in ({"followsLatest": True}, {"canDownload": True}, {"quiz": {"attempts": 0}}):
            assert client.post("/api/shares", json={"artifactId": quiz, **options}).status_code == 422, options
        assert client.post("/api/shares", json={"artifactId": document, "quiz": {}}).status_code == 422
        address = client.post("/api/shares", json={"artifactId": quiz}).json()["url"]
        for tail in ("/file", "/pages/1"):
            assert client.get(address + tail).status_code == 404


def test_another_owner_sees_no_results(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine, other = (server.client(headers=bearer(server, owner)) for owner in ("local", "other"))
        quiz = stored_quiz(server, *QUESTIONS)
        made = mine.post("/api/shares", json={"artifactId": quiz}).json()
        guest = server.client()
        assert hand_in(guest, made["url"], [("name", "Ann")]).status_code == 303
        path = f"/api/shares/{made['id']}"
        submission = mine.get(f"{path}/results").json()["items"][0]["id"]
        assert other.get(f"{path}/results").status_code == 404
        assert other.get(f"{path}/results/file").status_code == 404
        assert other.post(f"{path}/class", json={"classId": "1A"}).status_code == 404
        assert other.put(f"{path}/results/{submission}/answers/6", json={"points": 1}).status_code == 404
        assert guest.get(f"{path}/results").status_code == 401
