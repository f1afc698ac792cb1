"""Programs that are killed, stopped or told to end, and clocks that jump: nothing is lost, twice or left behind."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.interrupted_program import ENDED, JOBS, InterruptedHome, Writer

SEED = 20_261_116
DAY = 86_400.0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[InterruptedHome]:
    with Writer() as model:
        yield InterruptedHome(tmp_path, model, SEED)


def check(home: InterruptedHome, number: int, what: str) -> None:
    """After the next start everything is as it should be."""
    home.go_on()
    assert home.problems() == [], (SEED, number, what)


def killed_at_random(home: InterruptedHome, times: int) -> None:
    for number in range(times):
        job = home.any_job()
        home.interrupt(job, signal.SIGKILL)
        check(home, number, job)


def killed_at_commits(home: InterruptedHome, times: int) -> None:
    """Before and after each commit of each job in turn; a job that has fewer commits ends by itself."""
    moments = dict.fromkeys(JOBS, 0)
    for number in range(times):
        job = list(JOBS)[number % len(JOBS)]
        moments[job] += 1
        done = home.ended(home.start(job, commit=moments[job]))
        if done.returncode != -signal.SIGKILL:
            moments[job] = 0
        check(home, number, f"{job} at {moments[job]}")


def told_to_end(home: InterruptedHome, times: int) -> None:
    """Whoever is told to end ends in good order: it says so by its exit code, and no turn is left running."""
    for number in range(times):
        job = home.any_job()
        done = home.interrupt(job, signal.SIGTERM if number % 2 else signal.SIGHUP)
        # Before the program has begun, the signal ends it as it ends any other.
        assert done.returncode in (*ENDED, 14, 1, -signal.SIGTERM, -signal.SIGHUP), done.stderr.decode()
        assert b"Traceback" not in done.stderr
        check(home, number, job)
        assert home.resumed == 0, (number, job)


def stopped_and_resumed(home: InterruptedHome, times: int) -> None:
    """A program is stopped for more than a minute; another one resumes its turn; then the first goes on."""
    for number in range(times):
        job = home.any_job()
        program = home.start(job)
        home.pause(job)
        with home.stopped(program):
            home.go_on()
        done = home.ended(program)
        assert b"Traceback" not in done.stderr
        check(home, number, job)


def clock_jumped(home: InterruptedHome, times: int) -> None:
    """The clock jumps while a program runs, which is killed in half of the cases; the next one has the right time."""
    for number in range(times):
        job = home.any_job()
        jump = home.chance.choice([30 * DAY, -30 * DAY, 3_600.0, -3_600.0])
        program = home.start(job, jump=jump, looks=home.chance.randrange(12))
        if number % 2:
            home.pause(job)
            if program.is_running():
                os.kill(program.pid, signal.SIGKILL)
        done = home.ended(program)
        assert done.returncode in (*ENDED, -signal.SIGKILL), done.stderr.decode()
        check(home, number, f"{job}, {jump}")


WAYS = {
    told_to_end: (2, 60),
    killed_at_random: (2, 200),
    killed_at_commits: (4, 60),
    stopped_and_resumed: (1, 30),
    clock_jumped: (2, 20),
}


def test_nothing_is_lost_twice_or_left_behind_by_a_few_interruptions(home: InterruptedHome) -> None:
    for way, (few, _) in WAYS.items():
        way(home, few)
    assert home.problems() == []


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_nothing_is_lost_twice_or_left_behind_by_many_interruptions(home: InterruptedHome, way: object) -> None:
    way(home, WAYS[way][1])  # type: ignore[operator, index]
    if way is not told_to_end:
        assert home.resumed > 0, "nothing was really tried"
    if way is stopped_and_resumed:
        assert home.lost > 0, "nothing was really tried"
