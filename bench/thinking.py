"""Thinking measured: typed values from the embedded model beside the peers, and what the engine itself costs."""

import asyncio
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bench.tasks import TASKS, Task, is_copied, makes_sense
from inkwright import Brain, GaveUp, ScriptedModel, json_parser
from inkwright.llm.local import LocalModel
from inkwright.llm.models import PieceListener, Reply, Request, ignore_piece

ROOT: Final = Path(__file__).resolve().parent.parent
PEERS: Final = {"instructor": "with_instructor", "pydantic_ai": "with_pydantic_ai", "langchain": "with_langchain"}
OURS: Final = "**Inkwright, brain.think**"


class Seeded:
    """A model whose seeds begin elsewhere, so that runs differ and can be repeated."""

    def __init__(self, model: LocalModel, first: int) -> None:
        self.name = model.name
        self.abilities = model.abilities
        self._model = model
        self._first = first

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        return await self._model.reply(dataclasses.replace(request, seed=self._first + (request.seed or 0)), hear)


async def our_answers(model: LocalModel, seeds: int) -> list[dict[str, Any]]:
    """Each task through `brain.think`, as the peers' scripts tell theirs."""
    return [
        await _answer(model, task, 10_000 * (seed + 1) + 100 * number)
        for seed in range(seeds)
        for number, task in enumerate(TASKS)
    ]


async def _answer(model: LocalModel, task: Task, seed: int) -> dict[str, Any]:
    brain = Brain(Seeded(model, seed))
    start = time.perf_counter()
    try:
        value: Any = await brain.think(task.prompt, task.schema, check=lambda found: _copied(task, found))
    except GaveUp:
        value = None
    return {
        "way": OURS,
        "kind": task.kind,
        "valid": value is not None,
        "copied": value is not None and is_copied(task, value),
        "sense": value is not None and makes_sense(task, value),
        "tokens": brain.usage.completion_tokens,
        "seconds": time.perf_counter() - start,
        "tally": dict(brain.tally.taken),
        "worked": dict(brain.tally.worked),
    }


def _copied(task: Task, value: Any) -> str | None:
    return "Do not repeat the request; say something of your own." if is_copied(task, value) else None


