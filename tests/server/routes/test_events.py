"""Our own events over HTTP: numbered, resumable, ended, and only those of the owner."""

import json
from pathlib import Path

from inkwright.conversation.events import EVENTS
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_the_events_of_a_turn_are_replayed_from_any_number_to_their_end(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi.")) as server:
        client = server.client()
        turn = client.post("/api/agent/stream", json={"message": "Hello"}).headers["x-turn-id"]
        written = client.get(f"/api/agent/turns/{turn}/events").text
        rest = client.get(f"/api/agent/turns/{turn}/events", params={"after": 2}).text
        browser = client.get(f"/api/agent/turns/{turn}/stream", headers={"Last-Event-ID": "2"}).text
        asked = client.get(f"/api/agent/turns/{turn}/stream", params={"after": 2}).text
        endless = [client.get(f"/api/agent/turns/{turn}/{kind}?after={10**20}") for kind in ("stream", "events")]
        missing = client.get("/api/agent/turns/turn_x/events")
        wrong = client.post("/api/agent/stream", json={"message": "Hi", "deliverables": ["novel"]})
    frames = written.split("\n\n")
    assert frames[-2:] == ["event: ended\ndata: {}", ""]
    events = [EVENTS.validate_json(frame.partition("data: ")[2]) for frame in frames[:-2]]
    assert (events[0].kind, events[-1].kind) == ("turn_started", "turn_finished")
    assert rest == "\n\n".join(frames[2:])
    assert browser == asked != ""
    assert [each.status_code for each in endless] == [422, 422]
    assert (missing.status_code, json.loads(missing.text)["code"]) == (404, "not_found")
    assert wrong.status_code == 422
