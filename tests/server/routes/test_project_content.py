"""A project as a whole over HTTP: phases, feed, plan, mentions, search, export and import."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server


def test_phases_feed_plan_mentions_and_search(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        settings = {"autoGenerate": True, "preQuestions": ["Who?"]}
        first = client.post(f"{project}/blocks", json={"name": "第一章", "text": "Rain.", "settings": {}}).json()["id"]
        last = client.post(f"{project}/blocks", json={"name": "结尾", "settings": settings}).json()["id"]
        assert client.post(f"{project}/advance", json={}).json()["current"] == "research"
        assert client.post(f"{project}/advance", json={"target": "外延设计"}).json()["current"] == "design_outer"
        assert client.post(f"{project}/advance", json={"target": "nowhere"}).status_code == 422
        middle = ["design_outer", "produce_outer", "design_inner", "produce_inner"]
        order = [each["code"] for each in client.put(f"{project}/phases", json={"middle": middle}).json()["phases"]]
        assert order[2:6] == middle
        assert client.get(f"{project}/phases").json()["phases"][1]["name"] == "Audience research"
        feed = client.get(f"{project}/feed", params={"after": 1, "wait": 5}).json()["items"]
        assert [(each["number"], each["kind"]) for each in feed][:2] == [(2, "block_added"), (3, "phase_changed")]
        assert client.get(f"{project}/plan").json()["missing"] == [
            {"blockId": last, "questions": ["Who?"], "blocks": []}
        ]
        found = client.post(f"{project}/mentions", json={"message": "参考@第一章修改@结尾和@开头"}).json()
        assert [each["blockId"] for each in found["blocks"]] == [first, last]
        assert [each["written"] for each in found["unclear"]] == ["开头"]
        assert [each["line"] for each in client.get(f"{project}/search", params={"words": "Rain"}).json()["items"]] == [
            1
        ]
        replaced = client.post(f"{project}/replace", json={"words": "Rain", "replacement": "Snow"}).json()
        assert (replaced["places"], replaced["changes"][0]["textVersion"]) == (1, 2)


def test_a_project_is_exported_and_imported(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        client.put(f"{project}/blocks", json={"path": "A", "text": "Rain."})
        exported = client.get(f"{project}/export")
        assert exported.headers["content-type"] == "application/zip"
        assert client.get(f"{project}/markdown").text == "# P\n\n## A\n\nRain.\n"
        files = {"files": ("p.zip", exported.content)}
        assert client.post("/api/projects/import", files=files).status_code == 422
        made = client.post("/api/projects/import", params={"name": "Q"}, files=files).json()
        assert (made["name"], made["blocks"]) == ("Q", 1)
        assert client.post("/api/projects/import", files={"files": ("p.zip", b"no")}).status_code == 422
