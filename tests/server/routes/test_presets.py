"""Presets over HTTP: saved by name, listed, used in a project, and deleted."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server


def test_presets_are_saved_used_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        profile = client.put("/api/presets/profile", json={"name": "Ann", "content": {"traits": ["calm"]}}).json()
        again = client.put("/api/presets/profile", json={"name": "ANN", "content": {"description": "Plain."}}).json()
        assert (again["id"], again["content"]) == (profile["id"], {"description": "Plain.", "traits": []})
        assert client.put(f"{project}/profile", json={"presetId": profile["id"]}).status_code == 204
        assert client.put(f"{project}/profile", json={"presetId": "preset_0"}).status_code == 404
        content = {"blocks": [{"name": "A"}, {"name": "B", "depends_on": ["A"]}]}
        template = client.put("/api/presets/template", json={"name": "Course", "content": content}).json()["id"]
        added = client.post(f"{project}/template", json={"presetId": template})
        assert (added.status_code, [each["name"] for each in added.json()["blocks"]]) == (201, ["A", "B"])
        assert client.post(f"{project}/template", json={"presetId": template}).status_code == 422
        wrong = client.put("/api/presets/channel", json={"name": "Blog", "content": {"platform": 5}})
        assert wrong.status_code == 422
        limits = {"prompt_template": "Post it.", "constraints": {"max_length": 280}}
        channel = client.put("/api/presets/channel", json={"name": "Blog", "content": limits}).json()["id"]
        block = f"{project}/blocks/{added.json()['blocks'][0]['blockId']}"
        assert client.post(f"{block}/channel", json={"presetId": channel}).status_code == 200
        assert client.get(f"{block}/settings").json()["constraints"]["maxLength"] == 280
        assert client.delete(f"/api/presets/template/{template}").status_code == 204
        assert client.get("/api/presets/template").json()["items"] == []
