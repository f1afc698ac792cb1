"""Remember what tests have shown about models."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.llm.model_names import LOCAL, ModelName
from inkwright.llm.models import Abilities
from inkwright.llm.providers import expected_abilities
from inkwright.settings import write_private_file

MEMORY_FILE: Final = "models.json"
_TESTED_ABILITIES: Final = ("can_call_tools", "can_follow_schema", "can_stream")
_SMALL_MODEL_ABILITIES: Final = ("is_weak", "is_english_only")
"""Tested only where a model is expected to be weak."""


class ModelMemory:
    """Abilities by the name of the model. A broken file counts as empty."""

    def __init__(self, home: Path) -> None:
        self._path = home / MEMORY_FILE
        self._models = _read_memory(self._path)

    def is_tested(self, name: ModelName) -> bool:
        """Whether this model was tested on this machine."""
        return str(name) in self._models

    def abilities(self, name: ModelName) -> Abilities:
        """Return the expected abilities of the model, corrected by its tests."""
        seen = self._models.get(str(name), {})
        expected = expected_abilities(name)
        known = {key: seen[key] for key in _tested(expected) if isinstance(seen.get(key), bool)}
        return replace(expected, **known)

    def remember(self, name: ModelName, abilities: Abilities, when: datetime) -> None:
        """Store the tested abilities. Those of the embedded model are known, and not stored."""
        if name == ModelName(LOCAL):
            return
        seen = {key: getattr(abilities, key) for key in _tested(expected_abilities(name))}
        self._models = {**self._models, str(name): {**seen, "tested": when.isoformat(timespec="seconds")}}
        self._write()

    def forget(self, name: ModelName) -> None:
        """Forget a model that was removed."""
        if str(name) in self._models:
            self._models = {other: seen for other, seen in self._models.items() if other != str(name)}
            self._write()

    def _write(self) -> None:
        write_private_file(self._path, json.dumps(self._models, ensure_ascii=False, indent=2) + "\n")


def _tested(expected: Abilities) -> tuple[str, ...]:
    return (*_TESTED_ABILITIES, *(_SMALL_MODEL_ABILITIES if expected.is_weak else ()))


def _read_memory(path: Path) -> Mapping[str, Mapping[str, Any]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: seen for name, seen in found.items() if isinstance(seen, dict)}
