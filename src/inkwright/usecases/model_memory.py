"""What tests have shown of models, kept in the home folder. It is a memory and no truth: without it all works."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from inkwright.llm.models import Abilities
from inkwright.llm.names import LOCAL, ModelName
from inkwright.llm.providers import expected_abilities
from inkwright.settings import write_privately

FILE_NAME: Final = "models.json"
_SEEN: Final = ("can_call_tools", "can_follow_schema", "can_stream")


class ModelMemory:
    """Abilities by the name of the model. A file that is broken counts as empty."""

    def __init__(self, home: Path) -> None:
        self._path = home / FILE_NAME
        self._models = _read(self._path)

    def is_tested(self, name: ModelName) -> bool:
        """Whether this model was ever tested here."""
        return str(name) in self._models

    def abilities(self, name: ModelName) -> Abilities:
        """What is expected of the model, corrected by what was seen of it."""
        seen = self._models.get(str(name), {})
        known = {key: seen[key] for key in _SEEN if isinstance(seen.get(key), bool)}
        return replace(expected_abilities(name), **known)

    def remember(self, name: ModelName, abilities: Abilities, when: datetime) -> None:
        """Keep what was seen. The embedded model is known, and is not remembered."""
        if name.provider == LOCAL:
            return
        seen = {key: getattr(abilities, key) for key in _SEEN}
        self._models = {**self._models, str(name): {**seen, "tested": when.isoformat(timespec="seconds")}}
        write_privately(self._path, json.dumps(self._models, ensure_ascii=False, indent=2) + "\n")


def _read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: seen for name, seen in found.items() if isinstance(seen, dict)}
