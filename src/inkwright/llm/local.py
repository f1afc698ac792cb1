"""`LocalModel`: a model that runs on this machine, without key, server or network. The embedded one is tiny."""

import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from inkwright.errors import ModelNotInstalled, ModelUnavailable, ReplyCut, RequestInvalid, RequestTooLong
from inkwright.i18n import Reason
from inkwright.llm.local_loader import CONTEXT_TOKENS, has_engine, save_threads, saved_threads, weights_path
from inkwright.llm.models import (
    Abilities,
    CallPiece,
    Finish,
    Message,
    PieceListener,
    Reply,
    Request,
    TextPiece,
    Tool,
    ToolCall,
    Usage,
    ignore_piece,
)

LOCAL_NAME: Final = "local"
LOCAL_ABILITIES: Final = Abilities(
    can_call_tools=False, is_weak=True, is_english_only=True, context_tokens=CONTEXT_TOKENS
)
INSTALLED_ABILITIES: Final = Abilities(can_call_tools=False, is_weak=True)
"""What is assumed of an installed model before it is tested."""
INSTALL_COMMAND: Final = "inkwright models install tiny"
_TINY_SAMPLING: Final = {"temperature": 0.0, "repeat_penalty": 1.1}
"""How the embedded model is sampled unless a request says otherwise. Of 20 simple questions it answers 55 % right at
temperature 0, 35 % at 0.3 and 30 % at 0.7. Without the penalty it repeats itself, and half of its output is lost to
retries.
"""
_SAMPLING: Final = {"temperature": 0.7, "repeat_penalty": 1.0}
"""For installed models: what their makers recommend; a penalty would damage JSON and quotations."""

_FINISHES: Final[Mapping[str, Finish]] = {"stop": "stop", "length": "length", "tool_calls": "calls"}


def is_installed() -> bool:
    """Whether both the library and the weights are installed."""
    return has_engine() and weights_path() is not None


@dataclass(frozen=True, slots=True)
class LocalWeights:
    """What a local model runs: its name, the file with the weights, and the length of its context.

    `memory` is a file for the best number of threads, measured on this machine; `command` installs what is missing.
    Without a `path`, it is the embedded model.
    """

    name: str = LOCAL_NAME
    path: Path | None = None
    context_tokens: int = CONTEXT_TOKENS
    memory: Path | None = None
    command: str = INSTALL_COMMAND

    def existing_path(self) -> Path:
        """Return the file; raise ModelNotInstalled if it, or the library that runs it, is missing."""
        path = self.path or weights_path()
        if not has_engine():
            raise ModelNotInstalled(
                model=self.name, problem=Reason("reason.llm.library_missing"), command=INSTALL_COMMAND
            )
        if path is None or not path.is_file():
            raise ModelNotInstalled(model=self.name, problem=Reason("reason.llm.weights_missing"), command=self.command)
        return path


class LocalModel:
    """A local model, in a separate process that starts with the first request and answers one at a time."""

    def __init__(self, weights: LocalWeights | None = None, abilities: Abilities = LOCAL_ABILITIES) -> None:
        self._weights = weights or LocalWeights()
        self.name = self._weights.name
        self.abilities = replace(abilities, context_tokens=self._weights.context_tokens)
        self._process: _WorkerProcess | None = None
        self._starting = threading.Lock()

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        process = await asyncio.to_thread(self._running_process)
        builder = _ReplyBuilder(self.name, hear)
        loop = asyncio.get_running_loop()
        messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        body = _request_body(request, self.name)
        number = process.ask(body, lambda message: _post_message(loop, messages, message))
        try:
            while not builder.take(await messages.get()):
                pass
        finally:
            process.forget(number)
        return builder.reply()

    def close(self) -> None:
        """End the process; the next request starts it again."""
        with self._starting:
            if self._process is not None:
                self._process.end()
                self._process = None

    def _running_process(self) -> "_WorkerProcess":
        with self._starting:
            if self._process is None or self._process.has_ended:
                self._process = _WorkerProcess(self._weights, saved_threads(self._weights.memory))
                save_threads(self._weights.memory, self._process.threads)
            return self._process


class _WorkerProcess:
    """The worker process, and the thread that passes its lines to the listeners."""

    def __init__(self, weights: LocalWeights, threads: int | None) -> None:
        arguments = [str(weights.existing_path()), str(threads or 0), str(weights.context_tokens)]
        command = [sys.executable, "-m", "inkwright.llm.local_worker", *arguments]
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
            problem = Reason("reason.llm.process_ended_loading", code=code)
            raise ModelUnavailable(model=weights.name, problem=problem)
        self.threads = int(json.loads(first)["threads"])
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def ask(self, body: dict[str, Any], listener: Callable[[dict[str, Any]], None]) -> int:
        """Send a request; the listener gets the lines of its reply."""
        number = next(self._numbers)
        self._listeners[number] = listener
        if not self._send({"id": number, "body": body}):
            listener({"lost": True})
        return number

    def forget(self, number: int) -> None:
        """Stop listening to a request, and stop its reply."""
        if self._listeners.pop(number, None) is not None:
            self._send({"stop": number})

    def end(self) -> None:
        """Stop the process and wait until it has ended."""
        self._popen.kill()
        self._listening.join()

    def _send(self, message: dict[str, Any]) -> bool:
        with self._lock:
            try:
                assert self._popen.stdin is not None  # noqa: S101
                self._popen.stdin.write(json.dumps(message).encode() + b"\n")
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
            pass  # leaving the context closes the pipes and waits for the process


