"""The library over HTTP: documents are added, found, read and deleted, each by its owner."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server

RAIN = b"# Rain\n\nRain falls from clouds."


def test_a_document_is_added_found_read_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        files = [("files", ("rain.md", RAIN)), ("files", ("bad.pdf", b"%PDF- broken"))]
        added = client.post("/api/library", files=files)
        assert added.status_code == 201
        rain, bad = added.json()["documents"]
        assert (rain["status"], rain["pages"], rain["problem"]) == ("ready", 1, None)
        assert bad["status"] == "failed"
        assert "damaged" in bad["problem"]
        assert [each["name"] for each in client.get("/api/library").json()["items"]] == ["bad.pdf", "rain.md"]
        found = client.get("/api/library/search", params={"query": "raining"}).json()["passages"]
        assert [(each["name"], each["page"], each["start"]) for each in found] == [("rain.md", 1, 0)]
        document = f"/api/library/{rain['id']}"
        part = client.get(f"{document}/text", params={"start": 8, "length": 4}).json()
        assert (part["text"], part["end"], part["characters"]) == ("Rain", 12, len(RAIN))
        assert client.delete(document).status_code == 204
        assert client.get("/api/library/search", params={"query": "raining"}).json()["passages"] == []
        for missing in (document, f"{document}/text", "/api/library/doc_x"):
            assert client.get(missing).status_code == 404, missing
        assert client.delete(document).status_code == 404


def test_a_project_has_a_shelf_of_its_own(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = client.post("/api/projects", json={"name": "Weather"}).json()["id"]
        client.post("/api/library", params={"projectId": project}, files=[("files", ("rain.md", RAIN))])
        general = client.get("/api/library/search", params={"query": "rain"}).json()["passages"]
        inside = client.get("/api/library/search", params={"query": "rain", "projectId": project}).json()["passages"]
        assert (general, [each["name"] for each in inside]) == ([], ["rain.md"])
        (item,) = client.get("/api/library", params={"projectId": project}).json()["items"]
        assert item["projectId"] == project
        assert client.get("/api/library", params={"projectId": "proj_x"}).status_code == 404
