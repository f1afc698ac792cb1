"""What a process leaves when it dies is removed by the next one; what living ones use is not touched."""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from inkwright.artifacts.temporary_files import process_folder, remove_leftovers, unfinished_file
from tests.clocks import PATIENCE


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for temporary files in which nothing of others is."""
    root = tmp_path / "tmp"
    root.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(root))
    monkeypatch.setattr("inkwright.artifacts.temporary_files._FOLDERS", {})
    return root


def in_another_process(work: Callable[[], None]) -> None:
    """Do the work in a copy of this process, which is killed then."""
    child = os.fork()
    if child == 0:
        work()
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)


def test_the_folder_and_the_unfinished_files_of_a_dead_process_are_removed_and_its_other_files_stay(
    root: Path, tmp_path: Path
) -> None:
    writing: list[contextlib.AbstractContextManager[None]] = []

    def work() -> None:
        (process_folder() / "profile").mkdir()
        for name in ("a.part", "kept.docx"):
            writing.append(unfinished_file(tmp_path / name))
            writing[-1].__enter__()
            (tmp_path / name).write_text("half")

    in_another_process(work)
    assert len(list(root.iterdir())) == 1
    remove_leftovers()
    assert list(root.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.docx", "tmp"]


def test_a_living_process_keeps_its_folder_and_the_next_one_gets_another(root: Path, tmp_path: Path) -> None:
    mine = process_folder()
    assert process_folder() == mine
    with unfinished_file(tmp_path / "b.part"):
        (tmp_path / "b.part").write_text("half")
        in_another_process(remove_leftovers)
        in_another_process(lambda: None if process_folder() != mine else os._exit(1))
        assert (tmp_path / "b.part").exists()
    assert not (tmp_path / "b.part").exists()
    remove_leftovers()
    assert list(root.iterdir()) == [mine]


def test_a_program_that_still_uses_the_folder_of_a_dead_process_is_stopped(root: Path) -> None:
    in_another_process(lambda: (process_folder() / "profile").mkdir())
    (folder,) = root.iterdir()
    waiting = "import sys; print('started', flush=True); sys.stdin.read()"
    command = [sys.executable, "-c", waiting, str(folder / "profile")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()  # A program that is just being started has no arguments yet.
        remove_leftovers()
        assert program.wait(PATIENCE) == -signal.SIGKILL
    assert list(root.iterdir()) == []


def test_links_and_folders_without_a_lock_are_left_alone(root: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    (theirs / "unfinished").mkdir(parents=True)
    (theirs / "lock").touch()
    (root / "inkwright-link").symlink_to(theirs)
    (root / "inkwright-other").mkdir()
    (root / f".inkwright-{os.getpid()}-new").mkdir()
    (root / ".inkwright-999999999-dead").mkdir()
    remove_leftovers()
    assert sorted(path.name for path in root.iterdir()) == [
        f".inkwright-{os.getpid()}-new", "inkwright-link", "inkwright-other"
    ]  # fmt: skip
    assert (theirs / "lock").exists()


def test_a_process_that_is_killed_while_it_removes_its_folder_leaves_nothing_for_long(root: Path) -> None:
    filling = (
        "from inkwright.artifacts.temporary_files import process_folder\n"
        "folder = process_folder()\n"
        "[(folder / f'zz{number}').touch() for number in range(3_000)]\n"
        "print(folder, flush=True)\n"
    )
    environment = {**os.environ, "TMPDIR": str(root)}
    with subprocess.Popen([sys.executable, "-c", filling], stdout=subprocess.PIPE, text=True, env=environment) as dying:
        assert dying.stdout is not None
        folder = Path(dying.stdout.readline().strip())
        while (folder / "lock").exists():
            pass
        dying.kill()
    remove_leftovers()
    assert list(root.iterdir()) == []


PDF = """
from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document

assert build_document(read_document("# Rain\\n\\nIt rains."), "pdf").main.startswith(b"%PDF")
"""


def test_what_a_worker_has_made_is_removed_with_its_program(root: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(root)}
    subprocess.run([sys.executable, "-c", PDF], env=environment, check=True)
    assert list(root.iterdir()) == []
