"""Exports over HTTP: every format of a kind, what each cannot hold, texts, and versions side by side."""

import json
from pathlib import Path
from urllib.parse import unquote

from inkwright import ScriptedModel
from inkwright.artifacts.quizzes.formats.registry import writable_formats
from tests.server.live import live_server
from tests.server.samples import QUESTION, stored_quiz

SECOND = {**QUESTION, "question": "Snow is warm.", "correctAnswer": "false", "explanation": "It is frozen."}


def test_a_quiz_is_downloaded_in_every_format_that_says_what_it_cannot_hold(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, quiz = server.client(), stored_quiz(server)
        items = client.get(f"/api/artifacts/{quiz}/exports").json()["items"]
        assert items[0]["format"] == "json"
        assert {item["format"] for item in items} == {each.name for each in writable_formats()}
        by_name = {item["format"]: item for item in items}
        assert by_name["csv"]["lacks"]
        assert by_name["docx"]["hasKey"]
        gift = client.get(by_name["gift"]["url"])
        assert b"Rain comes from clouds" in gift.content
        assert gift.headers["content-disposition"] == "attachment; filename*=UTF-8''Rain.gift"
        whole = client.get(by_name["json"]["url"])
        assert whole.json()["questions"][0]["question"] == QUESTION["question"]


def test_an_export_says_what_it_lost_and_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, quiz = server.client(), stored_quiz(server, SECOND)
        reply = client.get(f"/api/artifacts/{quiz}/exports/qti21")
        losses = json.loads(unquote(reply.headers.get("x-export-losses", "[]")))
        assert all(isinstance(each, str) and each for each in losses)
        for wrong in ("exe", "..%2f..%2fetc", "html%00"):
            refused = client.get(f"/api/artifacts/{quiz}/exports/{wrong}")
            assert refused.status_code in (404, 422), wrong


def test_two_versions_are_shown_side_by_side(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        one, two = stored_quiz(server), stored_quiz(server, QUESTION, SECOND)
        seen = client.get(f"/api/artifacts/{one}/compare/{two}").json()
        assert (seen["left"]["artifact"]["id"], seen["right"]["artifact"]["id"]) == (one, two)
        assert "Snow is warm." not in seen["left"]["text"]
        assert "Snow is warm." in seen["right"]["text"]
        assert client.get(f"/api/artifacts/{one}/text").json()["isCut"] is False
        assert client.get(f"/api/artifacts/{one}/compare/art_0").status_code == 404


def test_only_pages_and_quizzes_have_a_page(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, quiz = server.client(), stored_quiz(server)
        opened = client.post(f"/api/artifacts/{quiz}/page")
        assert opened.status_code == 201
        assert opened.json()["url"].startswith(server.pages_url)
        made = server.run(server.inkwright.render("# Rain\n\nIt rains.", "tex"))
        assert client.post(f"/api/artifacts/{made.id}/page").status_code == 404
        formats = [item["format"] for item in client.get(f"/api/artifacts/{made.id}/exports").json()["items"]]
        assert formats[0] == "tex"
        assert b"It rains." in client.get(f"/api/artifacts/{made.id}/exports/md").content
