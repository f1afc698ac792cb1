"""The very beginning of the program: who stops it there sees no traceback."""

import subprocess
import sys

import pytest

from inkwright.cli import entry, exit_codes

_STOPPED = """
import sys

class Stopping:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stopping())
from inkwright.cli.entry import main
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["inkwright.cli.main", "inkwright.i18n", "inkwright.errors"])
def test_a_program_that_is_stopped_while_it_loads_ends_without_a_word(module: str) -> None:
    stopped = subprocess.run([sys.executable, "-c", _STOPPED, module], capture_output=True, check=False)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (entry.INTERRUPTED, b"", b"")


def test_nothing_slow_is_imported_before_a_stop_is_caught() -> None:
    program = "import sys; known = set(sys.modules); import inkwright.cli.entry; print(*{*sys.modules} - known)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout.split()
    assert {"typing", "re", "enum", "pathlib"}.isdisjoint(loaded)
    assert len(loaded) < 12


def test_the_exit_code_is_the_one_of_a_program_that_is_stopped_later() -> None:
    assert entry.INTERRUPTED == exit_codes.INTERRUPTED


def test_the_entry_runs_the_program() -> None:
    command = [sys.executable, "-m", "inkwright.cli.entry", "--version"]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert said.startswith("inkwright ")


_LEAVING = """
import atexit, sys, threading

class Freed:
    def __del__(self):
        print("freed")

kept = Freed()
from inkwright.cli.entry import main
code = main()
finish = threading.Event()
threading.Thread(target=lambda: (finish.wait(), print("thread"))).start()
atexit.register(print, "registered")
finish.set()
sys.exit(code)
"""


def test_the_end_waits_for_threads_and_what_is_registered_but_does_not_free_memory_piece_by_piece() -> None:
    left = subprocess.run([sys.executable, "-c", _LEAVING, "--version"], capture_output=True, check=False, text=True)
    assert (left.returncode, left.stderr) == (0, "")
    assert left.stdout.splitlines()[1:] == ["thread", "registered"]


def test_the_exit_code_of_a_command_that_fails_is_kept() -> None:
    left = subprocess.run([sys.executable, "-m", "inkwright", "--nonsense"], capture_output=True, check=False)
    assert left.returncode == exit_codes.USAGE
    assert left.stderr
