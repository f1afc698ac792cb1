"""`LocalModel`: the embedded model, without key, server or network. It is tiny and knows only English."""

import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from inkwright.errors import ModelNotInstalled, ModelUnavailable, ReplyCut, RequestInvalid, RequestTooLong
from inkwright.llm.local_loader import CONTEXT_TOKENS, save_threads, saved_threads, weights_path
from inkwright.llm.models import (
    Abilities,
    Finish,
    Message,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    Usage,
    ignore_piece,
)

LOCAL_NAME: Final = "local"
LOCAL_ABILITIES: Final = Abilities(
    can_call_tools=False, is_weak=True, is_english_only=True, context_tokens=CONTEXT_TOKENS
)
INSTALL_COMMAND: Final = "inkwright model install"
_REPEAT_PENALTY: Final = 1.1
"""Without it the model goes round in circles: half of what it writes is lost to retries."""

_FINISHES: Final[Mapping[str, Finish]] = {"stop": "stop", "length": "length", "tool_calls": "calls"}


def is_installed() -> bool:
    """Whether both the library and the weights are there."""
    return find_spec("xllamacpp") is not None and weights_path() is not None


class LocalModel:
    """Runs in a process of its own that is started at the first request and answers one request at a time.

    `memory` is a file that keeps the number of threads that was measured to be best on this machine; `weights` is
    another file in GGUF form to be used instead of the installed one.
    """

    def __init__(self, *, memory: Path | None = None, weights: Path | None = None) -> None:
        self.name = LOCAL_NAME
        self.abilities = LOCAL_ABILITIES
        self._memory = memory
        self._weights = weights
        self._process: _WorkerProcess | None = None
        self._starting = threading.Lock()

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        process = await asyncio.to_thread(self._started)
        answer = _ReplyBuilder(hear)
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        number = process.ask(_request_body(request), lambda message: _post_message(loop, messages, message))
        try:
            while not answer.take(await messages.get()):
                pass
        finally:
            process.forget(number)
        return answer.reply()

    def close(self) -> None:
        """End the process; the next request starts it again."""
        with self._starting:
            if self._process is not None:
                self._process.end()
                self._process = None

    def _started(self) -> "_WorkerProcess":
        with self._starting:
            if self._process is None or self._process.has_ended:
                self._process = _WorkerProcess(self._installed_weights(), saved_threads(self._memory))
                save_threads(self._memory, self._process.threads)
            return self._process

    def _installed_weights(self) -> Path:
        weights = self._weights or weights_path()
        if find_spec("xllamacpp") is None:
            raise ModelNotInstalled(model=LOCAL_NAME, problem="the library xllamacpp (100 MB)", command=INSTALL_COMMAND)
        if weights is None or not weights.is_file():
            raise ModelNotInstalled(model=LOCAL_NAME, problem="its weights (100 MB)", command=INSTALL_COMMAND)
        return weights


