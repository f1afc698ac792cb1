"""Who may do what: hosts, origins, tokens, sessions, foreign ids, and what responses carry."""

from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.errors import InvalidOption
from inkwright.server.access import SESSION_COOKIE
from inkwright.server.options import ServerOptions, is_loopback
from inkwright.server.serving import check_address
from tests.each import each
from tests.server.live import LiveServer, live_server, parts_of
from tests.server.routes.test_agent import model

OWN = ("localhost", "127.0.0.1")


def made_token(server: LiveServer, owner: str) -> str:
    token: tuple[Any, str] = server.run(server.inkwright.store.tokens.new(owner, "test"))
    return token[1]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def test_a_request_under_a_foreign_name_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        port = server.url.rpartition(":")[2]
        for host in (
            "evil.example",
            f"evil.example:{port}",
            "127.0.0.1.evil.example",
            "user@127.0.0.1",
            "localhost/x",
            "",
        ):
            reply = client.get("/api/conversations", headers={"host": host})
            assert reply.status_code in (400, 421), host
        for host in (f"localhost:{port}", "127.0.0.1"):
            assert client.get("/api/conversations", headers={"host": host}).status_code == 200


def test_a_request_of_another_page_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        client = server.client()
        for headers in (
            {"origin": "http://evil.example"},
            {"origin": "null"},
            {"origin": server.url.replace("http", "https", 1) + "0"},
            {"origin": "http://127.0.0.1:1"},
            {"sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
        ):
            for method in ("GET", "POST", "OPTIONS"):
                reply = client.request(method, "/api/agent/cancel", json={"turnId": "x"}, headers=headers)
                assert reply.status_code == 403, headers
                assert "access-control-allow-origin" not in reply.headers
        assert client.get("/api/conversations", headers={"origin": server.url}).status_code == 200


def test_every_response_has_the_security_headers(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        for path in ("/healthz", "/api/conversations", "/nothing", "/login"):
            headers = server.client().get(path).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "server" not in headers


def test_without_a_token_everything_but_health_and_login_is_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        client = server.client()
        paths = server.client().get("/api/openapi.json", headers=bearer(made_token(server, "me"))).json()["paths"]
        assert len(paths) > 15
        for path, methods in paths.items():
            for method in methods:
                status = client.request(method, path.replace("{", "").replace("}", "")).status_code
                assert status == (200 if path in ("/healthz", "/readyz") else 401), (method, path)
        assert client.get("/api/conversations", headers=bearer("token_x.y")).status_code == 401
        assert client.get("/api/conversations", headers={"authorization": "Basic eDp5"}).status_code == 401


def test_owners_do_not_see_each_other(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi."), needs_login=True) as server:
        mine, other = (server.client(headers=bearer(made_token(server, owner))) for owner in ("me", "other"))
        reply = mine.post("/api/agent/stream", json={"message": "Hello"})
        turn, conversation = reply.headers["x-turn-id"], reply.headers["x-conversation-id"]
        assert parts_of(reply.text)[-1]["type"] == "finish"
        for path in (
            f"/api/conversations/{conversation}",
            f"/api/conversations/{conversation}/export",
            f"/api/conversations/{conversation}/attachments",
            f"/api/agent/turns/{turn}/stream",
        ):
            assert mine.get(path).status_code == 200
            assert other.get(path).status_code == 404, path
        assert other.get(f"/api/agent/{conversation}/stream").status_code == 204
        for path, body in (
            ("/api/agent/cancel", {"turnId": turn}),
            ("/api/agent/retry", {"turnId": turn}),
            ("/api/agent/advance", {"turnId": turn}),
            ("/api/agent/edit", {"turnId": turn, "message": "x"}),
            ("/api/agent/stream", {"message": "x", "conversationId": conversation}),
            ("/api/agent/stream", {"message": "x", "id": conversation}),
        ):
            assert other.post(path, json=body).status_code == 404, path
        assert other.delete(f"/api/conversations/{conversation}").status_code == 404
        assert other.patch(f"/api/conversations/{conversation}", json={"title": "x"}).status_code == 404
        assert other.get("/api/conversations").json()["items"] == []
        assert len(mine.get("/api/conversations").json()["items"]) == 1


def test_a_revoked_token_opens_nothing_and_its_secret_is_not_stored(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        token, secret = server.run(server.inkwright.store.tokens.new("me", "test"))
        client = server.client(headers=bearer(secret))
        assert client.get("/api/conversations").status_code == 200
        assert server.run(server.inkwright.store.tokens.revoke(token.id))
        assert client.get("/api/conversations").status_code == 401
    assert secret.partition(".")[2].encode() not in b"".join(
        path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    )


def test_a_person_logs_in_with_a_token_and_out_again(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), needs_login=True) as server:
        client = server.client()
        token = made_token(server, "me")
        assert client.post("/login", data={"token": "wrong"}).status_code == 401
        done = client.post("/login", data={"token": token})
        assert done.status_code == 303
        cookie = done.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert client.get("/api/conversations").status_code == 200
        session = client.cookies[SESSION_COOKIE]
        assert server.client().get("/api/conversations", headers=bearer(session)).status_code == 401
        forged = client.post("/api/agent/cancel", json={"turnId": "x"}, headers={"origin": "http://evil.example"})
        assert forged.status_code == 403
        client.post("/logout")
        client.cookies.set(SESSION_COOKIE, session)
        assert client.get("/api/conversations").status_code == 401


@each(
    "host, is_local", [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("example", False)]
)
def test_other_machines_reach_it_only_with_login(host: str, is_local: bool) -> None:
    assert is_loopback(host) is is_local
    check_address(ServerOptions(host=host, needs_login=True))
    if is_local:
        check_address(ServerOptions(host=host))
    else:
        with pytest.raises(InvalidOption):
            check_address(ServerOptions(host=host))
