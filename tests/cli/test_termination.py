"""SIGTERM and SIGHUP: the program stops in good order, and says so by its exit code."""

import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.chat.chat_program import Mind, on_a_pipe, says, world
from tests.clocks import PATIENCE
from tests.llm.fake_provider import Answer, Received
from tests.programs import StartedProgram

MODEL = ("--model", "openai:gpt-5")


class HoldingMind(Mind):
    """Tells when it begins to say what never ends."""

    def __init__(self, script: Sequence[Answer]) -> None:
        super().__init__(script)
        self.holds = threading.Event()

    def _reply(self, received: Received) -> Answer:
        answer = super()._reply(received)
        if answer.hold:
            self.holds.set()
        return answer


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["terminated", "hung up"])
@pytest.mark.parametrize(
    ("arguments", "typed"), [(("ask", "Tell me"), b""), (("chat",), b"Tell me\nAnd more\n")], ids=["ask", "chat"]
)
def test_a_turn_ends_and_nothing_is_left_running_or_behind(
    arguments: tuple[str, ...], typed: bytes, number: signal.Signals, tmp_path: Path
) -> None:
    with HoldingMind([says("A long story", hold=True)]) as mind:
        environ = {**world(tmp_path, mind=mind), "TMPDIR": str(tmp_path / "tmp")}
        (tmp_path / "tmp").mkdir()
        program = StartedProgram((*arguments, "--json", *MODEL), stdin=typed, cwd=tmp_path, env=environ)
        assert mind.holds.wait(PATIENCE)
        os.kill(program.pid, number)
        done = program.wait()
    assert done.returncode == 14, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    assert on_a_pipe(tmp_path, "resume").stdout == "There are no unfinished requests.\n"
    assert list((tmp_path / "tmp").iterdir()) == []
