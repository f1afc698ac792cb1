"""The store measured: what a long conversation costs, what it adds to a turn, and how many can write at once."""

import asyncio
import dataclasses
import json
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.talks import TOOLS, spoken
from bench.turns import ROUTE, TOOL, Note, Writer, bare_turn
from inkwright import ToolCall
from inkwright.agent.services import TurnServices
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.vault import Vault, Verified
from inkwright.llm.models import Model, Request
from inkwright.settings import Settings, load_settings
from inkwright.usecases.history import load_history_text, load_messages
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import send_message
from tests.store.durability import Line, losses

ROOT: Final = Path(__file__).resolve().parent.parent
OWNER: Final = "me"
TURNS: Final = int(os.environ.get("BENCH_STORE_TURNS", "1000"))
PEER_TURNS: Final = int(os.environ.get("BENCH_STORE_PEER_TURNS", "200"))
PEER_SECONDS: Final = float(os.environ.get("BENCH_STORE_PEER_SECONDS", "300"))
SECONDS: Final = float(os.environ.get("BENCH_STORE_SECONDS", "60"))
PROCESSES: Final = 8
BUDGET_TOKENS: Final = 2_000
"""So little that the history is full after some turns: what is compared is the length of the conversation alone."""

_EDGE: Final = 50
_TURN_PART: Final = ("## A turn", "", "What a turn adds to the bare engine is in [the agent](benchmarks-agent.md).", "")
_KEEPERS: Final = ("journal", "ledger", "asks", "steps", "conversations", "vault")


def settings_of(home: Path) -> Settings:
    """The settings of a home folder, whatever the machine's own are."""
    return load_settings(flags={}, environ={}, folder=home, home=home)


def services_of(store: Store, model: Model, tool: AgentTool) -> TurnServices:
    """A desk at which notes are made and everything is kept."""
    vault = Vault(store.records, {"note": lambda _draft: []}, ids=store.ids, clock=store.clock)
    return dataclasses.replace(store.turn_services(model, [tool], lambda _number, _event: None), vault=vault)


async def _make_named(note: Note, context: ToolContext) -> Evidence | Flawed:
    name = f"{note.title}.txt"
    draft = Draft("note", name, note.title, {name: note.body.encode()})
    kept = await context.save(draft)
    return Evidence((kept,)) if isinstance(kept, Verified) else Flawed(kept)


NAMED: Final = AgentTool("make_note", "Makes a note of this name.", Note, _make_named, makes_artifacts=True)


