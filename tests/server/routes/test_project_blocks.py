"""How blocks are produced, over HTTP: settings, order, edits at quoted places, and proposals."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server


def test_settings_and_places_change_and_cycles_are_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        group = client.post(f"{project}/blocks", json={"name": "G", "settings": {"blockType": "group"}}).json()["id"]
        made = client.post(f"{project}/blocks", json={"name": "A", "text": "x", "settings": {"dependsOn": [group]}})
        assert (made.status_code, made.json()["dependsOn"], made.json()["status"]) == (201, [group], "completed")
        block = f"{project}/blocks/{made.json()['id']}"
        changed = client.patch(f"{block}/settings", json={"prompt": "Write.", "constraints": {"maxLength": 9}}).json()
        assert (changed["prompt"], changed["constraints"]["maxLength"], changed["dependsOn"]) == ("Write.", 9, [group])
        refused = client.post(f"{block}/move", json={"parentId": group})
        assert (refused.status_code, "wait for each other" in refused.json()["detail"]) == (422, True)
        client.patch(f"{block}/settings", json={"dependsOn": []})
        assert client.post(f"{block}/move", json={"parentId": group}).json()["parentId"] == group
        assert client.post(f"{block}/status", json={"status": "failed"}).json()["status"] == "failed"
        assert client.get(f"{block}/settings").json()["prompt"] == "Write."
        assert client.post(f"{project}/blocks", json={"name": "G"}).status_code == 422
        assert client.patch(f"{block}/settings", json={"dependsOn": ["block_0"]}).status_code == 404


def test_edits_are_made_or_proposed_and_a_late_one_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        made = client.post(f"{project}/blocks", json={"name": "A", "text": "One rain. Two rivers."}).json()["id"]
        edits = f"{project}/blocks/{made}/edits"
        first = {"edits": [{"action": "replace", "anchor": "One", "text": "1"}], "basedOn": 1}
        assert client.post(edits, json=first).json()["change"]["textVersion"] == 2
        late = client.post(edits, json=first)
        assert (late.status_code, late.json()["code"]) == (409, "edit_conflict")
        unclear = client.post(edits, json={"edits": [{"action": "delete", "anchor": "r"}], "basedOn": 2})
        assert (unclear.status_code, "several places" in unclear.json()["detail"]) == (422, True)
        wanted = {"edits": [{"action": "replace", "anchor": "Two", "text": "2"}], "basedOn": 2, "propose": True}
        proposal = client.post(edits, json=wanted).json()["proposal"]["id"]
        shown = client.get(f"{project}/proposals/{proposal}").json()
        assert (shown["state"], shown["isOutdated"], "+1 rain. 2 rivers." in shown["diff"]) == ("open", False, True)
        decided = client.post(f"{project}/proposals/{proposal}/decision", json={"status": "accepted"}).json()
        assert decided["textVersion"] == 3
        assert [each["state"] for each in client.get(f"{project}/proposals").json()["items"]] == ["accepted"]
        assert client.get(f"{project}/blocks/{made}").json()["text"] == "1 rain. 2 rivers."
        put = client.put(f"{project}/blocks", json={"path": "A", "text": "Late.", "basedOn": 2})
        assert put.status_code == 409