def peers_answers(seeds: int, every: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Each peer in its own environment, one after another, on one endpoint.

    It takes hours, so what they answer is kept, and a run that was stopped is gone on with: ways that were finished
    are not asked again, and the page says so.
    """
    kept = ROOT / ".bench" / f"answers-{seeds}-{every}.jsonl"
    finished = _finished(kept)
    with endpoint() as address, kept.open("a", encoding="utf-8") as log:
        for name, script in PEERS.items():
            python = ROOT / ".bench" / name / "bin" / "python"
            command = [str(python), "-m", f"bench.peers.{script}", address, str(seeds), str(every)]
            environ = {**os.environ, "PYTHONPATH": "."}
            with subprocess.Popen(
                [*command, json.dumps(finished)], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environ
            ) as peer:
                assert peer.stdout is not None
                for line in peer.stdout:
                    print(line, end="", file=sys.stderr, flush=True)
                    print(line, end="", file=log, flush=True)
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    kept.unlink()
    return [row for row in rows if "valid" in row], finished


def _finished(kept: Path) -> list[str]:
    """The ways of an earlier run that were finished; what there is of others is forgotten."""
    if not kept.exists():
        return []
    rows = [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]
    ways = [row["way"] for row in rows if row.get("is_finished")]
    kept.write_text("".join(f"{json.dumps(row)}\n" for row in rows if row["way"] in ways), encoding="utf-8")
    return ways


@contextmanager
def endpoint() -> Iterator[str]:
    """`inkwright model serve` on a free port."""
    command = [sys.executable, "-m", "inkwright.cli.main", "model", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield line[line.index("http") :].split("/v1")[0]
        finally:
            server.kill()


def table(answers: list[dict[str, Any]]) -> list[str]:
    """One row a way."""
    lines = [
        "| | valid % | not copied % | makes sense % | tokens per valid | tokens per sensible | tasks |",
        "|---|---|---|---|---|---|---|",
    ]
    for way in dict.fromkeys(answer["way"] for answer in answers):
        rows = [answer for answer in answers if answer["way"] == way]
        valid, sense = (sum(answer[what] for answer in rows) for what in ("valid", "sense"))
        fresh = valid - sum(answer["copied"] for answer in rows)
        tokens = sum(answer["tokens"] for answer in rows)
        shares = " | ".join(f"{100 * count / len(rows):.1f}" for count in (valid, fresh, sense))
        costs = " | ".join(f"{tokens / count:.0f}" if count else "–" for count in (valid, sense))
        lines.append(f"| {way} | {shares} | {costs} | {len(rows)} |")
    return lines


def overhead_ms() -> float:
    """What `think_with_retry` adds to the bare call, median of five runs of 400."""

    async def thinking(count: int) -> float:
        model = ScriptedModel(lambda _: '{"a": 1}')
        start = time.perf_counter()
        for _ in range(count):
            await Brain(model).think_with_retry("prompt", json_parser)
        return time.perf_counter() - start

    async def bare(count: int) -> float:
        model = ScriptedModel(lambda _: '{"a": 1}')
        start = time.perf_counter()
        for _ in range(count):
            await model.reply(Request([{"role": "user", "content": "prompt"}]))
        return time.perf_counter() - start

    runs = [asyncio.run(thinking(400)) - asyncio.run(bare(400)) for _ in range(5)]
    return 1000 * statistics.median(runs) / 400


async def first_token(model: LocalModel) -> tuple[float, int]:
    """Seconds to the first piece at about 200 prompt tokens, median of five, and the tokens."""
    waits, tokens = [], 0
    for number in range(5):
        heard: list[float] = []
        words = f"Note {number}. " + "The rain falls on the hills and the river. " * 17
        start = time.perf_counter()
        request = Request([{"role": "user", "content": words}], max_tokens=8)
        reply = await model.reply(request, lambda _: heard.append(time.perf_counter()))  # noqa: B023
        waits.append(heard[0] - start)
        tokens = reply.usage.prompt_tokens
    return statistics.median(waits), tokens


async def longest_gap(model: LocalModel) -> float:
    """How long the event loop was held at most while the model loaded and wrote, in seconds."""
    model.close()
    running = asyncio.create_task(model.reply(Request([{"role": "user", "content": "Tell a story."}], max_tokens=60)))
    longest, last = 0.0, time.perf_counter()
    while not running.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    await running
    return longest


async def thousand_at_once() -> float:
    """Seconds for a thousand thoughts at once, each with one retry."""

    async def one(number: int) -> int:
        model = ScriptedModel(["?", f'{{"n": {number}}}'])
        found: dict[str, int] = await Brain(model).think_with_retry(f"say {number}", json_parser)
        return found["n"]

    start = time.perf_counter()
    assert await asyncio.gather(*(one(number) for number in range(1000))) == list(range(1000))
    return time.perf_counter() - start


def report(seeds: int, peer_seeds: int, every: int) -> list[str]:
    """The page about typed values."""
    model = LocalModel()
    try:
        answers = asyncio.run(our_answers(model, seeds))
    finally:
        model.close()
    taken, worked = (_summed(answers, what) for what in ("tally", "worked"))
    ways = ", ".join(f"{way} {worked.get(way, 0)} of {count}" for way, count in taken.items())
    share = f", and one task in {every}" if every > 1 else ""
    peers, before = peers_answers(peer_seeds, every)
    stopped = [f"The run was stopped and resumed. Answered before the stop: {'; '.join(before)}.", ""]
    return [
        "## Typed values from the embedded model",
        "",
        f"40 tasks (quiz question, clarification, plan and outline, file), {seeds} seeds; peers {peer_seeds}{share}."
        " A method without a valid answer in its first seed is not tried again."
        " Validity and sense are counted separately: valid nonsense is not a success. Tokens include every attempt.",
        "",
        *table([*answers, *peers]),
        "",
        *(stopped if before else []),
        f"Methods used by Inkwright, and how often each worked: {ways}.",
        "",
    ]


def engine_report() -> list[str]:
    """The page about what the engine itself costs."""
    model = LocalModel()

    async def ours() -> tuple[tuple[float, int], float]:
        await model.reply(Request([{"role": "user", "content": "Hello."}], max_tokens=1))
        return await first_token(model), await longest_gap(model)

    try:
        (wait, tokens), gap = asyncio.run(ours())
    finally:
        model.close()
    return [
        "## Thinking",
        "",
        f"- `think_with_retry` adds {overhead_ms():.2f} ms to the bare call.",
        f"- 1,000 concurrent calls with one retry each: {asyncio.run(thousand_at_once()):.2f} s, without interference.",
        f"- The first token of `local` arrives after {wait:.2f} s at {tokens} prompt tokens (median of five).",
        f"- While it loads and writes, it blocks the event loop for at most {1000 * gap:.0f} ms.",
        "",
    ]


def _summed(answers: list[dict[str, Any]], what: str) -> dict[str, int]:
    total: dict[str, int] = {}
    for answer in answers:
        for way, count in answer[what].items():
            total[way] = total.get(way, 0) + count
    return total
