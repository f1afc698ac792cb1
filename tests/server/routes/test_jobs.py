"""Jobs over HTTP: begin, list, pause, resume, cancel; those of others do not exist."""

from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server


def test_a_batch_runs_over_http_and_tells_its_progress_and_results(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(lambda _: "Rain falls.")) as service:
        client = service.client()
        begun = client.post(
            "/api/jobs", json={"kind": "batch", "arguments": {"messages": ["Hi", "Ho"]}, "title": "Two"}
        )
        assert (begun.status_code, begun.json()["title"]) == (201, "Two")
        job_id = begun.json()["id"]

        async def ended() -> None:
            await (await service.inkwright.jobs()).wait(job_id, owner=service.inkwright.owner)

        service.run(ended())
        job = client.get(f"/api/jobs/{job_id}").json()
        assert (job["status"], job["done"], job["total"]) == ("finished", 2, 2)
        assert [each["outcome"] for each in job["result"]] == ["answered", "answered"]
        assert [each["id"] for each in client.get("/api/jobs").json()["items"]] == [job["id"]]
        assert job["arguments"]["messages"] == ["Hi", "Ho"]
        (short,) = client.get("/api/jobs?kind=batch&results=false").json()["items"]
        assert (short["id"], short["result"]) == (job["id"], None)
        assert client.get("/api/jobs?kind=paper").json()["items"] == []
        assert client.post(f"/api/jobs/{job['id']}/pause").json()["status"] == "finished"
        assert client.post(f"/api/jobs/{job['id']}/resume", json={}).json()["status"] == "finished"


def test_a_job_that_cannot_begin_is_refused_and_that_of_another_does_not_exist(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel(["ok"])) as service:
        client = service.client()
        refused = [
            {"kind": "unknown", "arguments": {}},
            {"kind": "batch", "arguments": {}},
            {"kind": "batch", "arguments": {"messages": []}},
            {"kind": "batch", "arguments": {"messages": ["x"], "more": 1}},
            {"kind": "batch", "arguments": {"messages": ["x"]}, "maxDollars": -1},
        ]
        assert [client.post("/api/jobs", json=body).status_code for body in refused] == [422] * len(refused)
        for cap in ("NaN", "Infinity", "1e999"):  # would limit nothing
            body = f'{{"kind": "batch", "arguments": {{"messages": ["x"]}}, "maxDollars": {cap}}}'
            headers = {"content-type": "application/json"}
            assert client.post("/api/jobs", content=body, headers=headers).status_code == 422

        async def of_another() -> str:
            jobs = await service.inkwright.jobs()
            return (await jobs.begin("batch", {"messages": ["x"]}, owner="someone else")).id

        other = service.run(of_another())
        paths = (f"/api/jobs/{other}", "/api/jobs/job_1")
        assert [client.get(path).status_code for path in paths] == [404, 404]
        for verb in ("cancel", "pause", "resume"):
            assert [client.post(f"{path}/{verb}").status_code for path in paths] == [404, 404]
        assert client.get("/api/jobs").json()["items"] == []
