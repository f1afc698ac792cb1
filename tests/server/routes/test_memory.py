"""The memory of a creator over HTTP: visible and deletable by its owner alone."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.samples import bearer


def test_facts_are_added_once_listed_and_deleted_by_their_owner(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        bob = bearer(server, "bob")
        first = client.post("/api/memory", json={"text": "  只写\n短句 "}).json()
        assert first["text"] == "只写 短句"
        assert client.post("/api/memory", json={"text": "只写 短句"}).json()["id"] == first["id"]
        assert client.post("/api/memory", json={"text": "…\n"}).status_code == 422
        assert client.get("/api/memory", headers=bob).json()["items"] == []
        assert client.delete(f"/api/memory/{first['id']}", headers=bob).status_code == 404
        assert [each["id"] for each in client.get("/api/memory").json()["items"]] == [first["id"]]
        assert client.delete(f"/api/memory/{first['id']}").status_code == 204
        assert client.get("/api/memory").json()["items"] == []
