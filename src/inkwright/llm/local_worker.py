"""The process that runs a local model: requests in as JSON lines, reply pieces out as JSON lines."""

import json
import os
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

from inkwright.llm.local_loader import LoadedModel, load_model


class LocalWorker:
    """Answers one request after another; a running or waiting request can be stopped."""

    def __init__(self, model: LoadedModel, out: TextIO) -> None:
        self._model = model
        self._out = out
        self._waiting: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._stopped: set[int] = set()

    def serve(self, lines: Iterable[str]) -> None:
        """Read requests until the input ends."""
        thread = threading.Thread(target=self._answer_all, daemon=True)
        thread.start()
        for line in lines:
            message = json.loads(line)
            if "stop" in message:
                self._stopped.add(message["stop"])
            else:
                self._waiting.put(message)

    def send(self, **fields: Any) -> None:
        """Write one line to the program."""
        self._out.write(json.dumps(fields) + "\n")
        self._out.flush()

    def _answer_all(self) -> None:
        while (message := self._waiting.get()) is not None:
            number = message["id"]
            if number not in self._stopped:
                self._answer(number, message["body"])
            self._stopped.discard(number)

    def _answer(self, number: int, body: dict[str, Any]) -> None:
        def piece(chunk: Any) -> bool:
            self.send(id=number, chunk=chunk)
            return number in self._stopped

        try:
            self._model.server.handle_chat_completions(body, piece)
        except (ValueError, RuntimeError, TypeError) as problem:
            self.send(id=number, problem=str(problem)[:500])
        self.send(id=number, done=True)


def main() -> None:
    """Load the model, report that it is ready, and answer requests."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    weights, threads, context = sys.argv[1:]
    model = load_model(Path(weights), threads=int(threads) or None, context=int(context))
    model.server.handle_chat_completions({"messages": [{"role": "user", "content": "."}], "max_tokens": 1})
    worker = LocalWorker(model, out)
    worker.send(ready=True, threads=model.threads)
    worker.serve(sys.stdin)
    os._exit(0)  # native code may still run in the thread, and nothing needs cleaning up


if __name__ == "__main__":
    main()