class _ReplyBuilder:
    """Builds the reply from the lines of the worker."""

    def __init__(self, model: str, hear: PieceListener) -> None:
        self._model = model
        self._hear = hear
        self._texts: list[str] = []
        self._calls: dict[int, list[str]] = {}
        self._finish: Finish | None = None
        self._usage = Usage()

    def take(self, message: dict[str, Any]) -> bool:
        """Add one line of the worker. Return True if it was the last."""
        if message.get("lost"):
            raise ReplyCut(model=self._model, problem=Reason("reason.llm.process_ended"))
        if "problem" in message:
            raise RequestInvalid(model=self._model, problem=message["problem"])
        if "chunk" in message:
            self._take_chunk(message["chunk"])
        return bool(message.get("done"))

    def reply(self) -> Reply:
        """Return the reply, if it is complete."""
        if self._finish is None:
            raise ReplyCut(model=self._model, problem=Reason("reason.llm.no_end"))
        calls = tuple(ToolCall(*parts) for _, parts in sorted(self._calls.items()))
        return Reply("".join(self._texts), self._usage, calls, self._finish, self._model)

    def _take_chunk(self, chunk: dict[str, Any]) -> None:
        if "error" in chunk:
            _raise_error(self._model, chunk["error"])
        if "usage" in chunk:
            counts = chunk["usage"]
            self._usage = Usage(counts["prompt_tokens"], counts["completion_tokens"])
        for choice in chunk.get("choices", ()):
            written = choice["delta"].get("content")
            if written:
                self._texts.append(written)
                self._hear(TextPiece(written))
            for call in choice["delta"].get("tool_calls") or ():
                self._take_call(call)
            if choice["finish_reason"]:
                self._finish = _FINISHES.get(choice["finish_reason"], "stop")

    def _take_call(self, call: Mapping[str, Any]) -> None:
        """Add a piece of a tool call. The first piece has the id and the name."""
        index, function = call.get("index", 0), call.get("function") or {}
        parts = self._calls.setdefault(index, [f"call_{index + 1}", "", ""])
        parts[0] = call.get("id") or parts[0]
        parts[1] += function.get("name") or ""
        parts[2] += function.get("arguments") or ""
        self._hear(CallPiece(index, parts[1], function.get("arguments") or ""))


def _raise_error(model: str, error: Mapping[str, Any]) -> None:
    problem = str(error.get("message", error))[:200]
    if error.get("type") == "exceed_context_size_error":
        raise RequestTooLong(model=model, problem=problem)
    raise RequestInvalid(model=model, problem=problem)


def _post_message(
    loop: asyncio.AbstractEventLoop, queue: "asyncio.Queue[dict[str, Any]]", message: dict[str, Any]
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop of a cancelled request may be closed already
        loop.call_soon_threadsafe(queue.put_nowait, message)


def _request_body(request: Request, model: str) -> dict[str, Any]:
    body: dict[str, Any] = {
        "messages": [_plain_message(message, model) for message in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        **(_TINY_SAMPLING if model == LOCAL_NAME else _SAMPLING),
        "max_tokens": request.max_tokens or 1024,
        # Reasoning in words takes minutes without a graphics card. Templates without this variable ignore it.
        "chat_template_kwargs": {"enable_thinking": False},
    }
    if request.temperature is not None:
        body["temperature"] = request.temperature
    if request.schema is not None:
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "value", "schema": request.schema}}
    elif request.tools:
        body["tools"] = [{"type": "function", "function": _tool_body(tool)} for tool in request.tools]
        body["tool_choice"] = "required" if request.must_call else "auto"
    if request.seed is not None:
        body["seed"] = request.seed
    return body


def _tool_body(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}


def _plain_message(message: Message, model: str) -> dict[str, Any]:
    """Return the role, the text and the tool calls; a local model cannot see images."""
    content = message.get("content") or ""
    kept = {key: message[key] for key in ("tool_calls", "tool_call_id") if message.get(key)}
    if isinstance(content, str):
        return {"role": message["role"], "content": content, **kept}
    if any(part.get("type") != "text" for part in content):
        raise RequestInvalid(model=model, problem=Reason("reason.llm.text_only"))
    return {"role": message["role"], "content": "\n".join(part["text"] for part in content), **kept}
