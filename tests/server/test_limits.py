"""Limits of the service: each with a clear answer."""

import socket
from pathlib import Path

from inkwright import ScriptedModel
from inkwright.server.limits import RateLimiter
from tests.clocks import PATIENCE
from tests.server.live import live_server
from tests.server.routes.test_agent import model


def test_a_client_gets_its_requests_back_one_by_one() -> None:
    limiter = RateLimiter(60)
    assert [limiter.wait("a", now=0) for _ in range(60)] == [0] * 60
    assert limiter.wait("a", now=0) == 1
    assert limiter.wait("b", now=0) == 0
    assert limiter.wait("a", now=1.5) == 0
    assert limiter.wait("a", now=1.5) == 0.5


def test_too_many_requests_are_told_when_to_come_back(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), requests_per_minute=3) as server:
        replies = [server.client().get("/api/conversations") for _ in range(5)]
        assert [reply.status_code for reply in replies] == [200, 200, 200, 429, 429]
        assert int(replies[-1].headers["retry-after"]) >= 1
        assert replies[-1].json()["code"] == "too_many_requests"


def test_a_large_body_is_refused_by_its_header_and_by_its_bytes(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), max_body_bytes=1_000) as server:
        declared = server.client().post("/api/agent/stream", content=b"x" * 2_000)
        assert (declared.status_code, declared.json()["code"]) == (413, "too_large")
        counted = server.client().post("/api/agent/stream", content=iter([b"x" * 600] * 3))
        assert counted.status_code == 413


def test_a_client_that_sends_a_large_body_to_its_end_reads_why_it_is_refused(tmp_path: Path) -> None:
    body = b"x" * 4_000_000
    with live_server(tmp_path, ScriptedModel([]), max_body_bytes=1_000) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        for length, content in (
            (b"Content-Length: %d" % len(body), body),
            (b"Transfer-Encoding: chunked", b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)),
        ):
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
                head = b"POST /api/agent/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                connection.sendall(head + length + b"\r\n\r\n" + content)
                with connection.makefile("rb") as reply:
                    answered = reply.read()
            assert b" 413 " in answered.partition(b"\r\n")[0]
            assert b'"too_large"' in answered


def test_a_slow_body_is_cut_off(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([]), body_seconds=0.2) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(
                b"POST /api/agent/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                b'Content-Length: 100\r\n\r\n{"mess'
            )
            assert b" 408 " in connection.recv(1_000)


def test_too_many_turns_at_once_are_refused(tmp_path: Path) -> None:
    with live_server(tmp_path, model("Hi."), turns_at_once=0) as server:
        reply = server.client().post("/api/agent/stream", json={"message": "Hello"})
        assert (reply.status_code, reply.json()["code"]) == (429, "too_many_turns")
        assert reply.headers["retry-after"] == "5"