class Busy:
    """How long at least one call of a keeper was under way: the share of the store in a turn."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._under_way = 0
        self._since = 0.0

    @contextmanager
    def call(self) -> Iterator[None]:
        """While this is open, a call is under way."""
        if not self._under_way:
            self._since = time.perf_counter()
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self.seconds += time.perf_counter() - self._since


class Timed:
    """A keeper whose calls count as busy."""

    def __init__(self, keeper: Any, busy: Busy) -> None:
        self._keeper = keeper
        self._busy = busy

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._keeper, name)

        async def timed(*arguments: Any, **named: Any) -> Any:
            with self._busy.call():
                return await found(*arguments, **named)

        return timed


class Cost(NamedTuple):
    """The seconds that a turn spent in the store: while it was kept, and while its history was loaded, both ways."""

    kept: float
    messages: float
    talk: float


@dataclasses.dataclass(frozen=True)
class Conversation:
    """What the first and the last turns took, and the bytes of the database in the end and in between."""

    first: list[Cost]
    last: list[Cost]
    turns: int
    size: int
    early_size: int

    def medians(self, what: str) -> tuple[float, float]:
        """Milliseconds of the first and of the last turns."""
        first, last = (statistics.median(getattr(cost, what) for cost in costs) for costs in (self.first, self.last))
        return 1000 * first, 1000 * last

    @property
    def kilobytes(self) -> float:
        """What is stored of a turn beyond its text."""
        text = sum(spoken(number).size for number in range(self.turns))
        return (self.size - text) / self.turns / 1000


async def long_conversation(folder: Path) -> Conversation:
    """One conversation of many turns.

    Its last turns are taken by turns with the first ones of a new store: what slows the machine slows both.
    """
    edge = min(_EDGE, TURNS // 3)
    early_size = 0
    costs: dict[str, list[Cost]] = {"first": [], "last": []}
    async with open_store(settings_of(folder / "new")) as new, open_store(settings_of(folder / "old")) as old:
        for number in range(TURNS - edge):
            await _turn(old, number)
            if number + 1 == PEER_TURNS:
                early_size = database_size(folder / "old")
        for number in range(edge):
            costs["first"].append(await _turn(new, number))
            costs["last"].append(await _turn(old, TURNS - edge + number))
    return Conversation(**costs, turns=TURNS, size=database_size(folder / "old"), early_size=early_size)


async def _turn(store: Store, number: int) -> Cost:
    """Load what a new turn of a project needs, then run and keep it."""
    start = time.perf_counter()
    await load_messages(store.conversations, "conv_1", owner=OWNER, budget_tokens=BUDGET_TOKENS)
    middle = time.perf_counter()
    await load_history_text(store.conversations, "conv_1", owner=OWNER, budget_tokens=BUDGET_TOKENS, language="en")
    end = time.perf_counter()
    busy = Busy()
    desk = services_of(store, Writer(Notes(number)), NAMED)
    keepers: dict[str, Any] = {name: Timed(getattr(desk, name), busy) for name in _KEEPERS}
    desk = dataclasses.replace(desk, **keepers)
    outcome = await send_message(desk, spoken(number).prompt, ROUTE, owner=OWNER, conversation_id="conv_1")
    assert outcome.kind == "delivered", outcome
    return Cost(busy.seconds, middle - start, end - middle)


class Notes:
    """Makes the notes of a turn, then delivers them."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._talk = spoken(number)

    def __call__(self, request: Request) -> ToolCall:
        done = [str(message["content"]) for message in request.messages if message["role"] == "tool"]
        if len(done) < TOOLS:
            arguments = {"title": f"Rain {self._number}-{len(done)}", "body": self._talk.bodies[len(done)]}
            return ToolCall(f"c{len(done)}", "make_note", json.dumps(arguments, ensure_ascii=False))
        made = [json.loads(each)["verified_artifacts"][0]["id"] for each in done]
        ending = {"message": self._talk.ending, "artifacts": made}
        return ToolCall("end", "deliver", json.dumps(ending, ensure_ascii=False))


def database_size(home: Path) -> int:
    """The bytes of the database with nothing left in its log; the files of artifacts do not count."""
    with closing(sqlite3.connect(home / "inkwright.db", timeout=30)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)


