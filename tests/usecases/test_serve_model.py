"""Serving the embedded model: what is refused before anything is loaded. `tests/cli/test_model.py` serves for real."""

import socket
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.llm.local import is_installed
from inkwright.usecases.serve_model import serve_model
from tests.bare_python import BarePython

SERVING = """
from inkwright.errors import ModelNotInstalled
from inkwright.usecases.serve_model import serve_model
try:
    with serve_model(0, ""):
        print("served")
except ModelNotInstalled as error:
    print(error)
"""


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright model install")
@pytest.mark.parametrize("address", ["127.0.0.1", "0.0.0.0"])
def test_a_port_where_another_program_listens_is_refused(address: str) -> None:
    with socket.socket() as other:
        other.bind((address, 0))
        other.listen()
        port = other.getsockname()[1]
        with (
            pytest.raises(InvalidOption, match=f"--port={port} is not possible. Another program"),
            serve_model(port, ""),
        ):
            pass


def test_without_the_model_it_says_how_to_get_it(tmp_path: Path) -> None:
    done = BarePython(tmp_path).run("-c", SERVING)
    assert done.stderr == ""
    assert done.stdout == (
        "The model local needs something that is not installed: the library or the weights (200 MB). "
        "Install it: inkwright model install\n"
    )
