"""Model settings over HTTP: what is used, keys that are never returned, and tests of models."""

from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.llm.providers import HOSTED_PROVIDERS
from tests.server.live import live_server
from tests.server.samples import bearer

KEY = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in HOSTED_PROVIDERS:
        for variable in (*provider.key_variables, provider.base_url_variable):
            monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9/v1")


def standard(settings: dict[str, Any]) -> list[str]:
    return [model["name"] for tier in settings["tiers"] if tier["tier"] == "standard" for model in tier["models"]]


def test_a_model_is_set_shown_with_its_abilities_and_removed(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        before = standard(client.get("/api/models").json())
        chosen = {"models": ["openai:gpt-6.1-terra", "ollama:qwen3:4b"]}
        assert client.put("/api/models/tiers/all", json=chosen).status_code == 204
        shown = client.get("/api/models").json()
        assert standard(shown) == chosen["models"]
        (tier,) = [tier for tier in shown["tiers"] if tier["tier"] == "standard"]
        assert tier["models"][0]["abilities"]["canCallTools"] is True
        assert client.delete("/api/models/tiers/all").status_code == 204
        assert standard(client.get("/api/models").json()) == before
        wrong = client.put("/api/models/tiers/fast", json={"models": ["nonsense:x"]})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "model_unknown")
        assert client.put("/api/models/tiers/none", json=chosen).status_code == 422


def test_the_next_turn_uses_the_model_that_was_set(tmp_path: Path) -> None:
    with live_server(tmp_path, None) as server:
        client = server.client()
        assert client.get("/api/models").json()["startedWith"] is None
        client.put("/api/models/tiers/all", json={"models": ["ollama:none"]})
        failed = client.post("/api/agent/chat", json={"message": "Why is the sky blue?"}).json()
        assert failed["outcome"]["kind"] == "failed"
        assert "ollama:none" in failed["outcome"]["message"]


def test_a_key_is_stored_for_its_owner_alone_and_never_returned(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        stored = client.put("/api/models/keys", json={"provider": "openai", "key": KEY})
        assert (stored.status_code, stored.json()["variable"]) == (200, "OPENAI_API_KEY")
        shown = client.get("/api/models")
        (openai,) = [each for each in shown.json()["providers"] if each["name"] == "openai"]
        assert openai["keySource"] == stored.json()["place"]
        assert KEY not in stored.text + shown.text
        assert (tmp_path / "keys.json").stat().st_mode & 0o077 == 0
        assert client.delete("/api/models/keys", params={"provider": "openai"}).status_code == 204
        assert client.delete("/api/models/keys", params={"provider": "openai"}).status_code == 404
        for wrong in ("two words", "x" * 5_000, "中文"):
            refused = client.put("/api/models/keys", json={"provider": "openai", "key": wrong})
            assert refused.status_code == 422
            assert wrong not in refused.text
        assert client.put("/api/models/keys", json={"provider": "local", "key": KEY}).status_code == 422


def test_a_model_is_tested_and_its_failure_is_told_in_words(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        report = server.client().post("/api/models/test", json={"model": "ollama:qwen3:4b"}).json()
        assert report["isWell"] is False
        assert [check["kind"] for check in report["checks"]] == ["reply"]
        assert report["problem"]
        assert server.client().post("/api/models/test", json={"model": "x y"}).status_code == 422


def test_settings_of_the_machine_are_for_its_own_owner(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        mine, other = (server.client(headers=bearer(server, owner)) for owner in ("local", "other"))
        assert mine.get("/api/models").status_code == 200
        for method, path, body in (
            ("GET", "/api/models", None),
            ("PUT", "/api/models/tiers/all", {"models": ["local"]}),
            ("DELETE", "/api/models/tiers/all", None),
            ("PUT", "/api/models/keys", {"provider": "openai", "key": KEY}),
            ("DELETE", "/api/models/keys?provider=openai", None),
            ("POST", "/api/models/test", {"model": "local"}),
            ("GET", "/api/permissions", None),
            ("POST", "/api/permissions", {"access": "read", "path": "/"}),
            ("DELETE", "/api/permissions?access=read&path=/", None),
        ):
            reply = other.request(method, path, json=body)
            assert (reply.status_code, reply.json()["code"]) == (403, "machine_only"), path
        assert not (tmp_path / "keys.json").exists()
