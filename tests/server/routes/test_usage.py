"""Usage over HTTP: what the turns of a running service have cost, by model, day, conversation and turn."""

from pathlib import Path
from typing import Any

from inkwright.llm.call_log import LoggedModel
from inkwright.settings import load_settings
from inkwright.usecases.store import open_call_log
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_calls_are_added_up_by_model_day_conversation_and_turn(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    logged = LoggedModel(model("Hi.", "Bye."), open_call_log(settings, {}))
    with live_server(tmp_path, logged) as server:
        client = server.client()
        replies = [client.post("/api/agent/stream", json={"message": words}) for words in ("Hello", "Goodbye")]
        conversations = [reply.headers["x-conversation-id"] for reply in replies]
        turns = [reply.headers["x-turn-id"] for reply in replies]

        def keys(**asked: Any) -> list[str]:
            return [item["key"] for item in client.get("/api/usage", params=asked).json()["items"]]

        assert keys(by="conversation") == sorted(conversations, reverse=True)
        assert keys(by="turn") == sorted(turns, reverse=True)
        (total,) = client.get("/api/usage").json()["items"]
        assert total["calls"] == sum(
            item["calls"] for item in client.get("/api/usage", params={"by": "turn"}).json()["items"]
        )
        (day,) = keys(by="day")
        assert keys(since=day, until=day) == keys()
        assert keys(until="2000-01-01") == []
        assert client.get("/api/usage", params={"since": "yesterday"}).status_code == 422
        (turn,) = client.get(f"/api/conversations/{conversations[0]}/usage").json()["items"]
        assert turn["key"] == turns[0]
        first = client.get("/api/usage", params={"by": "turn", "limit": 1}).json()
        rest = client.get("/api/usage", params={"by": "turn", "limit": 1, "cursor": first["next"]}).json()
        assert [first["items"][0]["key"], rest["items"][0]["key"]] == sorted(turns, reverse=True)
        assert rest["next"] is None
