"""Artifacts over HTTP: lists, downloads with ranges, pictures, versions."""

from pathlib import Path

from inkwright import ScriptedModel
from inkwright.artifacts.documents.source_file import source_text
from inkwright.artifacts.vault import Verified
from inkwright.authoring.document_writer import draft_document
from inkwright.usecases.store import LOCAL_OWNER
from tests.server.live import LiveServer, live_server
from tests.server.routes.test_agent import model
from tests.server.samples import stored_quiz

SLIDES = "# Rivers\n\n## Rain\n\n- Rain falls on the hills.\n- It runs to the sea.\n"


def made(server: LiveServer) -> str:
    result = server.run(server.inkwright.render(SLIDES, "pptx"))
    assert isinstance(result, Verified)
    return result.id


def test_an_artifact_is_listed_shown_and_downloaded_in_parts(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = made(server), server.client()
        (item,) = client.get("/api/artifacts").json()["items"]
        assert (item["id"], item["units"]) == (artifact, {"slides": 2})
        details = client.get(f"/api/artifacts/{artifact}").json()
        assert details["files"] == ["Rivers.pptx"]
        whole = client.get(item["url"])
        assert whole.headers["content-disposition"].startswith("attachment")
        assert len(whole.content) == item["size"]
        for written, start, end in (("bytes=0-9", 0, 10), ("bytes=10-", 10, None), ("bytes=-5", -5, None)):
            part = client.get(item["url"], headers={"range": written})
            assert (part.status_code, part.content) == (206, whole.content[start:end])
        for written in ("bytes=9-0", "bytes=0-1,3-4", "bytes=", "lines=1-2", f"bytes={item['size']}-", "bytes=-0"):
            assert client.get(item["url"], headers={"range": written}).status_code == 416, written
        etag = whole.headers["etag"]
        assert client.get(item["url"], headers={"if-none-match": etag}).status_code == 304
        asked = {"range": "bytes=0-9"}
        assert client.get(item["url"], headers={**asked, "if-range": etag}).status_code == 206
        assert client.get(item["url"], headers={**asked, "if-range": '"older"'}).content == whole.content


def test_lists_are_paged_by_a_cursor(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        ids = {made(server) for _ in range(3)}
        first = client.get("/api/artifacts", params={"limit": 2}).json()
        second = client.get("/api/artifacts", params={"limit": 2, "cursor": first["next"]}).json()
        assert second["next"] is None
        assert {item["id"] for item in first["items"] + second["items"]} == ids
        for wrong in ({"limit": 0}, {"limit": 1000}, {"cursor": "x"}, {"cursor": "2026-01-01~"}):
            assert client.get("/api/artifacts", params=wrong).status_code == 422


def test_names_that_lead_elsewhere_are_not_found(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        artifact, client = made(server), server.client()
        for path in (
            "/api/artifacts/art_0",
            "/api/artifacts/..%2f..%2fetc%2fpasswd",
            f"/api/artifacts/{artifact}/file?name=../../../etc/passwd",
            f"/api/artifacts/{artifact}/file?name=/etc/hostname",
            f"/api/artifacts/{artifact}/pages/99",
        ):
            assert client.get(path).status_code == 404, path


def test_a_page_is_shown_as_a_picture_that_says_how_it_was_made(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        reply = server.client().get(f"/api/artifacts/{made(server)}/pages/1")
        assert reply.content.startswith(b"\x89PNG")
        assert reply.headers["x-preview"] in ("office", "sketch")
        assert reply.headers["x-page-count"] == "2"


def test_the_report_says_how_many_checks_were_made_and_what_they_found(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, quiz = server.client(), stored_quiz(server)
        report = client.get(f"/api/artifacts/{quiz}").json()["report"]
        assert report["checks"] >= 5
        assert report["isIntact"] is True
        assert all(each["severity"] == "warning" and each["message"] for each in report["findings"])
        for path in (tmp_path / "artifacts").rglob("*"):
            if path.is_file():
                path.unlink()
        assert client.get(f"/api/artifacts/{quiz}").json()["report"]["isIntact"] is False
        assert client.get(f"/api/artifacts/{quiz}/exports/gift").status_code == 503


def test_a_change_is_a_turn_in_the_conversation_of_the_artifact_and_knows_which_one_is_meant(tmp_path: Path) -> None:
    scripted = model("Hi.", "Changed nothing.", "Nor here.")
    with live_server(tmp_path, scripted) as server:
        client = server.client()
        first = client.post("/api/agent/stream", json={"message": "Hello"})
        quiz = stored_quiz(server, turn_id=first.headers["x-turn-id"])
        edited = client.post(f"/api/artifacts/{quiz}/edit", json={"message": "Make it shorter."})
        assert edited.status_code == 200, edited.text
        assert edited.headers["x-conversation-id"] == first.headers["x-conversation-id"]
        assert quiz in str(scripted.calls[-1])
        details = client.get(f"/api/artifacts/{quiz}").json()
        assert details["conversationId"] == first.headers["x-conversation-id"]
        listed = client.get("/api/artifacts", params={"conversationId": details["conversationId"]}).json()["items"]
        assert [each["id"] for each in listed] == [quiz]
        alone = stored_quiz(server)
        elsewhere = client.post(f"/api/artifacts/{alone}/edit", json={"message": "Make it longer."})
        assert elsewhere.headers["x-conversation-id"] != first.headers["x-conversation-id"]
        assert alone in str(scripted.calls[-1])
        assert client.post(f"/api/artifacts/{quiz}/edit", json={"message": ""}).status_code == 422


def stored_document(server: LiveServer) -> str:
    """Store a Word document with its source; return its id."""
    store = server.inkwright.store
    draft = draft_document(source_text("Rain", "plain", "en", "It rains.\n"), "docx")
    kept = server.run(store.vault.keep(draft, owner=LOCAL_OWNER, turn_id=store.ids.new("turn")))
    assert isinstance(kept, Verified), kept
    return kept.id


def test_a_document_is_made_again_from_its_changed_source_as_its_next_version(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, document = server.client(), stored_document(server)
        address = f"/api/artifacts/{document}"
        source = client.get(f"{address}/file?name=source.md").text
        changed = client.put(f"{address}/source", json={"markdown": source + "\n## Snow\n\nIt snows.\n"})
        assert changed.status_code == 201, changed.text
        assert (changed.json()["version"], changed.json()["name"]) == (2, "Rain.docx")
        assert "It snows." in client.get(f"/api/artifacts/{changed.json()['id']}/text").json()["text"]
        assert client.put(f"{address}/source", json={"markdown": "---\ntitle: [\n---\n"}).status_code in (409, 422)
        assert client.put(f"/api/artifacts/{made(server)}/source", json={"markdown": "x"}).status_code == 404
