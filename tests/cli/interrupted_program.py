"""A home in which programs are interrupted in many ways, and what must be true of it after the next start."""

import asyncio
import contextlib
import fcntl
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self

from inkwright.conversation.events import Data, Event, TurnFinished
from inkwright.conversation.turns import Asked, Delivered, Failed, TurnState
from inkwright.settings import load_settings
from inkwright.usecases.database import check_database
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from tests.cli.chat.chat_program import OUTLINE, Mind, calls, says, world
from tests.llm.fake_provider import Answer, Received
from tests.programs import StartedProgram

NOTES: Final = "# Rain\n\n" + "Rain comes from the sea. The sun warms the water, and vapour rises into the sky.\n\n" * 6
MODEL: Final = ("--model", "openai:gpt-5")
ENDED: Final = (0, 12, 13)
"""The exit codes of a program that ended by itself: done, a question, or a part is missing."""

LATER: Final = 200.0
"""So many seconds later every lease is over."""


class Writer(Mind):
    """A model without a memory: what it says depends on the request alone, so that a resumed turn goes on."""

    def __init__(self) -> None:
        super().__init__([])

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def _reply(self, received: Received) -> Answer:
        told = json.dumps(received.body, ensure_ascii=False)
        if '"expected_mode"' in told or '"statements"' in told:
            return super()._reply(received)
        last = received.body["messages"][-1]
        if last["role"] == "tool":
            return calls("answer", message="Here it is.")
        if "outline" in str(last["content"]):
            return calls("propose_pptx_outline", **OUTLINE)
        if "slides" in str(last["content"]):
            return calls("generate_docx", title="Rain", content="Rain comes from the sea.")
        return says("Rain ", "comes ", "from ", "the ", "sea.")


JOBS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "make": (("make", "doc", "notes.md", "--model", "rule", "--yes", "--json", "-o", "out"), ""),
    "ask": (("ask", "Tell me about rain", "--json", "-o", "out", *MODEL), ""),
    "ask for a file": (("ask", "Some slides about rain", "--json", "-o", "out", *MODEL), ""),
    "be asked": (("ask", "An outline of slides about rain", "--json", "-o", "out", *MODEL), ""),
    "chat": (("chat", "--json", "-o", "out", *MODEL), "Some slides about rain\nTell me about rain\n"),
    "render": (("render", "notes.md", "-o", "out/rendered.docx", "--json"), ""),
}


