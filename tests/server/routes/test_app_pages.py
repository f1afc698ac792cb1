"""Estimates, patches, exports and links over HTTP."""

from pathlib import Path

from inkwright.agent.rule_planner import NoModel
from tests.server.live import live_server
from tests.server.routes.test_apps import prepared, waited


def test_a_run_is_estimated_patched_undone_exported_and_shared(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client, conversation = server.client(), prepared(server)
        begun = client.post("/api/apps/compile", json={"conversationId": conversation}).json()
        waited(server, begun["jobId"])
        app = f"/api/apps/{begun['appId']}"
        estimate = client.post("/api/apps/estimate", json={"appId": begun["appId"], "params": {"class": "9Z"}}).json()
        assert estimate["error"]["errorType"] == "unknown_class"
        asked, language = {"appId": begun["appId"], "params": {"class": "9Z"}}, {"accept-language": "zh"}
        told = client.post("/api/apps/estimate", json=asked, headers=language).json()["error"]["message"]
        assert "没有名为" in told
        blueprint = client.get(app).json()["blueprint"]
        assert client.post("/api/apps/estimate", json={"blueprint": blueprint}).json()["error"] is None
        assert client.post("/api/apps/estimate", json={}).status_code == 422
        run = client.post(f"{app}/run", json={}).json()
        waited(server, run["jobId"])
        change = {"type": "update_props", "targetBlockId": "class_page_3", "changes": {"title": "All"}}
        patched = client.post(f"{app}/patch", json={"instructions": [change]}).json()
        assert (patched["scope"], patched["app"]["version"]) == ("patch_layout", 2)
        bad = {**change, "targetBlockId": "nothing"}
        assert client.post(f"{app}/patch", json={"instructions": [bad]}).status_code == 422
        assert client.post(f"{app}/undo").json()["version"] == 1
        page = f"{app}/executions/{run['executionId']}"
        workbook = client.get(f"{page}/export", params={"format": "xlsx"})
        assert (workbook.status_code, workbook.content[:2]) == (200, b"PK")
        assert client.post(f"{page}/share", json={}).status_code == 422
        client.put(f"{app}/publish")
        shared = client.post(f"{page}/share", json={"days": 3})
        assert shared.status_code == 201
        assert server.client().get(shared.json()["path"]).status_code == 200


def test_the_choices_of_inputs_are_listed_and_those_of_an_app_that_does_not_exist_are_not(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client, conversation = server.client(), prepared(server)
        begun = client.post("/api/apps/compile", json={"conversationId": conversation}).json()
        waited(server, begun["jobId"])
        found = client.post(f"/api/apps/{begun['appId']}/choices", json={}).json()["items"]
        assert found == [{"id": "class", "choices": [{"value": "1A", "label": "1A"}, {"value": "1B", "label": "1B"}]}]
        assert client.post("/api/apps/app_x/choices", json={}).status_code == 404
