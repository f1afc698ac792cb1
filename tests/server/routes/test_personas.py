"""Personas over HTTP: created, generated, changed, selected and deleted, by their owner alone."""

import json
from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server
from tests.server.samples import bearer


def written(*names: str) -> str:
    people = [{"name": name, "basic_info": "34", "background": "护士", "pain_points": ["没时间"]} for name in names]
    return json.dumps({"personas": people}, ensure_ascii=False)


def test_personas_are_created_changed_selected_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        personas = f"{project}/personas"
        made = [client.post(personas, json={"name": name}).json() for name in ("李娜", "Ann", "Bo")]
        assert [each["selected"] for each in made] == [True, True, False]
        assert client.post(personas, json={"name": "ANN"}).status_code == 422
        assert client.post(personas, json={"background": "no name"}).status_code == 422
        changed = client.patch(f"{personas}/{made[0]['id']}", json={"basicInfo": "34", "painPoints": ["a", "b"]}).json()
        assert (changed["name"], changed["basicInfo"], changed["painPoints"]) == ("李娜", "34", ["a", "b"])
        third = f"{personas}/{made[2]['id']}/selection"
        full = client.put(third, json={"selected": True}, headers={"accept-language": "zh"})
        assert full.status_code == 422
        assert "李娜" in full.json()["detail"]
        assert client.put(f"{personas}/{made[0]['id']}/selection", json={"selected": False}).status_code == 200
        assert client.put(third, json={"selected": True}).json()["selected"] is True
        assert client.delete(f"{personas}/{made[1]['id']}").status_code == 204
        assert client.delete(f"{personas}/{made[1]['id']}").status_code == 404
        assert [each["name"] for each in client.get(personas).json()["items"]] == ["李娜", "Bo"]
        assert client.get(personas, headers=bearer(server, "bob")).status_code == 404
        assert client.get("/api/projects/proj_0/personas").status_code == 404


def test_a_model_writes_personas_from_the_texts_of_the_project(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([written("甲"), written("甲", "乙")])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        empty = client.post(f"{project}/personas/generate", json={"count": 2})
        assert (empty.status_code, client.get(f"{project}/personas").json()["items"]) == (422, [])
        client.put(f"{project}/blocks", json={"path": "意图分析", "text": "给夜班护士看的早餐课。"})
        made = client.post(f"{project}/personas/generate", json={"count": 2})
        assert (made.status_code, [each["name"] for each in made.json()["items"]]) == (201, ["甲", "乙"])
        assert len(client.get(f"{project}/personas").json()["items"]) == 2
