"""The HTTP client of a model: it talks to one server only, follows no redirect, and reads bounded replies."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final

import httpx2

from inkwright.i18n import Reason
from inkwright.llm.origins import is_loopback, origin_of

MAX_BODY_BYTES: Final = 32_000_000
"""Bytes of one response after decompression. A long book has fewer."""

CONNECT_SECONDS: Final = 10.0
_PIECE_BYTES: Final = 65_536
_MAX_EVENT_LINES: Final = 1_000
_MAX_NAME: Final = 60
_WINDOWS: Final = {"gzip": zlib.MAX_WBITS | 16, "x-gzip": zlib.MAX_WBITS | 16, "deflate": zlib.MAX_WBITS}
_HEADERS: Final = frozenset(
    "host accept accept-encoding connection user-agent content-type content-length transfer-encoding authorization "
    "x-api-key x-goog-api-key anthropic-version anthropic-beta".split()
)
_OPENAI: Final = "https://api.openai.com:443"
_OPENAI_HEADERS: Final = frozenset({"openai-organization", "openai-project"})
_RESPONSES: ContextVar[list[httpx2.Response]] = ContextVar("responses")


class ResponseRefused(Exception):
    """A response that is not read, or a request that is not sent; `reason` says why."""

    def __init__(self, key: str, **fields: object) -> None:
        self.reason = Reason(f"reason.llm.{key}", **fields)
        super().__init__(str(self.reason))


def open_http_client(
    url: str, seconds: float, *, headers: dict[str, str] | None = None, limit: int = MAX_BODY_BYTES
) -> httpx2.AsyncClient:
    """Return a client for the server at `url`. A request to any other origin is refused before it is sent.

    `seconds` limits each read; the caller limits the whole reply.
    """
    guard = _Guard(origin_of(str(httpx2.URL(url))), limit)
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(seconds, connect=CONNECT_SECONDS),
        # A proxy from the environment must not be used for requests to this machine.
        trust_env=not is_loopback(url),
        headers={"Accept-Encoding": "identity", **(headers or {})},
        event_hooks={"request": [guard.check_request], "response": [guard.check_response]},
        follow_redirects=False,
    )


@asynccontextmanager
async def close_responses() -> AsyncIterator[None]:
    """Close every response that was received inside: not every library does so when its reader is cancelled."""
    responses: list[httpx2.Response] = []
    token = _RESPONSES.set(responses)
    try:
        yield
    finally:
        _RESPONSES.reset(token)
        for response in responses:
            await response.aclose()


class _Guard:
    """Checks each request and each response of a client. The libraries of providers may redirect on their own."""

    def __init__(self, origin: str, limit: int) -> None:
        self._origin = origin
        self._limit = limit

    async def check_request(self, request: httpx2.Request) -> None:
        """Refuse a request to another origin: the key in its headers belongs to this one. Headers that the libraries
        take from the environment or from this machine are removed.
        """
        if (origin := origin_of(str(request.url))) != self._origin:
            raise ResponseRefused("other_origin", origin=_short(origin))
        allowed = _HEADERS | (_OPENAI_HEADERS if origin == _OPENAI else frozenset())
        for name in [name for name in request.headers if name.lower() not in allowed]:
            del request.headers[name]

    async def check_response(self, response: httpx2.Response) -> None:
        """Refuse a redirect; bound the body by its size after decompression."""
        if response.has_redirect_location:
            raise ResponseRefused("redirected", address=_short(_origin_or_nothing(response)))
        encoding = response.headers.get("content-encoding", "identity").strip().lower() or "identity"
        if encoding != "identity" and encoding not in _WINDOWS:
            raise ResponseRefused("encoding", encoding=_short(encoding))
        # The client would decompress everything at once.
        response.headers.pop("content-encoding", None)
        is_stream = _is_stream(response)
        response.stream = _BoundedBody(response.stream, encoding, self._limit, _EventLines() if is_stream else None)
        _RESPONSES.get([]).append(response)


class _BoundedBody(httpx2.AsyncByteStream):
    """The decompressed body of a response. Memory stays small: a few compressed bytes can become gigabytes."""

    def __init__(self, stream: Any, encoding: str, limit: int, lines: "_EventLines | None") -> None:
        self._stream = stream
        self._lines = lines
        self._inflate = _Inflater(encoding) if encoding in _WINDOWS else None
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for received in self._stream:
            for piece in self._inflate.pieces(received) if self._inflate else (received,):
                size += len(piece)
                if size > self._limit:
                    raise ResponseRefused("body_too_large", megabytes=f"{self._limit / 1_000_000:g}")
                if self._lines:
                    self._lines.count(piece)
                yield piece
                # Time limits hold only if the event loop has its turn.
                await asyncio.sleep(0)

    async def aclose(self) -> None:
        await self._stream.aclose()


class _EventLines:
    """Counts the lines of each server-sent event. Some libraries need quadratic time for an event of many lines."""

    def __init__(self) -> None:
        self._lines = 0
        self._ends_line = True
        self._held = b""

    def count(self, piece: bytes) -> None:
        """Refuse an event with too many lines. A line ends with CR, LF or both, which may be in two pieces."""
        text = self._held + piece
        self._held = b"\r" if text.endswith(b"\r") else b""
        text = text.removesuffix(self._held).replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if self._ends_line and text.startswith(b"\n"):
            self._lines = 0
        for number, event in enumerate(text.split(b"\n\n")):
            self._lines = (0 if number else self._lines) + event.count(b"\n")
            if self._lines > _MAX_EVENT_LINES:
                raise ResponseRefused("event_lines", limit=_MAX_EVENT_LINES)
        if text:
            self._ends_line = text.endswith(b"\n")


class _Inflater:
    """Decompresses gzip and deflate in pieces. Some servers call raw deflate data `deflate` too."""

    def __init__(self, encoding: str) -> None:
        self._decoder = zlib.decompressobj(_WINDOWS[encoding])
        self._may_be_raw = encoding == "deflate"

    def pieces(self, received: bytes) -> Iterator[bytes]:
        left = received
        while left:
            try:
                piece = self._decoder.decompress(left, _PIECE_BYTES)
            except zlib.error:
                if not self._may_be_raw:
                    raise ResponseRefused("compression") from None
                self._decoder, self._may_be_raw = zlib.decompressobj(-zlib.MAX_WBITS), False
                continue
            self._may_be_raw = False
            # Bytes after the end of the compressed data are ignored.
            left = self._decoder.unconsumed_tail
            if piece:
                yield piece


def _is_stream(response: httpx2.Response) -> bool:
    """Whether it is read as a stream of events, regardless of the name that its server gives it."""
    return _RESPONSES.get(None) is not None or "event-stream" in response.headers.get("content-type", "")


def _origin_or_nothing(response: httpx2.Response) -> str:
    try:
        return origin_of(str(response.url.join(response.headers["location"])))
    except (httpx2.InvalidURL, ValueError):
        return "?"


def _short(text: str) -> str:
    clean = "".join(character for character in text if character.isprintable())
    return clean if len(clean) <= _MAX_NAME else f"{clean[: _MAX_NAME - 1]}…"
