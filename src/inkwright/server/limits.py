"""Limits of the service: the size and the duration of bodies, requests per minute, and turns at once."""

import asyncio
import contextlib
import time
from collections import OrderedDict
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from inkwright.application import Inkwright
from inkwright.server.options import ServerOptions
from inkwright.server.problems import ApiProblem, language_from_header

_MAX_CLIENTS: Final = 10_000
_MINUTE: Final = 60.0
_MAX_DISCARDED: Final = 256 * 1024 * 1024
_DISCARD_SECONDS: Final = 10.0


class RateLimiter:
    """Allows each client some requests per minute; a client that waits gets them back one by one."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float | None = None) -> float:
        """Count a request. Return how many seconds the client has to wait; 0 if it may go on."""
        now = time.monotonic() if now is None else now
        left, since = self._left.pop(client, (float(self._per_minute), now))
        left = min(left + (now - since) * self._per_minute / _MINUTE, float(self._per_minute))
        is_allowed = left >= 1
        self._left[client] = (left - is_allowed, now)
        if len(self._left) > _MAX_CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if is_allowed else (1 - left) * _MINUTE / self._per_minute


def check_turn_limits(inkwright: Inkwright, options: ServerOptions) -> None:
    """Refuse another turn if too many run."""
    if inkwright.running >= options.turns_at_once:
        raise ApiProblem(429, "too_many_turns", headers={"retry-after": "5"}, most=options.turns_at_once)
    if inkwright.running_in_all >= options.turns_in_all:
        raise ApiProblem(429, "server_busy", headers={"retry-after": "10"})


class BodyLimit:
    """ASGI middleware: counts the bytes and seconds of a request body while it arrives, whatever its headers say."""

    def __init__(self, app: ASGIApp, options: ServerOptions) -> None:
        self._app = app
        self._options = options

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        most = self._most(headers.get(b"content-type", b""))
        language = language_from_header(headers.get(b"accept-language", b"").decode("latin-1"))
        try:
            _check_declared(headers.get(b"content-length", b"0"), most)
        except ApiProblem as problem:
            await _discard_body(receive)
            await problem.response(language)(scope, receive, send)
            return
        counted = _CountedBody(receive, most, self._options.body_seconds)
        await self._app(scope, counted.receive, send)

    def _most(self, content_type: bytes) -> int:
        is_upload = content_type.lower().startswith(b"multipart/form-data")
        return self._options.max_upload_bytes if is_upload else self._options.max_body_bytes


async def _discard_body(receive: Receive) -> None:
    """Read the rest of a body that is refused, within limits: a connection that is closed while its client still sends
    is reset, and the client never reads why.
    """
    left = _MAX_DISCARDED
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_DISCARD_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b"")) or 1
                if not message.get("more_body", False):
                    return


def _check_declared(length: bytes, most: int) -> None:
    if not length.isdigit():
        raise ApiProblem(400, "bad_request")
    if int(length[:20]) > most:
        raise ApiProblem(413, "too_large", headers={"connection": "close"}, most=most // 1024)


class _CountedBody:
    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self._receive = receive
        self._left = most
        self._most = most
        self._deadline = time.monotonic() + seconds
        self._is_complete = False

    async def receive(self) -> Message:
        if self._is_complete:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise ApiProblem(408, "slow_body", headers={"connection": "close"}) from None
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            if message.get("more_body", False):
                await _discard_body(self._receive)
            raise ApiProblem(413, "too_large", headers={"connection": "close"}, most=self._most // 1024)
        self._is_complete = not message.get("more_body", False)
        return message