def langgraph(folder: Path) -> dict[str, Any]:
    """The same talk through LangGraph's saver, in its own environment."""
    python = ROOT / ".bench" / "langgraph" / "bin" / "python"
    command = [str(python), "-m", "bench.peers.with_langgraph", str(folder / "langgraph.db")]
    environ = {**os.environ, "PYTHONPATH": "."}
    done = subprocess.run(
        [*command, str(PEER_TURNS), str(PEER_SECONDS)], check=True, stdout=subprocess.PIPE, cwd=ROOT, env=environ
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


async def overhead(home: Path, runs: int = 60) -> tuple[float, float]:
    """Milliseconds of processor time of a turn with everything stored, and of the bare engine; medians, taken in turns.

    The tool is the same in both, so what it makes is kept in the same vault.
    """
    stored: list[float] = []
    bare: list[float] = []
    async with open_store(settings_of(home)) as store:
        for number in range(runs):
            start = time.process_time()
            desk = services_of(store, Writer(), TOOL)
            # Each run for another person: versions of the same note would otherwise pile up.
            outcome = await send_message(desk, "Make three notes.", ROUTE, owner=f"{OWNER}{number}")
            assert outcome.kind == "delivered", outcome
            middle = time.process_time()
            await bare_turn(desk.vault, f"{OWNER}{number}b")
            stored.append(middle - start)
            bare.append(time.process_time() - middle)
    return 1000 * statistics.median(stored[5:]), 1000 * statistics.median(bare[5:])


def crowd(home: Path) -> dict[str, Any]:
    """Many turns at once, in a process of their own whose memory is then known."""
    command = [sys.executable, "-m", "bench.crowds", str(home), str(min(SECONDS, 30))]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def writers(folder: Path) -> tuple[int, list[str]]:
    """How many turns ended while many processes wrote to one file, and everything that went wrong."""
    home = folder / "many"
    home.mkdir()
    command = [sys.executable, "-m", "tests.store.turn_writer", str(home), "auto"]
    told = [(folder / f"told{number}").open("w+b") for number in range(PROCESSES)]
    running = [subprocess.Popen([*command, str(100 * number)], stdout=out, cwd=ROOT) for number, out in enumerate(told)]
    try:
        while not all(os.fstat(out.fileno()).st_size for out in told) and all(each.poll() is None for each in running):
            time.sleep(0.1)
        time.sleep(SECONDS)
    finally:
        for writer in running:
            writer.kill()
    problems = [
        f"writer {number} ended by itself" for number, each in enumerate(running) if each.wait() != -signal.SIGKILL
    ]
    lines: list[Line] = []
    for out in told:
        out.seek(0)
        lines += [tuple(json.loads(line)) for line in out]
        out.close()
    kinds = [line[3]["kind"] for line in lines if line[1] == "event"]
    problems += [f"a person saw {kind}" for kind in kinds if kind in ("tool_failed", "error_happened")]
    return kinds.count("turn_finished"), [*problems, *losses(home, lines)]


def report() -> tuple[list[str], bool]:
    """The page, and whether every ratio that has a target keeps it and nothing was lost."""
    with tempfile.TemporaryDirectory(prefix="ink-bench-") as folder:
        place = Path(folder)
        talk = asyncio.run(long_conversation(place / "talk"))
        peer = langgraph(place)
        together = crowd(place / "crowd")
        ended, problems = writers(place)
    lines = [*_talk_part(talk), *_peer_part(talk, peer), *_TURN_PART, *_crowd_part(together)]
    worst = max(last / first for first, last in map(talk.medians, Cost._fields))
    is_kept = worst <= 1.3 and not problems
    return [*lines, *_writers_part(ended, problems)], is_kept


def _talk_part(talk: Conversation) -> list[str]:
    names = {"kept": "stored", "messages": "loaded as messages", "talk": "loaded as text"}
    medians = {name: talk.medians(what) for what, name in names.items()}
    rows = [f"| {name} | {first:.2f} | {last:.2f} | {last / first:.2f} × |" for name, (first, last) in medians.items()]
    return [
        "## A long conversation",
        "",
        f"{talk.turns:,} turns of eight messages, each with three tools. The table shows milliseconds per turn in the "
        f"store, as medians of the first and the last {len(talk.first)} turns (target: at most 1.3 ×).",
        "",
        "| | first | last | |",
        "|---|---|---|---|",
        *rows,
        "",
        f"Storage per turn beyond its text: {talk.kilobytes:.1f} KB (target: at most 12).",
        "",
    ]


def _peer_part(talk: Conversation, peer: dict[str, Any]) -> list[str]:
    seconds = peer["seconds"]
    last = 1000 * statistics.median(seconds[-min(_EDGE, len(seconds)) :])
    early = talk.early_size or talk.size
    return [
        "## Compared with LangGraph's SqliteSaver",
        "",
        f"- {peer['turns']} turns of the same conversation: {peer['bytes'] / 1e6:,.1f} MB, {last:.0f} ms per turn at "
        "the end.",
        f"- Inkwright after {min(PEER_TURNS, talk.turns)} turns: {early / 1e6:,.1f} MB.",
        "",
    ]


def _crowd_part(found: dict[str, Any]) -> list[str]:
    return [
        "## Many turns at once",
        "",
        f"- {found['turns']} turns in one process, {found['tokens_per_second']} tokens per second each, for "
        f"{found['seconds']:.0f} s: 95 % of the gaps between shown pieces are below {found['gap_95_ms']:.0f} ms, "
        f"99 % below {found['gap_99_ms']:.0f} ms (target: 95 % below 150).",
        f"- {found['memory_mb']:.0f} MB of memory at most (target: 600).",
        "",
    ]


def _writers_part(ended: int, problems: list[str]) -> list[str]:
    told = [f"- {problem}" for problem in problems[:10]]
    sound = f"- {PROCESSES} processes on one SQLite file for {SECONDS:.0f} s: {ended:,} turns ended"
    well = "users saw no error, no data was lost, and no journal has gaps."
    return ["## Many processes", "", f"{sound}; {f'{len(problems)} problems:' if problems else well}", *told, ""]


if __name__ == "__main__":
    print("\n".join(report()[0]))
