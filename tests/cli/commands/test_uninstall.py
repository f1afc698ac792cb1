"""`inkwright uninstall`: it says what stays, and deletes only on request."""

from pathlib import Path

from tests.cli.test_main import inkwright


def stored(folder: Path) -> Path:
    home = folder / "home"
    home.mkdir()
    (home / "inkwright.db").write_bytes(b"1")
    return home


def test_it_says_what_stays_and_how_to_remove_the_program_and_deletes_nothing(tmp_path: Path) -> None:
    home = stored(tmp_path)
    done = inkwright("uninstall", cwd=tmp_path, INKWRIGHT_HOME=str(home))
    assert (done.returncode, done.stderr) == (0, "")
    assert str(home) in done.stdout
    assert "(inkwright.db)" in done.stdout
    assert "Remove the program itself with:\n  " in done.stdout
    assert home.exists()


def test_without_a_terminal_data_is_deleted_only_with_yes(tmp_path: Path) -> None:
    home = stored(tmp_path)
    refused = inkwright("uninstall", "--purge", cwd=tmp_path, INKWRIGHT_HOME=str(home), stdin="yes\n")
    assert (refused.returncode, home.exists()) == (2, True)
    assert "needs --yes" in refused.stdout
    done = inkwright("uninstall", "--purge", "--yes", cwd=tmp_path, INKWRIGHT_HOME=str(home))
    assert (done.returncode, home.exists()) == (0, False)
    assert f"Deleted {home}." in done.stdout


def test_where_nothing_was_stored_nothing_is_deleted(tmp_path: Path) -> None:
    done = inkwright("uninstall", "--purge", "--yes", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, "has stored nothing" in done.stdout) == (0, True)


def test_yes_without_purge_deletes_nothing(tmp_path: Path) -> None:
    home = stored(tmp_path)
    assert inkwright("uninstall", "--yes", cwd=tmp_path, INKWRIGHT_HOME=str(home)).returncode == 0
    assert home.exists()
