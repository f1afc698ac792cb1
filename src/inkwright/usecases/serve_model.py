"""Serve the embedded model to other programs on this machine, as an OpenAI-compatible endpoint on loopback."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

from inkwright.errors import InvalidOption, ModelNotInstalled
from inkwright.llm.local import INSTALL, NAME, is_installed
from inkwright.llm.local_engine import load, remember_threads, remembered_threads, weights_path


@contextlib.contextmanager
def serve_model(port: int, api_key: str, memory: Path | None = None) -> Iterator[str]:
    """The address, for as long as the context lasts. Without a key every program of this machine may ask.

    `memory` is the file that keeps how many threads are best here.
    """
    weights = weights_path()
    if not is_installed() or weights is None:
        raise ModelNotInstalled(model=NAME, problem="the library or the weights (200 MB)", command=INSTALL)
    if port and _is_taken(port):
        raise InvalidOption(option="--port", value=port, allowed="Another program listens there; choose another one.")
    engine = load(weights, threads=remembered_threads(memory), port=port, api_key=api_key)
    remember_threads(memory, engine.threads)
    yield engine.address


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
    return False
