"""A provider on the loopback that speaks the three wire formats for real and answers from a script.

with FakeProvider([openai_reply("Hello")]) as server:
    ...  # ask a model at server.url + "/v1"
assert server.received[0].body["messages"] == [...]
"""

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

PATIENCE = 20.0
"""Seconds after which an open connection is closed, so that a failing test does not hang."""


@dataclass(frozen=True)
class Received:
    """One request as it came over the wire; the names of the headers are in lower case.

    `connection` is the same for requests that came over one connection.
    """

    path: str
    headers: Mapping[str, str]
    body: Any
    connection: int = 0


@dataclass(frozen=True)
class Answer:
    """One scripted answer: a body, or chunks sent one by one.

    `cut` drops the connection before the announced end. `hold` keeps it open after the last chunk and says nothing
    more, until the other side leaves. `raw` is sent as it is, in place of everything else: not even HTTP, if it is not.
    """

    status: int = 200
    body: str | bytes = ""
    chunks: Iterable[str | bytes] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    hold: bool = False
    raw: Iterable[bytes] | None = None

    @property
    def text(self) -> str:
        """The body of an answer whose body is text."""
        assert isinstance(self.body, str)
        return self.body


Script = Iterable[Answer] | Callable[[Received], Answer]


class FakeProvider:
    """Serves a script on a free port of 127.0.0.1, and notes what it received.

    A script is a list of answers, given one after another, or a function that answers every request. `left` is set
    when a client hangs up on an answer that holds.
    """

    def __init__(self, script: Script) -> None:
        self.received: list[Received] = []
        self.left = threading.Event()
        self._function = script if callable(script) else None
        self._lines = iter([] if callable(script) else list(script))
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = False
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        """Where it listens, without any path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, received: Received) -> Answer:
        """The next answer of the script."""
        with self._lock:
            self.received.append(received)
            if self._function is not None:
                return self._function(received)
            return next(self._lines, Answer(500, "the script is used up"))

    def __enter__(self) -> "FakeProvider":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(provider: FakeProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = PATIENCE

        def do_GET(self) -> None:
            self.do_POST()

        def do_POST(self) -> None:
            text = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = provider.answer(Received(self.path, headers, json.loads(text or b"null"), self.client_address[1]))
            try:
                self._send(answer)
                has_left = answer.hold and self.connection.recv(1) == b""
            except ConnectionError:  # a client that leaves with chunks unread resets the connection
                has_left = answer.hold
            if has_left:
                provider.left.set()
            self.close_connection = self.close_connection or answer.cut or answer.hold or answer.raw is not None

        def _send(self, answer: Answer) -> None:
            if answer.raw is None:
                self.send_response(answer.status)
                for name, value in _headers(answer).items():
                    self.send_header(name, value)
                self.end_headers()
            for piece in _chunked(answer) if answer.raw is None else answer.raw:
                self.wfile.write(piece)
                self.wfile.flush()

        def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (the name is the library's)
            """Nothing: the tests read `received`."""

    return Handler


def _headers(answer: Answer) -> dict[str, str]:
    if answer.chunks is not None:
        return {"content-type": "text/event-stream", **answer.headers, "transfer-encoding": "chunked"}
    length = len(_as_bytes(answer.body)) + (100 if answer.cut or answer.hold else 0)
    return {"content-type": "application/json", **answer.headers, "content-length": str(length)}


def _chunked(answer: Answer) -> Iterator[bytes]:
    """The body, or its chunks with the length of each."""
    if answer.chunks is None:
        yield _as_bytes(answer.body)
        return
    for sent in map(_as_bytes, answer.chunks):
        yield b"%x\r\n%b\r\n" % (len(sent), sent)
    if not answer.cut and not answer.hold:
        yield b"0\r\n\r\n"


def _as_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def events(payloads: Iterable[Any], *, named: bool = False, done: bool = False) -> list[str]:
    """Server-sent events, one for each payload; `named` repeats the type of each, `done` ends as OpenAI does."""
    lines = [
        (f"event: {payload['type']}\n" if named else "") + f"data: {json.dumps(payload, ensure_ascii=False)}\n\n"
        for payload in payloads
    ]
    return [*lines, "data: [DONE]\n\n"] if done else lines


Call = tuple[str, str, str]
"""A tool call as id, name and arguments."""


def openai_reply(text: str | None, calls: Sequence[Call] = (), *, finish: str = "", **message: Any) -> Answer:
    """A chat completion; `message` holds further fields of its message."""
    told: dict[str, Any] = {"role": "assistant", "content": text, **message}
    if calls:
        told["tool_calls"] = [
            {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id_, name, arguments in calls
        ]
    choice = {"index": 0, "message": told, "finish_reason": finish or ("tool_calls" if calls else "stop")}
    return Answer(body=json.dumps({**_COMPLETION, "object": "chat.completion", "choices": [choice], "usage": _USAGE}))


def openai_stream(deltas: Iterable[Mapping[str, Any]], *, finish: str | None = "stop", **how: Any) -> Answer:
    """A streamed chat completion of these deltas; without `finish` it has no end, and no end marker."""
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    if finish:
        choices.append({"index": 0, "delta": {}, "finish_reason": finish})
    chunks = [{**_COMPLETION, "object": "chat.completion.chunk", "choices": [choice]} for choice in choices]
    if finish:
        chunks.append({**_COMPLETION, "object": "chat.completion.chunk", "choices": [], "usage": _USAGE})
    return Answer(chunks=events(chunks, done=bool(finish)), **how)


def openai_error(status: int, message: str, *, code: str | None = None, **how: Any) -> Answer:
    """An error as OpenAI writes it."""
    return Answer(status, json.dumps({"error": {"message": message, "type": "error", "code": code}}), **how)


_COMPLETION = {"id": "chatcmpl-1", "created": 1_700_000_000, "model": "tiny"}
_USAGE = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}


def anthropic_reply(*blocks: Mapping[str, Any], stop: str = "end_turn", **more: Any) -> Answer:
    """A message of these content blocks."""
    usage = {"input_tokens": 7, "output_tokens": 3}
    return Answer(body=json.dumps({**_MESSAGE, "content": blocks, "stop_reason": stop, "usage": usage, **more}))


def anthropic_stream(
    blocks: Sequence[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]], *, stop: str | None = "end_turn"
) -> Answer:
    """A streamed message: each block with the deltas that fill it; without `stop` it has no end."""
    usage = {"input_tokens": 7, "output_tokens": 1}
    payloads: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**_MESSAGE, "content": [], "stop_reason": None, "usage": usage}}
    ]
    for index, (block, deltas) in enumerate(blocks):
        payloads.append({"type": "content_block_start", "index": index, "content_block": block})
        payloads.extend({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        payloads.append({"type": "content_block_stop", "index": index})
    if stop:
        ended = {"stop_reason": stop, "stop_sequence": None}
        payloads.append({"type": "message_delta", "delta": ended, "usage": {"output_tokens": 3}})
        payloads.append({"type": "message_stop"})
    return Answer(chunks=events(payloads, named=True))


def anthropic_error(status: int, kind: str, message: str, **how: Any) -> Answer:
    """An error as Anthropic writes it."""
    return Answer(status, json.dumps({"type": "error", "error": {"type": kind, "message": message}}), **how)


_MESSAGE = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-haiku-4-5", "stop_sequence": None}


def google_reply(*parts: Mapping[str, Any], finish: str | None = "STOP") -> Answer:
    """A generated content of these parts."""
    return Answer(body=json.dumps(_generated(parts, finish)))


def google_stream(pieces: Sequence[Sequence[Mapping[str, Any]]], *, finish: str | None = "STOP") -> Answer:
    """Generated content in pieces; the last one ends it."""
    last = len(pieces) - 1
    payloads = [_generated(parts, finish if index == last else None) for index, parts in enumerate(pieces)]
    return Answer(chunks=events(payloads))


def google_error(status: int, kind: str, message: str, **how: Any) -> Answer:
    """An error as Google writes it."""
    return Answer(status, json.dumps({"error": {"code": status, "message": message, "status": kind}}), **how)


def _generated(parts: Sequence[Mapping[str, Any]], finish: str | None) -> dict[str, Any]:
    candidate: dict[str, Any] = {"index": 0, "content": {"role": "model", "parts": parts}}
    if finish:
        candidate["finishReason"] = finish
    usage = {"promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-2.5-flash", "responseId": "r1"}


def texts(*pieces: str) -> Iterator[dict[str, str]]:
    """Deltas of text, as OpenAI streams them."""
    return ({"content": piece} for piece in pieces)
