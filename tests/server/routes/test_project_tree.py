"""A project for a live page: the tree at once, texts by block, and the feed as a stream."""

import json
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.server.routes.project_tree import feed_frames
from tests.server.live import LiveServer, live_server


def new_project(server: LiveServer, name: str = "P") -> tuple[Any, str]:
    """Return a client, and the address of a new project."""
    client = server.client()
    return client, f"/api/projects/{client.post('/api/projects', json={'name': name}).json()['id']}"


def frames_of(server: LiveServer, project: str, number: int, count: int) -> list[str]:
    """Return the first frames of the stream of a project after a number."""

    async def read() -> list[str]:
        inkwright = server.inkwright
        found = await inkwright.store.projects.get(project.rsplit("/", 1)[1], owner=inkwright.owner)
        assert found is not None
        frames: list[str] = []
        async for each in feed_frames(inkwright.store.workspace(found), number, bool, heartbeat=0):
            frames.append(each)
            if len(frames) == count:
                break
        return frames

    return list(server.run(read()))


def test_the_tree_has_all_blocks_in_order_with_the_status_of_groups_from_their_blocks(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)
        group = {"name": "部分", "settings": {"blockType": "group"}}
        part = client.post(f"{project}/blocks", json=group).json()["id"]
        client.post(f"{project}/blocks", json={"name": "第一章", "text": "雨。", "parentId": part})
        client.post(f"{project}/blocks", json={"name": "End", "settings": {"needReview": True}})
        tree = client.get(f"{project}/tree").json()
        assert [(each["name"], each["depth"], each["status"]) for each in tree["blocks"]] == [
            ("部分", 0, "completed"),
            ("第一章", 1, "completed"),
            ("End", 0, "pending"),
        ]
        assert tree["number"] == 3
        assert client.get("/api/projects/proj_none/tree").status_code == 404


def test_a_text_is_written_only_onto_the_version_that_was_changed(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)
        block = client.post(f"{project}/blocks", json={"name": "A", "text": "one"}).json()["id"]
        text = f"{project}/blocks/{block}/text"
        assert client.put(text, json={"text": "two", "basedOn": 1}).json()["textVersion"] == 2
        late = client.put(text, json={"text": "lost?", "basedOn": 1})
        assert (late.status_code, late.json()["code"]) == (409, "edit_conflict")
        assert client.get(f"{project}/blocks/{block}").json()["text"] == "two"
        assert client.put(text, json={"text": "no base"}).status_code == 422
        assert client.put(f"{project}/blocks/block_x/text", json={"text": "", "basedOn": 1}).status_code == 404


def test_the_stream_replays_after_a_number_and_beats_when_nothing_happens(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)
        for name in ("A", "B", "C"):
            client.post(f"{project}/blocks", json={"name": name})
        ready, second, third, beat = frames_of(server, project, 1, 4)
        assert ready == "id: 1\nevent: ready\ndata: 1\n\n"
        assert [json.loads(each.split("data: ")[1])["subject"] for each in (second, third)] == ["B", "C"]
        assert second.startswith("id: 2\n")
        assert beat.startswith(":")


def test_the_stream_begins_now_or_where_a_browser_lost_it(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)
        client.post(f"{project}/blocks", json={"name": "A"})
        for headers, number in (({}, 1), ({"last-event-id": "0"}, 0)):
            with client.stream("GET", f"{project}/feed/stream", headers=headers) as response:
                assert response.headers["content-type"].startswith("text/event-stream")
                assert next(response.iter_lines()) == f"id: {number}"
        assert client.get("/api/projects/proj_none/feed/stream").status_code == 404


def test_the_stream_of_a_deleted_project_says_so_and_ends(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)

        async def read() -> list[str]:
            inkwright = server.inkwright
            found = await inkwright.store.projects.get(project.rsplit("/", 1)[1], owner=inkwright.owner)
            assert found is not None
            frames = feed_frames(inkwright.store.workspace(found), 0, bool)
            first = await anext(frames)
            await inkwright.store.projects.remove(found.id, server.inkwright.store.clock.now(), owner=inkwright.owner)
            return [first, *[each async for each in frames]]

        del client
        assert server.run(read())[-1] == "event: removed\ndata: {}\n\n"


def test_an_open_stream_ends_when_the_service_stops(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client, project = new_project(server)
        with client.stream("GET", f"{project}/feed/stream") as response:
            lines = response.iter_lines()
            assert next(lines) == "id: 0"
            server.stop()
            assert [line for line in lines if line.startswith("data")] == ["data: 0"]
