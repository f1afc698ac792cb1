"""The HTTP client against a hostile server: compressed bombs, floods, drips, endless headers and redirects."""

import asyncio
import functools
import gzip
import itertools
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from inkwright.errors import InkwrightError, ModelTimedOut, ModelUnavailable, ReplyMalformed
from inkwright.llm.discovery import first_model
from inkwright.llm.hosted import ModelEndpoint
from inkwright.llm.http_client import MAX_BODY_BYTES, ResponseRefused, open_http_client
from inkwright.llm.models import ignore_piece
from tests.each import each
from tests.llm.fake_provider import Answer, FakeProvider, openai_reply, openai_stream, texts
from tests.llm.hosted_requests import ASK, KEY, PROVIDERS, ask, failure, listen, model_at

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"


@functools.cache
def bomb(wbits: int, *, times: int = 3) -> bytes:
    """A few hundred KB that become far more than the limit."""
    packer = zlib.compressobj(9, zlib.DEFLATED, wbits)
    block = b" " * 1_000_000
    packed = [packer.compress(block) for _ in range(times * MAX_BODY_BYTES // len(block))]
    return b"".join(packed) + packer.flush()


GZIP, DEFLATE, RAW_DEFLATE = 31, 15, -15
BOMBS = {"gzip": GZIP, "x-gzip": GZIP, "deflate": DEFLATE, "DEFLATE ": RAW_DEFLATE}


@each("encoding", BOMBS)
@each("status, heard", [(200, False), (200, True), (500, False)])
def test_a_compressed_reply_is_counted_as_it_unfolds(encoding: str, status: int, heard: bool) -> None:
    answer = Answer(status, bomb(BOMBS[encoding]), headers={"content-encoding": encoding})
    assert len(answer.body) < MAX_BODY_BYTES / 50
    error = failure([answer], heard=[] if heard else None)
    assert (type(error), "larger than 32 MB" in str(error)) == (ReplyMalformed, True)


def test_a_compressed_reply_takes_no_more_memory_than_the_limit() -> None:
    async def read(url: str) -> int:
        async with open_http_client(url, 20, limit=1_000_000) as client:
            tracemalloc.start()
            with pytest.raises(ResponseRefused):
                await client.get(url)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return peak

    with FakeProvider([Answer(200, bomb(GZIP), headers={"content-encoding": "gzip"})]) as server:
        assert asyncio.run(read(server.url)) < 4_000_000


def test_a_compressed_stream_is_counted_as_it_unfolds() -> None:
    body = bomb(GZIP)
    pieces = [body[start : start + 1_000] for start in range(0, len(body), 1_000)]
    assert "larger than 32 MB" in str(failure([Answer(chunks=pieces, headers={"content-encoding": "gzip"})], heard=[]))


@each("encoding", ["br", "zstd", "gzip, gzip", "compress", "a" * 500, "\x00"])
def test_a_compression_that_nobody_asked_for_is_refused_unread(encoding: str) -> None:
    error = failure([Answer(200, b"\x28\xb5\x2f\xfd" * 100, headers={"content-encoding": encoding})])
    assert isinstance(error, ReplyMalformed | ModelUnavailable)
    assert len(str(error)) < 400


@each("encoding, pack", [("gzip", gzip.compress), ("deflate", zlib.compress), ("identity", bytes)])
def test_a_server_that_compresses_all_the_same_is_understood(encoding: str, pack: Callable[[bytes], bytes]) -> None:
    body = pack(str(openai_reply("Hello").body).encode())
    reply, received = ask([Answer(200, body, headers={"content-encoding": encoding})])
    assert (reply.text, received[0].headers["accept-encoding"]) == ("Hello", "identity")


def test_damaged_compression_is_not_a_reply() -> None:
    error = failure([Answer(200, b"\x1f\x8b" + b"x" * 100, headers={"content-encoding": "gzip"})])
    assert (type(error), "compression is damaged" in str(error)) == (ReplyMalformed, True)


def dripping(piece: bytes) -> Iterator[bytes]:
    """The piece again and again, slowly."""
    pause = threading.Event()
    for _ in range(500):
        pause.wait(0.02)
        yield piece


def chat_event(delta: str) -> bytes:
    head = '"id":"1","object":"chat.completion.chunk","created":1,"model":"m"'
    return f'data: {{{head},"choices":[{{"index":0,"delta":{delta}}}]}}\n\n'.encode()


CALL = '{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"x"}}]}'
DRIPS: dict[str, Answer] = {
    "the first line": Answer(raw=dripping(b"H")),
    "headers": Answer(raw=itertools.chain([b"HTTP/1.1 200 OK\r\n"], dripping(b"x: y\r\n"))),
    "a body": Answer(raw=itertools.chain([HEAD, b"content-length: 9999\r\n\r\n"], dripping(b" "))),
    "comments": Answer(chunks=dripping(b": wait\n\n")),
    "empty events": Answer(chunks=dripping(b"\n")),
    "text": Answer(chunks=dripping(chat_event('{"content":"x"}'))),
    "reasoning": Answer(chunks=dripping(chat_event('{"reasoning_content":"x"}'))),
    "a tool call": Answer(chunks=dripping(chat_event(CALL))),
}


@pytest.mark.parametrize("case", DRIPS)
def test_the_time_limit_holds_however_a_server_drips(case: str) -> None:
    with FakeProvider([DRIPS[case]]) as server, pytest.raises(ModelTimedOut):
        asyncio.run(model_at(server, timeout=0.6).reply(ASK, listen))


def flood(piece: bytes) -> Answer:
    return Answer(chunks=itertools.repeat(piece * (65_536 // len(piece)), 2_000))


FLOODS: dict[str, Answer] = {
    "comments": flood(b": x\n"),
    "comments and breaks": flood(b":\n\n"),
    "lines of data": flood(b"data: 1\n"),
    "one line": flood(b"x"),
    "breaks": flood(b"\r"),
    "text": flood(chat_event('{"content":"x"}')),
    "reasoning": flood(chat_event('{"reasoning_content":"x"}')),
    "arguments": flood(chat_event(CALL)),
    "headers": Answer(raw=itertools.chain([b"HTTP/1.1 200 OK\r\n"], itertools.repeat(b"x: y\r\n" * 1_000, 2_000))),
}


async def longest_pause(model: Any) -> tuple[InkwrightError, float]:
    """Ask, and measure how long the event loop worked without a turn for others: no limit of time holds meanwhile.

    It is measured in time of this thread, so that other programs on the machine do not count.
    """
    pauses: list[float] = []

    async def tick() -> None:
        while True:
            start = time.thread_time()
            await asyncio.sleep(0.01)
            pauses.append(time.thread_time() - start)

    ticking = asyncio.create_task(tick())
    with pytest.raises(InkwrightError) as caught:
        await model.reply(ASK, listen)
    ticking.cancel()
    return caught.value, max(pauses)


@each("provider", PROVIDERS)
@pytest.mark.parametrize("case", FLOODS)
def test_a_flood_ends_at_the_limit_and_leaves_the_program_its_turns(case: str, provider: str) -> None:
    """The longest pause is a fraction of the whole, so a limit of time, and Ctrl+C, hold during a flood."""
    with FakeProvider([FLOODS[case]]) as server:
        model = model_at(server, provider, timeout=0.7)
        start = time.perf_counter()
        error, pause = asyncio.run(longest_pause(model))
        whole = time.perf_counter() - start
    assert isinstance(error, ReplyMalformed | ModelUnavailable)
    assert whole < 0.7 or pause < whole / 2


def bounced(server: FakeProvider, status: int) -> Answer:
    return Answer(status, "", headers={"location": f"{server.url}/v1/chat/completions"})


@each("heard", [False, True])
@each("provider", PROVIDERS)
@each("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed_and_its_target_gets_nothing(provider: str, status: int, heard: bool) -> None:
    with (
        FakeProvider(lambda _: openai_reply("Hello")) as other,
        FakeProvider(lambda _: bounced(other, status)) as first,
    ):
        with pytest.raises(ReplyMalformed) as caught:
            asyncio.run(model_at(first, provider).reply(ASK, listen if heard else ignore_piece))
        assert other.received == []
        assert f"redirects to {other.url}" in str(caught.value)


def test_a_request_to_another_origin_is_refused_before_it_is_sent() -> None:
    async def send(allowed: str, asked: str) -> None:
        async with open_http_client(allowed, 5, headers={"Authorization": f"Bearer {KEY}"}) as client:
            await client.get(asked, follow_redirects=True)

    with FakeProvider(lambda _: openai_reply("Hello")) as other, FakeProvider(lambda _: bounced(other, 302)) as first:
        for asked in (other.url, other.url.replace("127.0.0.1", "localhost"), first.url):
            with pytest.raises(ResponseRefused):
                asyncio.run(send(first.url, asked))
        assert (other.received, len(first.received)) == ([], 1)


LISTS: dict[str, Answer] = {
    "compressed": Answer(200, bomb(GZIP), headers={"content-encoding": "gzip"}),
    "long": Answer(200, b'{"data": [' + b"1," * 1_000_000),
    "elsewhere": Answer(302, "", headers={"location": "http://127.0.0.1:1/v1/models"}),
    "of another kind": Answer(200, b"\xff\xfe<html>"),
    "nested": Answer(200, b"[" * 200_000),
}


@each("case", LISTS)
def test_a_list_of_models_is_bounded_too(case: str) -> None:
    with FakeProvider([LISTS[case]]) as server, pytest.raises(InkwrightError) as caught:
        asyncio.run(first_model(ModelEndpoint("openai-compatible", "", f"{server.url}/v1", KEY)))
    assert KEY not in str(caught.value)


@each("end", [b"\n", b"\r", b"\r\n"])
@each("size", [1, 7, 65_536])
def test_the_lines_of_an_event_are_counted_however_they_arrive(end: bytes, size: int) -> None:
    def pieces(body: bytes) -> list[bytes]:
        return [body[start : start + size] for start in range(0, len(body), size)]

    calm = (b": keep alive" + end) * 3 + end
    said = b"".join(str(event).encode() for event in openai_stream(texts("Hello")).chunks or ())
    reply, _ = ask([Answer(chunks=pieces(calm * 500 + said.replace(b"\n", end)))], heard=[])
    assert reply.text == "Hello"
    assert "more than 1000 lines" in str(failure([Answer(chunks=pieces((b":" + end) * 1_100))], heard=[]))


LEAKS = [
    "OPENAI_ORG_ID",
    "OPENAI_PROJECT_ID",
    "OPENAI_ADMIN_KEY",
    "OPENAI_WEBHOOK_SECRET",
    "OPENAI_CUSTOM_HEADERS",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_CLOUD_PROJECT",
]


@each("provider", [*PROVIDERS, "openai", "ollama"])
def test_no_variable_of_the_environment_reaches_a_server_of_ones_own(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LEAKS:
        monkeypatch.setenv(name, "X-Leak: environment-secret" if name.endswith("HEADERS") else "environment-secret")
    with FakeProvider(lambda _: Answer(500, "{}")) as server, pytest.raises(InkwrightError):
        asyncio.run(model_at(server, provider).reply(ASK))
    assert "environment-secret" not in str([(each.path, each.headers) for each in server.received])
    assert server.received