class _WorkerProcess:
    """The worker process and the thread that hands its lines to whoever asked."""

    def __init__(self, weights: Path, threads: int | None) -> None:
        command = [sys.executable, "-m", "inkwright.llm.local_worker", str(weights), str(threads or 0)]
        self._popen = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._listeners: dict[int, Callable[[dict[str, Any]], None]] = {}
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self.has_ended = False
        first = self._popen.stdout.readline() if self._popen.stdout else b""
        if not first:
            with self._popen:
                code = self._popen.wait()
            raise ModelUnavailable(model=LOCAL_NAME, problem=f"its process ended while loading (code {code})")
        self.threads = int(json.loads(first)["threads"])
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def ask(self, body: dict[str, Any], listener: Callable[[dict[str, Any]], None]) -> int:
        """Send a request; its lines go to the listener."""
        number = next(self._numbers)
        self._listeners[number] = listener
        if not self._send({"id": number, "body": body}):
            listener({"lost": True})
        return number

    def forget(self, number: int) -> None:
        """Listen no more; what is still being written for it is stopped."""
        if self._listeners.pop(number, None) is not None:
            self._send({"stop": number})

    def end(self) -> None:
        """Stop the process and wait until it is gone."""
        self._popen.kill()
        self._listening.join()

    def _send(self, order: dict[str, Any]) -> bool:
        with self._lock:
            try:
                assert self._popen.stdin is not None  # noqa: S101
                self._popen.stdin.write(json.dumps(order).encode() + b"\n")
                self._popen.stdin.flush()
            except (OSError, ValueError):
                return False
        return True

    def _listen(self) -> None:
        assert self._popen.stdout is not None  # noqa: S101
        for line in self._popen.stdout:
            message = json.loads(line)
            if message.get("done"):
                listener = self._listeners.pop(message["id"], None)
            else:
                listener = self._listeners.get(message["id"])
            if listener is not None:
                listener(message)
        self.has_ended = True
        for listener in list(self._listeners.values()):
            listener({"lost": True})
        with self._lock, contextlib.suppress(OSError), self._popen:
            pass  # leaving it closes its pipes and waits for its end


class _ReplyBuilder:
    """The reply as it grows."""

    def __init__(self, hear: PieceListener) -> None:
        self._hear = hear
        self._texts: list[str] = []
        self._finish: Finish | None = None
        self._usage = Usage()

    def take(self, message: dict[str, Any]) -> bool:
        """One line of the worker; True when it was the last."""
        if message.get("lost"):
            raise ReplyCut(model=LOCAL_NAME, problem="its process ended")
        if "problem" in message:
            raise RequestInvalid(model=LOCAL_NAME, problem=message["problem"])
        if "chunk" in message:
            self._take_chunk(message["chunk"])
        return bool(message.get("done"))

    def reply(self) -> Reply:
        """The whole, if it is whole."""
        if self._finish is None:
            raise ReplyCut(model=LOCAL_NAME, problem="it has no end")
        return Reply("".join(self._texts), self._usage, (), self._finish, LOCAL_NAME)

    def _take_chunk(self, chunk: dict[str, Any]) -> None:
        if "error" in chunk:
            _raise_error(chunk["error"])
        if "usage" in chunk:
            spent = chunk["usage"]
            self._usage = Usage(spent["prompt_tokens"], spent["completion_tokens"])
        for choice in chunk.get("choices", ()):
            written = choice["delta"].get("content")
            if written:
                self._texts.append(written)
                self._hear(TextPiece(written))
            if choice["finish_reason"]:
                self._finish = _FINISHES.get(choice["finish_reason"], "stop")


def _raise_error(error: Mapping[str, Any]) -> None:
    problem = str(error.get("message", error))[:200]
    if error.get("type") == "exceed_context_size_error":
        raise RequestTooLong(model=LOCAL_NAME, problem=problem)
    raise RequestInvalid(model=LOCAL_NAME, problem=problem)


def _post_message(
    loop: asyncio.AbstractEventLoop, queue: "asyncio.Queue[dict[str, Any]]", message: dict[str, Any]
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop of a cancelled request may be closed by now
        loop.call_soon_threadsafe(queue.put_nowait, message)


def _request_body(request: Request) -> dict[str, Any]:
    body: dict[str, Any] = {
        "messages": [_plain_message(message) for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": 0.7 if request.temperature is None else request.temperature,
        "max_tokens": request.max_tokens or 1024,
        "repeat_penalty": _REPEAT_PENALTY,
    }
    if request.schema is not None:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "value", "schema": request.schema}}
    if request.seed is not None:
        body["seed"] = request.seed
    return body


def _plain_message(message: Message) -> dict[str, str]:
    """Role and text alone; this model cannot see."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return {"role": message["role"], "content": content}
    if any(part.get("type") != "text" for part in content):
        raise RequestInvalid(model=LOCAL_NAME, problem="it reads text alone, no images")
    return {"role": message["role"], "content": "\n".join(part["text"] for part in content)}
