"""Trust in folders: whether the settings of a folder may decide where data goes, and its instructions are followed.

Trust is stored in the home folder. It holds for one folder and for exactly the values that the person has seen; that in
a file of instructions holds for its path and its text.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

TRUST_FILE: Final = "trusted.json"


@dataclass(frozen=True, slots=True)
class FolderAnswer:
    """What the person said about the settings of a folder. `digest` is that of the values."""

    digest: str
    is_trusted: bool


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """The settings of a folder that need trust, as written in its file; or a file of instructions with its text.

    `answer` is what the person said about exactly these values; None if they were not asked.
    """

    folder: Path
    values: Mapping[str, object]
    answer: bool | None = None

    @property
    def digest(self) -> str:
        """A digest of the values, regardless of their order and the comments between them."""
        written = json.dumps(self.values, sort_keys=True, default=str)
        return hashlib.sha256(written.encode()).hexdigest()


def folder_settings(home: Path, folder: Path, values: Mapping[str, object]) -> FolderSettings:
    """Return the settings of a folder that need trust, with the person's answer if there is one."""
    found = FolderSettings(folder.resolve(), values)
    stored = read_answers(home).get(str(found.folder))
    is_answered = stored is not None and stored.digest == found.digest
    return FolderSettings(found.folder, values, stored.is_trusted if stored and is_answered else None)


def read_answers(home: Path) -> dict[str, FolderAnswer]:
    """Return the answers by folder. A broken file counts as empty: the person is asked again."""
    try:
        found = json.loads((home / TRUST_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    rows = found.items() if isinstance(found, dict) else ()
    return {folder: answer for folder, row in rows if (answer := _answer(row)) is not None}


def answers_text(answers: Mapping[str, FolderAnswer]) -> str:
    """Return the answers in the format of the file."""
    rows = {folder: {"digest": each.digest, "trusted": each.is_trusted} for folder, each in sorted(answers.items())}
    return json.dumps(rows, indent=2) + "\n"


def _answer(row: Any) -> FolderAnswer | None:
    if not isinstance(row, dict) or not isinstance(row.get("digest"), str):
        return None
    return FolderAnswer(row["digest"], row.get("trusted") is True)
