"""`inkwright help`: the same texts as `--help`."""

from pathlib import Path

from tests.cli.test_main import inkwright


def test_it_shows_what_the_flag_shows(tmp_path: Path) -> None:
    for words in ((), ("quiz", "take")):
        asked, flag = inkwright("help", *words, cwd=tmp_path), inkwright(*words, "--help", cwd=tmp_path)
        assert (asked.returncode, asked.stdout) == (0, flag.stdout)


def test_an_unknown_command_is_wrong_usage_with_a_suggestion(tmp_path: Path) -> None:
    done = inkwright("help", "quizz", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean 'quiz'?" in done.stderr
