"""The scripts that complete in shells, run by the shells themselves."""

import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pexpect
import pytest

from inkwright.cli.command_registry import find_commands
from inkwright.cli.completion_scripts import SCRIPTS, completion_rules
from inkwright.cli.main import all_parsers
from inkwright.examples.script import EXAMPLE_NAMES
from tests.clocks import PATIENCE

BASH = """
source {script}
COMP_WORDS=({words})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_inkwright
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
INTERACTIVE = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"]}
PREPARED = "inkwright() {{ printf '<%s>' \"$@\"; }}; {setup} . {script}; echo READ''Y"
SETUP = {"bash": "bind 'set enable-bracketed-paste off';", "zsh": "autoload -Uz compinit; compinit -D;"}


@cache
def script(shell: str) -> str:
    return SCRIPTS[shell](completion_rules(*all_parsers("en")))


def saved(shell: str, folder: Path) -> Path:
    path = folder / f"completion.{shell}"
    path.write_text(script(shell), encoding="utf-8")
    return path


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last word."""
    program = BASH.format(script=saved("bash", folder), words=shlex.join(["inkwright", *words]))
    done = subprocess.run(["bash", "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_bash_completes_commands_actions_options_and_values(tmp_path: Path) -> None:
    assert completed(tmp_path, "") == [*find_commands()]
    assert completed(tmp_path, "comp") == ["completion"]
    assert completed(tmp_path, "quiz", "") == ["convert", "lint", "take"]
    assert completed(tmp_path, "make", "slides", "--fr") == ["--from"]
    assert completed(tmp_path, "--language", "zh", "make", "slides", "--answ") == ["--answers"]
    assert completed(tmp_path, "example", "") == [*EXAMPLE_NAMES]
    assert completed(tmp_path, "ask", "--color", "a") == ["auto", "always"]
    assert completed(tmp_path, "completion", "") == ["bash", "zsh", "fish"]


@pytest.mark.parametrize("shell", INTERACTIVE)
def test_tab_completes_commands_and_paths_at_a_prompt(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "river notes.md").write_text("", encoding="utf-8")
    environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "TERM": "dumb", "LANG": "C.UTF-8", "PS1": "$ "}
    terminal: Any = pexpect.spawn(
        shell,
        INTERACTIVE[shell],
        cwd=str(tmp_path),
        env=environ,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(24, 500),
    )
    terminal.sendline(PREPARED.format(setup=SETUP[shell], script=saved(shell, tmp_path)))
    terminal.expect("READY")
    for typed, seen in (
        ("inkwright doct\t\n", "<doctor>"),
        ("inkwright check riv\t\n", "<check><river notes.md>"),
        ("inkwright make slides --from riv\t\n", "<make><slides><--from><river notes.md>"),
    ):
        terminal.send(typed)
        terminal.expect_exact(seen)
    terminal.close(force=True)


@pytest.mark.parametrize("shell", SCRIPTS)
def test_every_script_is_valid_in_its_shell(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", str(saved(shell, tmp_path))], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_with_what_a_command_does(tmp_path: Path) -> None:
    def offered(line: str) -> list[str]:
        program = f"source {saved('fish', tmp_path)}; complete -C {shlex.quote(line)}"
        environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
        done = subprocess.run(
            ["fish", "--no-config", "-c", program],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.splitlines()

    assert offered("inkwright comp")[0].split("\t")[0] == "completion"
    assert "take\ttake a quiz here, one question at a time, with feedback and a score" in offered("inkwright quiz t")
    assert [line.split("\t")[0] for line in offered("inkwright ask --color a")] == ["always", "auto"]
