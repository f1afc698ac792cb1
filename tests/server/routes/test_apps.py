"""Apps over HTTP: compiled, run, streamed, published and deleted; those of others do not exist."""

import asyncio
from pathlib import Path
from typing import Any

from inkwright.agent.rule_planner import NoModel
from tests.apps.samples import add_school, converse, school_data, turn
from tests.server.live import LiveServer, live_server, parts_of

CLASS_STEP = ("get_class_detail", {"class_id": "1A"})


def prepared(server: LiveServer) -> str:
    """A conversation about a class."""

    async def prepare() -> str:
        await add_school(server.inkwright, school_data())
        return await converse(server.inkwright, turn(1, "How is 1A doing?", CLASS_STEP))

    return str(server.run(prepare()))


def waited(server: LiveServer, job_id: str) -> Any:
    async def wait() -> Any:
        return await asyncio.wait_for((await server.inkwright.jobs()).wait(job_id, owner="local"), 50)

    return server.run(wait())


def test_a_conversation_is_compiled_run_streamed_published_and_deleted(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client, conversation = server.client(), prepared(server)
        steps = client.get("/api/apps/steps", params={"conversationId": conversation}).json()["items"]
        assert [(each["tool"], each["canCompile"]) for each in steps] == [("get_class_detail", True)]
        begun = client.post("/api/apps/compile", json={"conversationId": conversation, "steps": [steps[0]["id"]]})
        assert begun.status_code == 202
        waited(server, begun.json()["jobId"])
        status = client.get(f"/api/apps/compile/{begun.json()['jobId']}").json()
        assert (status["status"], status["error"]) == ("finished", None)
        assert status["blueprint"]["dataContract"]["inputs"][0]["type"] == "class"
        app = f"/api/apps/{begun.json()['appId']}"
        assert client.get(app).json()["blueprint"] == status["blueprint"]
        run = client.post(f"{app}/run", json={"params": {"class": "1B"}}).json()
        stream = client.get(f"{app}/executions/{run['executionId']}/stream").text
        types = [part["type"] for part in parts_of(stream)]
        assert (types[0], types[-1]) == ("data-blueprint", "finish")
        assert {"data-phase", "data-block-start", "data-block-complete", "data-page"} <= set(types)
        shown = client.get(f"{app}/executions/{run['executionId']}").json()
        assert (shown["status"], shown["page"]["tabs"][0]["title"]) == ("finished", "Class 1B")
        assert {each["phase"] for each in shown["trace"]} == {"data", "compute", "compose"}
        assert [each["id"] for each in client.get(f"{app}/executions").json()["items"]] == [shown["id"]]
        assert client.put(f"{app}/publish").json()["status"] == "published"
        assert client.delete(f"{app}/publish").json()["status"] == "ready"
        assert client.get(f"{app}/versions").json()["present"] == 1
        assert client.post(f"{app}/duplicate").status_code == 201
        assert len(client.get("/api/apps").json()["items"]) == 2
        assert client.delete(app).status_code == 204
        assert client.get(app).status_code == 404
        assert client.get(f"{app}/executions/{run['executionId']}").status_code == 404


def test_bad_requests_are_refused_and_say_why(tmp_path: Path) -> None:
    with live_server(tmp_path, NoModel()) as server:
        client, conversation = server.client(), prepared(server)
        assert client.post("/api/apps/compile", json={"conversationId": "conv_x"}).status_code == 404
        assert client.get("/api/apps/steps", params={"conversationId": "conv_x"}).status_code == 404
        for path in ("/api/apps/app_x", "/api/apps/app_x/executions", "/api/apps/compile/job_x"):
            assert client.get(path).status_code == 404
        begun = client.post("/api/apps/compile", json={"conversationId": conversation, "steps": ["step_x"]}).json()
        waited(server, begun["jobId"])
        status = client.get(f"/api/apps/compile/{begun['jobId']}").json()
        assert (status["status"], status["blueprint"]) == ("failed", None)
        assert "step_x" in status["error"]
        assert client.get(f"/api/apps/{begun['appId']}").json()["status"] == "draft"
        assert client.post(f"/api/apps/{begun['appId']}/run", json={}).status_code == 422
        assert client.put(f"/api/apps/{begun['appId']}/publish").status_code == 422
        assert client.get("/api/apps/schema").json()["title"] == "Blueprint"
