"""The question before a provider is used: asked at a terminal alone, in the person's language."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands.test_models import at_a_terminal
from tests.clocks import PATIENCE

ASKING = """
import sys
from pathlib import Path
from inkwright.cli.consent import provider_consent
from inkwright.cli.shell import Shell
from inkwright.llm.discovery import KeyProposal
from inkwright.llm.model_names import ModelName
from inkwright.settings import load_settings
settings = load_settings(flags={}, environ={}, folder=Path("."), home=Path("."))
ask = provider_consent(Shell(settings, sys.argv[1], sys.stdout, sys.stdin.buffer))
print(ask and ask(KeyProposal(ModelName("openai"), "OPENAI_API_KEY", "api.openai.com")))
"""


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y\n", "True"), ("YES\n", "True"), ("是\n", "True"), ("n\n", "False"), ("\n", "False"), ("\x04", "None")],
)
def test_yes_is_yes_anything_less_is_no_and_an_end_is_no_answer(tmp_path: Path, typed: str, answer: str) -> None:
    _, out, seen = at_a_terminal([sys.executable, "-c", ASKING, "en"], typed, tmp_path / "home")
    assert out.strip() == answer
    assert (
        "OPENAI_API_KEY holds a key for openai. May Inkwright send your text to openai (api.openai.com)? [y/N]" in seen
    )


def test_the_question_is_asked_in_chinese_too(tmp_path: Path) -> None:
    _, out, seen = at_a_terminal([sys.executable, "-c", ASKING, "zh"], "否\n", tmp_path / "home")
    assert out.strip() == "False"
    assert "是否允许把你写的内容发送给 openai（api.openai.com）？" in seen


def test_ctrl_c_stops_and_answers_nothing(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-c", ASKING, "en"]
    with subprocess.Popen(command, stdin=slave, stdout=subprocess.PIPE, stderr=slave, cwd=tmp_path) as process:
        os.close(slave)
        seen = b""
        while b"[y/N]" not in seen:
            seen += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    os.close(master)
    assert (process.returncode == 0, out) == (False, b"")


def test_where_the_input_is_no_terminal_nobody_is_asked(tmp_path: Path) -> None:
    command = ["sh", "-c", '"$0" -c "$1" en < /dev/null', sys.executable, ASKING]
    _, out, seen = at_a_terminal(command, "", tmp_path / "home")
    assert (out.strip(), seen) == ("None", "")
