"""Researches against a site of 60 pages, slow, broken and hostile ones among them, whose process is killed for real."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.research.search_server import SearchSite, serving

ROOT = Path(__file__).parents[2]
AT_ONCE = 4
"""How many pages a research reads at the same time: so many may be lost with its process."""
CALLS = 4
REQUESTS = 12
"""The calls to the model, and the requests to the site, of a research without faults."""
MODEL_FAULTS = ("malformed", "empty", "cut", "busy", "killed")


class LargeSite(SearchSite):
    """A site of 60 pages. It kills the process that asks for its page number `fatal`."""

    slow_seconds = 2.0

    def __init__(self, fatal: int = 0) -> None:
        super().__init__(good=50)
        self.bad = [f"{path}{number}" for number in range(2) for path in ("/slow", "/broken", "/missing", "/binary")]
        self.bad += ["/loop", "/huge"]
        self.fatal = fatal
        self.reader: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def heard(self, path: str) -> None:
        """Note a request, and kill the process that asks at the fatal one."""
        with self._lock:
            self.asked.append(path)
            is_fatal = self.fatal and len(self.asked) == self.fatal
        if is_fatal and self.reader is not None:
            os.kill(self.reader.pid, signal.SIGKILL)


@dataclass
class Ended:
    """How a research ended: its report, how often its process was killed, and what is stored."""

    result: dict[str, Any]
    kills: int
    steps: Counter[str] = field(default_factory=Counter)


def run_until_it_ends(home: Path, site: LargeSite, base: str, fault: str, at: int) -> Ended:
    """Run the program again after every kill; another process continues the job."""
    environment = {**os.environ, "INKWRIGHT_SEARCH": base, "INKWRIGHT_SEARCH_PRIVATE": "true"}
    command = [sys.executable, "-m", "tests.research.research_program", str(home), fault, str(at)]
    kills = 0
    for _ in range(4):
        pipe = subprocess.PIPE
        site.reader = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True)
        written, problems = site.reader.communicate()
        if site.reader.returncode == -signal.SIGKILL:
            kills += 1
            continue
        assert site.reader.returncode == 0, problems
        answered = json.loads(written)
        assert answered["status"] == "finished", (fault, at)
        return Ended(answered["result"], kills, stored_steps(home))
    pytest.fail(f"{fault} at {at}: it never ended")


def stored_steps(home: Path) -> Counter[str]:
    """How often each step is stored with a result."""
    with sqlite3.connect(f"file:{home / 'durable.db'}?mode=ro", uri=True) as database:
        rows = database.execute("select function_name, output from operation_outputs").fetchall()
    return Counter(name for name, output in rows if output and "failed" not in output[:20] and "/" in name)


def survives(home: Path, fault: str, at: int, fatal: int = 0) -> Ended:
    home.mkdir()
    site = LargeSite(fatal)
    with serving(site) as base:
        ended = run_until_it_ends(home, site, base, fault, at)
    assert "687 kilometres" in ended.result["markdown"], ended.result
    assert ended.result["unsupported"] == [], ended.result
    assert set(ended.steps.values()) == {1}, "no step is stored twice"
    pages = Counter(path for path in site.asked if path.startswith("/good"))
    assert sum(pages.values()) - len(pages) <= AT_ONCE * ended.kills, "only pages that were being read are read again"
    right = Counter(line for line in (home / "calls.txt").read_text().splitlines() if line != "wrong")
    assert sum(right.values()) - len(right) <= AT_ONCE * (ended.kills + 1), right
    return ended


def test_a_research_whose_process_is_killed_while_it_reads_continues_in_another_and_ends(tmp_path: Path) -> None:
    assert survives(tmp_path / "home", "none", 0, fatal=9).kills == 1


@pytest.mark.soak
def test_fifty_researches_survive_faults_and_kills_at_every_stage(tmp_path: Path) -> None:
    runs = [(fault, at, 0) for at in range(CALLS) for fault in MODEL_FAULTS]
    runs += [("none", 0, fatal) for fatal in range(1, REQUESTS + 1)]
    runs += [(fault, at, 3 + 2 * at) for at in range(CALLS) for fault in MODEL_FAULTS][: 50 - len(runs)]
    assert len(runs) == 50
    for number, run in enumerate(runs):
        survives(tmp_path / str(number), *run)
