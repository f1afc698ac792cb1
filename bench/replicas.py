"""Services that share one Postgres measured: the turns of one and of two, and what they take from the database.

`python -m bench.replicas DATABASE COUNT` is one of them: it runs so many turns, or waits if there are none, until its
input ends.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

from bench.service_process import NOTE_TOOL, note_call
from bench.store import ROOT
from bench.turns import ROUTE, Writer
from inkwright.application import Inkwright
from inkwright.artifacts.verification import register_checker
from inkwright.settings import load_settings
from tests.store.databases import PostgresServer, postgres_programs

TURNS: Final = int(os.environ.get("BENCH_REPLICA_TURNS", "200"))
IDLE_SECONDS: Final = float(os.environ.get("BENCH_REPLICA_IDLE_SECONDS", "20"))
_AT_ONCE: Final = 10
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_TARGET: Final = 1.7
_COUNTERS: Final = text(
    "SELECT xact_commit, pg_current_wal_lsn() - '0/0'::pg_lsn FROM pg_stat_database WHERE datname = current_database()"
)


@dataclass(frozen=True)
class Spent:
    """What some work took; `log_bytes` is what Postgres wrote to its log."""

    seconds: float
    service_cpu: float
    database_cpu: float
    commits: int
    log_bytes: int


async def replica(url: str, count: int) -> None:
    """Open, say so, run so many turns when a line arrives, say so, and wait for the end of the input."""
    register_checker("note", lambda _draft: [])
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings(flags={}, environ={"INKWRIGHT_DATABASE": url}, folder=Path(home), home=Path(home))
        async with Inkwright.open(settings=settings, model=Writer(note_call), tools=[NOTE_TOOL]) as inkwright:
            continuing = asyncio.create_task(inkwright.continue_turns())
            print("open", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            room = asyncio.Semaphore(_AT_ONCE)

            async def run(number: int) -> None:
                async with room:
                    turn = await inkwright.send(f"Make three notes, {number}.", route=ROUTE)
                    outcome = await turn.outcome()
                    assert outcome.kind == "delivered", outcome

            await asyncio.gather(*map(run, range(count)))
            print("done", flush=True)
            await asyncio.to_thread(sys.stdin.read)
            continuing.cancel()
            await asyncio.wait([continuing])


@contextmanager
def _replicas(url: URL, counts: list[int]) -> Iterator[list["subprocess.Popen[str]"]]:
    shown = url.render_as_string(hide_password=False)
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.replicas", shown, str(count)],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for count in counts
    ]  # fmt: skip
    try:
        for each in running:
            _hear(each, "open")
        yield running
    finally:
        for each in running:
            each.communicate()


def _hear(process: "subprocess.Popen[str]", word: str) -> None:
    assert process.stdout is not None
    heard = process.stdout.readline().strip()
    assert heard == word, heard


def _tell(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def _cpu_seconds(process: int) -> float:
    """The processor time of a process and of all its children that have ended or still run."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    own = sum(map(int, fields[11:15])) / _TICKS
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    return own + sum(_cpu_seconds(int(child)) for child in children)


def _counters(url: URL) -> tuple[int, int]:
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            commits, log_bytes = connection.execute(_COUNTERS).one()
            return commits, int(log_bytes)
    finally:
        engine.dispose()


def measured(server: PostgresServer, counts: list[int]) -> Spent:
    """What replicas with so many turns each take in a new database; with no turns at all, what they take in a while."""
    url = server.new_database()
    with _replicas(url, [0]):
        pass  # it makes the tables
    with _replicas(url, counts) as running:
        before, begun = _counters(url), time.perf_counter()
        services = sum(_cpu_seconds(each.pid) for each in running)
        database = _cpu_seconds(server.process)
        for each in running:
            _tell(each)
        for each in running:
            _hear(each, "done")
        if not any(counts):
            time.sleep(IDLE_SECONDS)
        seconds = time.perf_counter() - begun
        services = sum(_cpu_seconds(each.pid) for each in running) - services
        database = _cpu_seconds(server.process) - database
    commits, log_bytes = _counters(url)
    return Spent(seconds, services, database, commits - before[0], log_bytes - before[1])


def report() -> tuple[list[str], bool]:
    """The lines of the page, and whether the target is met: by the clock, which needs two cores that are free."""
    if postgres_programs() is None:
        return ["Postgres is not installed, so several services on one database were not measured.", ""], True
    server = PostgresServer()
    try:
        one, two, idle = measured(server, [TURNS]), measured(server, [TURNS, TURNS]), measured(server, [0])
    finally:
        server.stop()
    gain = 2 * one.seconds / two.seconds
    per_turn = 1000 / (2 * TURNS)
    lines = [
        "## Several services on one Postgres",
        "",
        f"{TURNS} turns of three tool calls for each service, {_AT_ONCE} at once, scripted models that take no time; "
        f"Postgres on the same machine, without `fsync`; load {os.getloadavg()[0]:.1f} at the end.",
        "",
        "| | measured | target |",
        "|---|---|---|",
        f"| turns of two services against those of one, in the same time | {gain:.2f} × | at least {_TARGET} × |",
        f"| turns per second of one and of two | {TURNS / one.seconds:.1f} / {2 * TURNS / two.seconds:.1f} | |",
        f"| processor time of a turn in one service and in two | {1000 * one.service_cpu / TURNS:.1f} / "
        f"{per_turn * two.service_cpu:.1f} ms | |",
        f"| the same in Postgres | {1000 * one.database_cpu / TURNS:.1f} / {per_turn * two.database_cpu:.1f} ms | |",
        f"| a turn in Postgres: commits, bytes of its log | {two.commits / (2 * TURNS):.0f}, "
        f"{two.log_bytes / (2 * TURNS) / 1000:.0f} KB | |",
        f"| a service without work: commits and processor time of Postgres per second | "
        f"{idle.commits / idle.seconds:.1f}, {1000 * idle.database_cpu / idle.seconds:.1f} ms | |",
        "",
    ]
    return lines, gain >= _TARGET


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(replica(sys.argv[1], int(sys.argv[2])))
    else:
        print("\n".join(report()[0]))
