"""Inkwright over HTTP: turns are followed through lost connections, and problems are told in plain words."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from inkwright import Stream
from inkwright.conversation.asks import Answer
from inkwright.conversation.events import AskOpened, Event, TextAppended, TurnFinished
from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.remote import RemoteInkwright, checked_address
from tests.agent.test_run import call
from tests.server.live import live_server
from tests.server.routes.test_agent import model


@contextlib.asynccontextmanager
async def cutting_proxy(url: str, *limits: int) -> AsyncIterator[str]:
    """An address that leads to the service. Each of the first connections is cut after so many bytes of its reply."""
    left = list(limits)
    target = urlsplit(url).port or 0
    tasks: list[asyncio.Task[None]] = []
    writers: list[asyncio.StreamWriter] = []

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, limit: float) -> None:
        while limit > 0 and (piece := await reader.read(int(min(limit, 65_536)))):
            writer.write(piece)
            await writer.drain()
            limit -= len(piece)
        writer.transport.abort()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_connection("127.0.0.1", target)
        limit = left.pop(0) if left else 10**9
        works = (copy(reader, to_server, 10**9), copy(from_server, writer, limit))
        tasks.extend(map(asyncio.ensure_future, works))
        writers.extend((writer, to_server))

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        for writer in writers:
            writer.transport.abort()
        await asyncio.gather(*tasks, *(each.wait_closed() for each in writers), return_exceptions=True)


def in_loop(work: Callable[[], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        return await work()

    return asyncio.run(go())


async def followed(remote: RemoteInkwright, turn_id: str, after: int = 0) -> list[tuple[int, Event]]:
    return [numbered async for numbered in remote.follow(turn_id, after)]


def test_a_turn_is_followed_to_its_end_through_lost_connections(tmp_path: Path) -> None:
    with live_server(tmp_path, model(Stream([f"word{number} " for number in range(40)]))) as server:

        async def go() -> Any:
            async with RemoteInkwright.open(server.url) as remote:
                turn = await remote.send("Hello")
                assert isinstance((await followed(remote, turn.id))[-1][1], TurnFinished)
                whole = await followed(remote, turn.id)
            async with (
                cutting_proxy(server.url, 600, 900, 1_300) as address,
                RemoteInkwright.open(address) as remote,
            ):
                return whole, await followed(remote, turn.id)

        whole, cut = in_loop(go)
    assert cut == whole


def test_a_question_is_answered_and_only_new_events_follow(tmp_path: Path) -> None:
    with live_server(tmp_path, model(call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue!")) as server:

        async def go() -> Any:
            async with RemoteInkwright.open(server.url) as remote:
                turn = await remote.send("Paint")
                first = await followed(remote, turn.id)
                (ask,) = [event.ask for _, event in first if isinstance(event, AskOpened)]
                answer = Answer.model_validate(
                    {"status": "answered", "answers": [{"id": ask.questions[0].id, "value": "Blue"}]}
                )
                going_on = await remote.answer(ask.id, answer, first[-1][0])
                return first, await followed(remote, going_on.id, going_on.after)

        first, second = in_loop(go)
    assert second[0][0] == first[-1][0] + 1
    assert "".join(event.text for _, event in second if isinstance(event, TextAppended)) == "Blue!"


def test_a_service_that_is_not_there_is_told(tmp_path: Path) -> None:
    async def go() -> None:
        async with RemoteInkwright.open("http://127.0.0.1:9") as remote:
            await remote.send("Hello")

    with pytest.raises(ServiceFailed, match="cannot be reached"):
        asyncio.run(go())


def test_a_refusal_is_told_in_the_words_of_the_service(tmp_path: Path) -> None:
    with live_server(tmp_path, model(), needs_login=True) as server:

        async def go(token: str | None) -> None:
            async with RemoteInkwright.open(server.url, token, "en") as remote:
                await remote.send("Hello")

        for token, words in ((None, "needs a token"), ("wrong", "token is not valid")):
            with pytest.raises(ServiceFailed, match=words):
                asyncio.run(go(token))


def test_only_an_address_of_the_web_is_accepted() -> None:
    assert checked_address("http://127.0.0.1:8470/") == "http://127.0.0.1:8470"
    for wrong in ("127.0.0.1:8470", "ftp://a", "http://me:secret@a", "http://a?b=c", "http://", "\x00", ""):
        with pytest.raises(InvalidOption):
            checked_address(wrong)
