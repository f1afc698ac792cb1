"""A writer killed at any moment loses no acknowledged write, and leaves nothing half written."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from tests.store.durability import Line, losses

ROOT = Path(__file__).resolve().parents[2]
SEED = 20_261_115
MOST_LINES = 300
FEW_LINES = 200
AT_THE_START = 0.15
"""How many of the kills come while the program still starts, opens the database and takes the log of calls over."""


class Killed:
    """Run writers in one home folder, one after another, and kill each; all acknowledged writes must be saved."""

    def __init__(self, folder: Path, database: str, most_lines: int) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.database = database
        self.lines: list[Line] = []
        self._folder = folder
        self._most_lines = most_lines
        self._chance = random.Random(SEED)

    def run(self) -> list[Line]:
        """Return the acknowledgements of one writer before its end."""
        told, complaints = self._folder / "told", self._folder / "complaints"
        command = [sys.executable, "-m", "tests.store.turn_writer", str(self.home), self.database]
        with told.open("wb") as out, complaints.open("wb") as err:
            writer = subprocess.Popen([*command, str(self._chance.random())[2:9]], stdout=out, stderr=err, cwd=ROOT)
            if self._chance.random() < AT_THE_START:
                time.sleep(self._chance.uniform(0, 2.5))
            else:
                # By the number of acknowledgements and not by the clock, so that a busy machine works too.
                wanted = self._chance.randrange(1, self._most_lines)
                while writer.poll() is None and told.read_bytes().count(b"\n") < wanted:
                    time.sleep(0.01)
                time.sleep(self._chance.uniform(0, 0.02))
            writer.kill()
            assert writer.wait() == -signal.SIGKILL, complaints.read_text()
        fresh: list[Line] = [tuple(json.loads(line)) for line in told.read_bytes().splitlines()]
        self.lines += fresh
        return fresh


def calls(lines: list[Line]) -> list[Line]:
    """Those of the calls: they are counted over all writers."""
    return [line for line in lines if line[1] == "call"]


def losses_after(folder: Path, database: str, kills: int, most_lines: int = MOST_LINES) -> list[str]:
    """What is lost when so many writers are killed: after each kill of what it wrote, and at the end of everything."""
    killed = Killed(folder, database, most_lines)
    for number in range(1, kills + 1):
        fresh = killed.run()
        others = [line for line in fresh if line[1] != "call"]
        if lost := losses(killed.home, others + calls(killed.lines), database):
            return [f"seed {SEED}, kill {number}", *lost]
    made = {line[2] for line in killed.lines if line[1] == "artifact"}
    few = [] if len(made) >= kills else [f"only {len(made)} artifacts were made: nothing was really tried"]
    return [*losses(killed.home, killed.lines, database), *few]


def address(url: URL) -> str:
    return url.render_as_string(hide_password=False)


def test_nothing_acknowledged_is_lost_by_a_few_kills(url: URL, tmp_path: Path) -> None:
    assert losses_after(tmp_path, address(url), kills=3, most_lines=FEW_LINES) == []


@pytest.mark.soak
@pytest.mark.parametrize(("url", "kills"), [("sqlite", 200), ("postgres", 40)], indirect=["url"])
def test_nothing_acknowledged_is_lost_by_many_kills(url: URL, kills: int, tmp_path: Path) -> None:
    assert losses_after(tmp_path, address(url), kills) == []
