"""The process that runs the embedded model: requests in as JSON lines, reply pieces out as JSON lines."""

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
    """Answers one request after another, and can be told to stop the one that runs or waits."""

    def __init__(self, engine: LoadedModel, out: TextIO) -> None:
        self._engine = engine
        self._out = out
        self._waiting: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self._stopped: set[int] = set()

    def serve(self, lines: Iterable[str]) -> None:
        """Read until the input ends."""
        thread = threading.Thread(target=self._answer_all, daemon=True)
        thread.start()
        for line in lines:
            order = json.loads(line)
            if "stop" in order:
                self._stopped.add(order["stop"])
            else:
                self._waiting.put(order)

    def say(self, **message: Any) -> None:
        """One line to the program."""
        self._out.write(json.dumps(message) + "\n")
        self._out.flush()

    def _answer_all(self) -> None:
        while (order := self._waiting.get()) is not None:
            number = order["id"]
            if number not in self._stopped:
                self._answer(number, order["body"])
            self._stopped.discard(number)

    def _answer(self, number: int, body: dict[str, Any]) -> None:
        def piece(chunk: Any) -> bool:
            self.say(id=number, chunk=chunk)
            return number in self._stopped

        try:
            self._engine.server.handle_chat_completions(body, piece)
        except (ValueError, RuntimeError, TypeError) as problem:
            self.say(id=number, problem=str(problem)[:500])
        self.say(id=number, done=True)


def main() -> None:
    """Load, say so, answer."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    weights, threads = sys.argv[1:]
    engine = load_model(Path(weights), threads=int(threads) or None)
    engine.server.handle_chat_completions({"messages": [{"role": "user", "content": "."}], "max_tokens": 1})
    worker = LocalWorker(engine, out)
    worker.say(ready=True, threads=engine.threads)
    worker.serve(sys.stdin)
    os._exit(0)  # native code may still be running in the thread; there is nothing to tidy up


if __name__ == "__main__":
    main()
