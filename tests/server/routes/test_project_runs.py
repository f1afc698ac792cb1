"""The auto-run of a project over HTTP: begin, board, pause, resume, cancel; one at a time."""

from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.projects.blocks import BlockSettings
from tests.runtime.run_program import reply
from tests.server.live import live_server


def new_project(service: Any, *names: str, **settings: Any) -> str:
    """A project whose blocks are generated one after the other."""
    client = service.client()
    project_id = str(client.post("/api/projects", json={"name": "Rivers"}).json()["id"])

    async def add() -> None:
        project = await service.inkwright.store.projects.get(project_id, owner=service.inkwright.owner)
        workspace = service.inkwright.store.workspace(project)
        before: tuple[str, ...] = ()
        for name in names:
            made = BlockSettings(prompt=f"BLOCK<{name}>", auto_generate=True, depends_on=before, **settings)
            before = ((await workspace.add(name, settings=made)).block_id,)

    service.run(add())
    return project_id


def ended(service: Any, job_id: str) -> None:
    async def wait() -> None:
        await (await service.inkwright.jobs()).wait(job_id, owner=service.inkwright.owner)

    service.run(wait())


def board(service: Any, project_id: str) -> dict[str, str]:
    blocks = service.client().get(f"/api/projects/{project_id}/run").json()["blocks"]
    return {each["path"]: each["state"] for each in blocks}


def test_a_project_is_generated_and_its_board_tells_what_is_stale(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(reply)) as service:
        client = service.client()
        project_id = new_project(service, "Goals", "Plan")
        shown = client.get(f"/api/projects/{project_id}/run").json()
        assert (shown["run"], shown["ready"], shown["stale"]) == (None, 2, 0)
        assert board(service, project_id) == {"Goals": "ready", "Plan": "ready"}
        begun = client.post(f"/api/projects/{project_id}/run", json={})
        assert (begun.status_code, begun.json()["kind"]) == (201, "project_run")
        ended(service, begun.json()["id"])
        shown = client.get(f"/api/projects/{project_id}/run").json()
        assert (shown["run"]["status"], shown["run"]["done"]) == ("finished", 2)
        assert board(service, project_id) == {"Goals": "done", "Plan": "done"}
        block_id = shown["blocks"][0]["blockId"]
        edit = {"basedOn": 2, "edits": [{"action": "replace", "anchor": "Goals", "text": "rivers"}]}
        client.post(f"/api/projects/{project_id}/blocks/{block_id}/edits", json=edit)
        assert board(service, project_id) == {"Goals": "done", "Plan": "stale"}
        again = client.post(f"/api/projects/{project_id}/run", json={"staleOnly": True})
        ended(service, again.json()["id"])
        result = client.get(f"/api/jobs/{again.json()['id']}").json()["result"]
        assert [(each["path"], each["state"]) for each in result["blocks"]] == [("Plan", "generated")]


def test_a_second_run_is_refused_and_a_run_is_paused_resumed_and_cancelled(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(reply, delay=0.3)) as service:
        client = service.client()
        project_id = new_project(service, *(f"b{number}" for number in range(6)))
        path = f"/api/projects/{project_id}/run"
        begun = client.post(path, json={"atOnce": 2}).json()
        second = client.post(path, json={})
        assert (second.status_code, second.json()["code"]) == (409, "job_running")
        assert client.post(f"{path}/pause").json()["status"] in ("paused", "pausing")
        ended(service, begun["id"])
        assert client.post(f"{path}/resume", json={}).json()["status"] in ("waiting", "running")
        assert client.post(f"{path}/cancel").json()["status"] == "cancelled"


def test_what_cannot_be_run_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(reply)) as service:
        client = service.client()
        project_id = new_project(service, "Goals")
        path = f"/api/projects/{project_id}/run"
        refused = [{"atOnce": 0}, {"atOnce": 17}, {"maxDollars": -1}, {"only": ["x" * 101]}]
        assert [client.post(path, json=body).status_code for body in refused] == [422] * len(refused)
        assert client.post(f"{path}/pause").status_code == 404
        assert client.get("/api/projects/proj_none/run").status_code == 404
        begun = client.post(path, json={"only": ["block_none"]}).json()
        ended(service, begun["id"])
        assert client.get(path).json()["run"]["problemCode"] == "not_found"
