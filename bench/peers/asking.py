"""What every peer's script does: answer each task, and print one line of JSON for each."""

import asyncio
import json
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine
from typing import Any

from pydantic import BaseModel

from bench.tasks import TASKS, Task, is_copied, makes_sense

TRIES = 3
TEMPERATURE = 0.7
MAX_TOKENS = 300

Answer = Callable[[Task, int], Coroutine[Any, Any, BaseModel]]


def address() -> str:
    """The endpoint, as given on the command line."""
    return sys.argv[1]


def run(ways: dict[str, Answer]) -> None:
    """Every way, every task, every seed. Whatever a peer raises is a task without an answer.

    A way that has no valid answer on all tasks of the first seed is not asked again: it took most of the hours. Ways
    that a run before this one has finished are not begun.
    """
    seeds, every, finished = int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
    for name, answer in ways.items():
        if name in finished:
            continue
        for seed in range(seeds):
            valid = [_one(name, answer, task, 1000 * seed + n) for n, task in list(enumerate(TASKS))[::every]]
            if not any(valid):
                break
        print(json.dumps({"way": name, "is_finished": True}), flush=True)


def _one(name: str, answer: Answer, task: Task, seed: int) -> bool:
    before, start = written_tokens(), time.perf_counter()
    value: BaseModel | None = None
    problem = ""
    try:
        value = asyncio.run(answer(task, seed))
    except Exception as raised:  # noqa: BLE001
        problem = type(raised).__name__
    line = {
        "way": name,
        "kind": task.kind,
        "valid": value is not None,
        "copied": value is not None and is_copied(task, value),
        "sense": value is not None and makes_sense(task, value),
        "tokens": written_tokens() - before,
        "seconds": time.perf_counter() - start,
        "problem": problem,
    }
    print(json.dumps(line), flush=True)
    return value is not None


def written_tokens() -> int:
    """What the endpoint has written so far, retries of every kind included."""
    with urllib.request.urlopen(f"{address()}/metrics", timeout=60) as answer:
        for line in answer.read().decode().splitlines():
            if line.startswith("llamacpp:tokens_predicted_total "):
                return int(float(line.split()[1]))
    raise LookupError("the endpoint tells no tokens")
