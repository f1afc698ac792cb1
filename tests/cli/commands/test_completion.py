"""`inkwright completion`: a script for each shell."""

from pathlib import Path

from tests.cli.test_main import inkwright


def test_a_script_is_printed_and_nothing_else(tmp_path: Path) -> None:
    for shell, part in (("bash", "complete -o"), ("zsh", "#compdef"), ("fish", "complete -c inkwright")):
        done = inkwright("completion", shell, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
        assert (done.returncode, done.stderr, part in done.stdout) == (0, "", True)
    assert not (tmp_path / "home").exists()


def test_another_shell_is_wrong_usage(tmp_path: Path) -> None:
    done = inkwright("completion", "csh", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
