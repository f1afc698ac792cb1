"""Conversations over HTTP: list, search, rename, export, delete, and attached files."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_conversations_are_listed_renamed_searched_exported_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, model("It rains a lot.", "Hi.")) as server:
        client = server.client()
        ids = [
            client.post("/api/agent/stream", json={"message": words}).headers["x-conversation-id"]
            for words in ("About rivers", "Hello")
        ]
        assert [item["id"] for item in client.get("/api/conversations").json()["items"]] == ids[::-1]
        first = client.get("/api/conversations", params={"limit": 1}).json()
        rest = client.get("/api/conversations", params={"limit": 1, "cursor": first["next"]}).json()
        assert [first["items"][0]["id"], rest["items"][0]["id"], rest["next"]] == [*ids[::-1], None]
        assert client.patch(f"/api/conversations/{ids[0]}", json={"title": "Water"}).status_code == 204
        assert client.get(f"/api/conversations/{ids[0]}").json()["title"] == "Water"
        (hit,) = client.get("/api/conversations/search", params={"words": "RAINS"}).json()["items"]
        assert (hit["conversationId"], hit["found"]) == (ids[0], "rains")
        exported = client.get(f"/api/conversations/{ids[0]}/export")
        assert "It rains a lot." in exported.text
        assert exported.headers["content-disposition"] == "attachment; filename*=UTF-8''Water.md"
        assert client.get(f"/api/conversations/{ids[0]}/export?format=json").json()["id"] == ids[0]
        assert client.delete(f"/api/conversations/{ids[0]}").status_code == 204
        assert client.get(f"/api/conversations/{ids[0]}").status_code == 404
        assert client.delete(f"/api/conversations/{ids[0]}").status_code == 404


def test_files_are_attached_under_safe_names_and_removed_from_the_disk(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        sent = {"files": ("../../evil notes.md", b"# Rain\n\nIt rains.")}
        reply = client.post("/api/conversations/attachments", files=sent)
        assert reply.status_code == 201, reply.text
        conversation = reply.json()["conversationId"]
        (attached,) = reply.json()["files"]
        assert "/" not in attached["name"]
        again = client.post(f"/api/conversations/{conversation}/attachments", files={"files": ("b.md", b"Snow.")})
        assert again.status_code == 201
        names = [each["name"] for each in client.get(f"/api/conversations/{conversation}/attachments").json()["items"]]
        assert len(names) == 2
        two = [("files", ("c.md", b"Hail.")), ("files", ("c.md", b"Fog."))]
        both = client.post(f"/api/conversations/{conversation}/attachments", files=two).json()["files"]
        assert {each["name"]: each["characters"] for each in both} == {"c.md": 5, "c (2).md": 4}
        for each in both:
            client.delete(f"/api/conversations/{conversation}/attachments/{each['name']}")
        assert client.delete(f"/api/conversations/{conversation}/attachments/b.md").status_code == 204
        assert client.delete(f"/api/conversations/{conversation}/attachments/b.md").status_code == 404
        left = client.get(f"/api/conversations/{conversation}/attachments").json()["items"]
        assert [(each["name"], each["isSent"]) for each in left] == [(attached["name"], False)]
        assert client.post("/api/conversations/conv_0/attachments", files=sent).status_code == 404
        broken = client.post("/api/conversations/attachments", files={"files": ("a.docx", b"not a document")})
        assert broken.status_code == 422


def test_a_long_conversation_is_read_in_pages_from_its_end_and_no_message_is_twice_or_lost(tmp_path: Path) -> None:
    note = tmp_path / "rivers.md"
    note.write_text("Rivers bend.", encoding="utf-8")
    with live_server(tmp_path / "home", model(*(f"Reply {number}." for number in range(5)))) as server:
        client = server.client()
        with note.open("rb") as file:
            begun = client.post("/api/conversations/attachments", files={"files": file}).json()
        talk = f"/api/conversations/{begun['conversationId']}"
        for number in range(5):
            client.post("/api/agent/chat", json={"message": f"Say {number}", "conversationId": begun["conversationId"]})
        whole = client.get(talk).json()
        latest = client.get(talk, params={"limit": 2}).json()
        middle = client.get(talk, params={"limit": 2, "before": latest["earlier"]}).json()
        first = client.get(talk, params={"limit": 2, "before": middle["earlier"]}).json()
        assert [len(page["messages"]) for page in (first, middle, latest)] == [2, 4, 4]
        assert first["messages"] + middle["messages"] + latest["messages"] == whole["messages"]
        assert (whole["earlier"], first["earlier"], latest["turns"]) == (None, None, 5)
        unknown = client.get(talk, params={"before": "msg_nothing"})
        assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
