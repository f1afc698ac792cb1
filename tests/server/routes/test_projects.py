"""Projects over HTTP: their blocks with versions, their conversations, and what was deleted."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_a_project_is_made_renamed_deleted_and_restored(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        made = client.post("/api/projects", json={"name": "Biology"})
        project = made.json()["id"]
        assert (made.status_code, made.json()["blocks"]) == (201, 0)
        assert client.post("/api/projects", json={"name": "biology"}).json()["id"] == project
        assert client.patch(f"/api/projects/{project}", json={"name": "Biology 9"}).status_code == 204
        assert [each["name"] for each in client.get("/api/projects").json()["items"]] == ["Biology 9"]
        assert client.delete(f"/api/projects/{project}").status_code == 204
        assert client.get(f"/api/projects/{project}").status_code == 404
        assert client.post("/api/projects/restore", json={"name": "Biology 9"}).json()["id"] == project
        for wrong in ("a/b", "\n", ""):
            assert client.post("/api/projects", json={"name": wrong}).status_code == 422


def test_a_block_has_versions_and_comes_back_after_its_deletion(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        blocks = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}/blocks"
        unit = client.put(blocks, json={"path": "Unit", "text": "One"}).json()["block"]["id"]
        cells = client.put(blocks, json={"path": "Unit/Cells", "text": "First"}).json()
        assert (cells["done"], cells["block"]["path"], cells["block"]["depth"]) == ("made", "Unit/Cells", 1)
        changed = client.put(blocks, json={"path": "unit/cells", "text": "Second"}).json()
        assert (changed["done"], changed["block"]["textVersion"]) == ("changed", 2)
        block = f"{blocks}/{cells['block']['id']}"
        assert client.get(f"{block}/versions/1").json() == {"textVersion": 1, "text": "First"}
        assert client.post(f"{block}/restore", json={"version": 1}).json()["block"]["textVersion"] == 3
        shown = client.get(block).json()
        assert (shown["text"], [each["version"] for each in shown["versions"]]) == ("First", [1, 2, 3])
        assert client.patch(block, json={"name": "Cell"}).status_code == 204
        assert [each["path"] for each in client.get(blocks).json()["items"]] == ["Unit", "Unit/Cell"]
        assert client.delete(f"{blocks}/{unit}").status_code == 204
        assert client.get(blocks).json()["items"] == []
        assert client.post(f"{blocks}/restore", json={"name": "Unit"}).json()["id"] == unit
        assert len(client.get(blocks).json()["items"]) == 2
        for missing in (f"{block}/versions/9", f"{block}/versions/99999999999999999999", f"{blocks}/block_0"):
            assert client.get(missing).status_code == 404, missing
        assert client.put(blocks, json={"path": "No/Way", "text": ""}).status_code == 404


def test_a_conversation_belongs_to_a_project_and_gets_its_blocks(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi.", "Hi.")) as server:
        client = server.client()
        project = client.post("/api/projects", json={"name": "P"}).json()["id"]
        client.put(f"/api/projects/{project}/blocks", json={"path": "Rain", "text": "It rains."})
        inside, _ = (
            client.post("/api/agent/stream", json={"message": "Hello"}).headers["x-conversation-id"] for _ in range(2)
        )
        added = client.post(f"/api/projects/{project}/conversations", json={"conversationId": inside})
        assert added.status_code == 204
        listed = client.get("/api/conversations", params={"projectId": project}).json()["items"]
        assert [each["id"] for each in listed] == [inside]
        asked = {"projectId": project, "blocks": ["Rain"]}
        attached = client.post(f"/api/conversations/{inside}/blocks", json=asked)
        assert (attached.status_code, attached.json()["files"][0]["characters"]) == (201, len("It rains."))
        assert client.post(f"/api/conversations/{inside}/blocks", json={**asked, "blocks": ["Snow"]}).status_code == 404
