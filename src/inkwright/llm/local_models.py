"""The installed local models: one record per model in the home folder, next to its weights."""

import contextlib
import json
import os
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from inkwright.llm.gguf import WeightsHeader
from inkwright.settings import write_private_file

FOLDER: Final = "models"
CONTEXT_CHOICES: Final = (16_384, 8_192, 4_096, 2_048)
_MEMORY_SHARE: Final = 0.8
"""The share of the free memory that a model may take."""
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_MEMORY_INFO: Final = Path("/proc/meminfo")


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model on this machine. `origin` says where it is from: an address, or the file that a person added."""

    name: str
    path: str
    origin: str
    size: int
    sha256: str = ""
    licence: str = ""
    context_tokens: int = CONTEXT_CHOICES[1]

    @property
    def is_here(self) -> bool:
        """Whether the file with the weights still exists."""
        return Path(self.path).is_file()


class LocalModels:
    """The records in the home folder. A broken record counts as missing."""

    def __init__(self, home: Path) -> None:
        self.folder = home / FOLDER

    def all(self) -> list[InstalledModel]:
        """Return all models, the one installed last first."""
        found = [(path, self._read(path)) for path in self.folder.glob("*.json")]
        kept = [(path, model) for path, model in found if model is not None]
        return [model for _, model in sorted(kept, key=lambda pair: (-_changed(pair[0]), pair[1].name))]

    def get(self, name: str) -> InstalledModel | None:
        """Return the model of this name."""
        return self._read(self.record_path(name)) if is_model_file_name(name) else None

    def save(self, model: InstalledModel) -> None:
        """Write the record of a model."""
        write_private_file(self.record_path(model.name), json.dumps(asdict(model), ensure_ascii=False, indent=2) + "\n")

    def remove(self, model: InstalledModel) -> bool:
        """Delete the record, and the weights if they are in this folder; return whether weights were deleted."""
        weights = Path(model.path)
        is_ours = weights.parent == self.folder
        if is_ours:
            weights.unlink(missing_ok=True)
        for path in (self.record_path(model.name), self.threads_path(model.name)):
            path.unlink(missing_ok=True)
        return is_ours

    def record_path(self, name: str) -> Path:
        """Return the path of a record."""
        return self.folder / f"{name}.json"

    def threads_path(self, name: str) -> Path:
        """Return the file with the number of threads that was measured for a model."""
        return self.folder / f"{name}.threads"

    def _read(self, path: Path) -> InstalledModel | None:
        with contextlib.suppress(OSError, ValueError, TypeError, RecursionError):
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            model = InstalledModel(
                **{field.name: found[field.name] for field in fields(InstalledModel) if field.name in found}
            )
            if model.name == path.stem and model.context_tokens in CONTEXT_CHOICES:
                return model
        return None


def is_model_file_name(name: str) -> bool:
    """Whether a name can be the name of a local model, and so of a file."""
    return _NAME.fullmatch(name) is not None and not name.endswith(".part")


def name_from_file(path: Path) -> str:
    """Return a name for the weights in a file, such as `mistral-7b-q4`."""
    plain = re.sub(r"[^a-z0-9._-]+", "-", path.name.lower().removesuffix(".gguf")).strip("-._")
    return plain[:64].strip("-._") or "model"


def context_for(header: WeightsHeader, size: int, memory: int) -> int:
    """Return the longest context that the model was trained for and that fits into the memory, with the weights."""
    for tokens in CONTEXT_CHOICES:
        needed = size + tokens * header.context_bytes_per_token
        if needed <= memory * _MEMORY_SHARE and tokens <= (header.context_tokens or tokens):
            return tokens
    return CONTEXT_CHOICES[-1]


def free_memory() -> int:
    """Return the bytes of memory that programs can still take; of all memory where the system does not say."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in _MEMORY_INFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
