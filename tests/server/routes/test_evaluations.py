"""Evaluations over HTTP: begun as jobs, listed for charts, shown, compared, adopted and deleted."""

import time
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.llm.models import Abilities
from tests.evaluation.reviewers import Reviewers
from tests.server.live import live_server
from tests.server.samples import bearer

TEXT = "Rain falls on the hills."


def finished(client: Any, job: dict[str, Any]) -> dict[str, Any]:
    """The job when it is over."""
    for _ in range(600):
        job = client.get(f"/api/jobs/{job['id']}").json()
        if job["status"] not in ("waiting", "running", "pausing"):
            break
        time.sleep(0.1)
    return job


def test_an_evaluation_from_its_beginning_to_an_accepted_suggestion(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(Reviewers((), None, editor=6, expert=8))) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        block = client.put(f"{project}/blocks", json={"path": "A", "text": TEXT}).json()["block"]["id"]
        base = f"{project}/evaluations"
        roles = {"roles": ["editor", "expert"]}
        ids = []
        for _ in range(2):
            job = finished(client, client.post(base, json=roles).json())
            assert (job["status"], job["problem"]) == ("finished", None)
            assert job["result"]["score"] == 7.0
            ids.append(job["result"]["evaluation"])
        listed = client.get(base, headers={"accept-language": "zh"}).json()["items"]
        assert [each["id"] for each in listed] == ids[::-1]
        assert [(role["name"], role["score"]) for role in listed[0]["roles"]] == [("编辑", 6.0), ("专家", 8.0)]
        assert [each["name"] for each in listed[0]["roles"][0]["dimensions"]] == ["结构", "语言", "风格", "可读性"]
        shown = client.get(f"{base}/{ids[0]}").json()
        assert shown["roles"][0]["dimensions"][0]["quotes"] == [{"blockId": block, "quote": TEXT}]
        assert (shown["isStale"], shown["diagnosis"]["actions"]) == (False, ["Go on."])
        compared = client.get(f"{base}/compare", params={"before": ids[1], "after": ids[0]}).json()
        assert (compared["before"]["id"], len(compared["scores"]), compared["changed"]) == (ids[0], 8, [])
        adopted = client.post(f"{base}/{ids[0]}/suggestions/1/adopt").json()["proposalId"]
        assert client.post(f"{base}/{ids[0]}/suggestions/1/adopt").json()["proposalId"] == adopted
        assert client.post(f"{base}/{ids[0]}/suggestions/9/adopt").status_code == 404
        client.put(f"{project}/blocks", json={"path": "A", "text": "Snow."})
        assert client.get(f"{base}/{ids[0]}").json()["blocks"][0]["isStale"] is True
        assert client.post(f"{base}/{ids[1]}/suggestions/1/adopt").status_code == 409
        assert client.get(f"{base}/{ids[0]}", headers=bearer(server, "bob")).status_code == 404
        assert client.delete(f"{base}/{ids[0]}").status_code == 204
        assert client.get(f"{base}/{ids[0]}").status_code == 404


def test_what_cannot_succeed_is_refused_and_no_job_begins(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([], abilities=Abilities(is_weak=True))) as server:
        client = server.client()
        project = f"/api/projects/{client.post('/api/projects', json={'name': 'P'}).json()['id']}"
        client.put(f"{project}/blocks", json={"path": "A", "text": TEXT})
        weak = client.post(f"{project}/evaluations", json={})
        assert (weak.status_code, "capable model" in weak.json()["detail"]) == (422, True)
        assert client.post("/api/projects/proj_0/evaluations", json={}).status_code == 404
        assert client.get("/api/jobs").json()["items"] == []
