"""The browser's DevTools protocol over two pipes: orders out, answers and events in, as JSON with a zero between."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final, Self

Listener = Callable[[str, dict[str, Any]], None]
"""Hears the events of one session: their name and what they tell. It must not wait."""

_END: Final = b"\0"
_ENDED: Final = "it ended"


class BrowserGone(Exception):
    """The browser ended, or refused an order."""


class Devtools:
    """One connection. Any number of orders may be on their way at once."""

    def __init__(self, answers: asyncio.StreamReader, orders: asyncio.StreamWriter) -> None:
        self._answers = answers
        self._orders = orders
        self._count = 0
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: dict[str, Listener] = {}
        self._reader: asyncio.Task[None] | None = None
        self._has_hung_up = False

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        self._orders.close()

    @property
    def is_gone(self) -> bool:
        """Whether the browser ended: no order will be answered any more."""
        return self._has_hung_up or self._reader is None or self._reader.done()

    def listen(self, session: str, listener: Listener) -> None:
        """Hear the events of a session from now on."""
        self._listeners[session] = listener

    async def order(self, method: str, params: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        """Give an order and wait for what comes of it; BrowserGone where it is refused."""
        if self.is_gone:
            raise BrowserGone(_ENDED)
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": params or {}} | ({"sessionId": session} if session else {})
        self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            self._orders.write(json.dumps(message).encode() + _END)
            await self._orders.drain()
            answer = await self._waiting[number]
        except ConnectionError as problem:
            self._has_hung_up = True
            raise BrowserGone(_ENDED) from problem
        finally:
            del self._waiting[number]
        if "error" in answer:
            raise BrowserGone(f"{method}: {answer['error'].get('message', '')}")
        result: dict[str, Any] = answer.get("result", {})
        return result

    async def _read(self) -> None:
        try:
            while True:
                self._hear(json.loads((await self._answers.readuntil(_END))[:-1]))
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
            # It ended, or says what nobody can read: whoever waits for it must know.
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(BrowserGone(_ENDED))

    def _hear(self, message: dict[str, Any]) -> None:
        if "id" in message:
            waiting = self._waiting.get(message["id"])
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
            return
        listener = self._listeners.get(message.get("sessionId", ""))
        if listener is not None:
            listener(message["method"], message.get("params", {}))