class InterruptedHome:
    """Runs programs in one home, interrupts each, and starts the next. `resumed` counts the turns that were resumed,
    `lost` the programs that ended because another one had resumed theirs.
    """

    def __init__(self, folder: Path, model: Writer, seed: int) -> None:
        self.folder = folder
        self.chance = random.Random(seed)
        self._environ = {**world(folder, mind=model), "TMPDIR": str(folder / "tmp")}
        for name in ("tmp", "out"):
            (folder / name).mkdir()
        (folder / "notes.md").write_text(NOTES, encoding="utf-8")
        self._told: list[tuple[str, int, str]] = []
        self._undelivered = ""
        self._seconds: dict[str, float] = {}
        self.resumed = 0
        self.lost = 0

    def start(self, job: str, **faults: float) -> StartedProgram:
        """Start a job."""
        arguments, typed = JOBS[job]
        return self._program(arguments, typed, **faults)

    def _program(self, arguments: tuple[str, ...], typed: str = "", **faults: float) -> StartedProgram:
        environ = {**self._environ, **({"TEST_FAULTS": json.dumps(faults)} if faults else {})}
        return StartedProgram(arguments, stdin=typed.encode(), cwd=self.folder, env=environ)

    def any_job(self) -> str:
        """One of the jobs."""
        return self.chance.choice(list(JOBS))

    def pause(self, job: str) -> None:
        """Wait for a random part of the time that the job takes: what the latest that ended by itself took."""
        time.sleep(self.chance.uniform(0, self._seconds.get(job, 1.0)))

    def interrupt(self, job: str, number: int) -> subprocess.CompletedProcess[bytes]:
        """Run a job, send it a signal at a random moment, and wait for its end."""
        start, program = time.monotonic(), self.start(job)
        self.pause(job)
        if program.is_running():
            os.kill(program.pid, number)
        done = self.ended(program)
        if done.returncode in ENDED:
            self._seconds[job] = time.monotonic() - start
        elif job in self._seconds:
            self._seconds[job] *= 1.05
        return done

    def ended(self, program: StartedProgram) -> subprocess.CompletedProcess[bytes]:
        """Wait for the end of a program; what it told of stored events is noted."""
        done = program.wait()
        self.lost += b"Another process has continued" in done.stderr
        turn = ""
        for line in done.stdout.splitlines():
            with contextlib.suppress(ValueError):
                told = json.loads(line)
                if not isinstance(told, dict) or "number" not in told:
                    continue
                turn = told.get("turn_id", turn)
                if "kind" in told:
                    self._told.append((turn, told["number"], told["kind"]))
        return done

    def go_on(self) -> None:
        """The next start, when every lease is over: what is left is listed and resumed."""
        listed = self.ended(self._program(("resume", "--json"), offset=LATER))
        assert listed.returncode == 0, listed.stderr.decode()
        self._undelivered += listed.stderr.decode()
        for found in json.loads(listed.stdout):
            if found["kind"] == "dead":
                self.resumed += 1
                words = ("resume", found["id"], "--json", "--yes", "-o", "out", *MODEL)
                done = self.ended(self._program(words, offset=LATER))
                assert b"mistake" not in done.stderr, done.stderr.decode()

    @contextlib.contextmanager
    def stopped(self, program: StartedProgram) -> Iterator[None]:
        """The program is stopped, at a moment when it holds no lock on which others would have to wait."""
        while program.is_running():
            os.kill(program.pid, signal.SIGSTOP)
            if self._is_free():
                break
            os.kill(program.pid, signal.SIGCONT)
            time.sleep(0.01)
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(program.pid, signal.SIGCONT)

    def _is_free(self) -> bool:
        home = self.folder / "home"
        try:
            for name in ("inkwright.db.lock", "calls.jsonl"):
                if (home / name).exists():
                    with (home / name).open("ab") as file:
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with contextlib.closing(sqlite3.connect(home / "inkwright.db", timeout=0)) as connection:
                connection.execute("BEGIN IMMEDIATE")
        except (OSError, sqlite3.OperationalError):
            return False
        return True

    def problems(self) -> list[str]:
        """What is lost, twice, or left behind."""
        found = asyncio.run(self._stored_problems())
        left = [path for path in (self.folder / "tmp").iterdir() if path.name.startswith(("inkwright-", ".inkwright-"))]
        parts = [path for path in self.folder.rglob("*.part") if path.is_file()]
        return [*found, *(f"left behind: {path}" for path in (*left, *parts))]

    async def _stored_problems(self) -> list[str]:
        settings = load_settings(flags={}, environ={}, folder=self.folder, home=self.folder / "home")
        health = await check_database(settings)
        async with open_store(settings) as store:
            found = [str(problem) for problem in health.problems]
            journals: dict[str, dict[int, Event]] = {}
            for row in await store.conversations.conversations(LOCAL_OWNER, limit=100_000):
                for turn in await store.conversations.turns(row.id, owner=LOCAL_OWNER):
                    journals[turn.id] = dict(await store.journal.read(turn.id))
                    found += await self._turn_problems(store, turn, journals[turn.id])
            found += [
                f"event {number} ({kind}) of {turn} is lost"
                for turn, number, kind in self._told
                if number > max(journals.get(turn, {}), default=0)
            ]
        return found

    async def _turn_problems(self, store: Store, turn: TurnState, events: dict[int, Event]) -> list[str]:
        if turn.status == "running":
            return [f"{turn.id} still runs"]
        outcomes = [event.outcome for event in events.values() if isinstance(event, TurnFinished)]
        final = [outcome for outcome in outcomes if not isinstance(outcome, Asked)]
        found = (
            [f"{turn.id} has {len(final)} outcomes"] if len(final) > 1 or final[:1] not in ([], [turn.outcome]) else []
        )
        made = [entry.artifact.id for entry in await store.ledger.of(turn.id)]
        announced = Counter(
            event.id for event in events.values() if isinstance(event, Data) and event.name == "file-ready"
        )
        found += [f"{each} was announced {announced[each]} times" for each in made if announced[each] != 1]
        stored = [record.id for record in await store.records.every() if record.turn_id == turn.id]
        found += [f"{each} is stored and in no ledger" for each in stored if each not in made]
        if isinstance(turn.outcome, Delivered | Failed):
            found += [
                f"{each.id} is neither saved nor told"
                for each in turn.outcome.artifacts
                if not await self._has(store, each)
            ]
        return found

    async def _has(self, store: Store, artifact: Any) -> bool:
        content = await store.vault.read(artifact.id, owner=LOCAL_OWNER)
        assert content is not None
        saved = {hashlib.sha256(path.read_bytes()).digest() for path in (self.folder / "out").iterdir()}
        return hashlib.sha256(content).digest() in saved or artifact.id in self._undelivered
