"""Skills of an owner: instructions for changing a text, in the Agent Skills format, with their other files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

MAX_SKILLS: Final = 100
MAX_DESCRIPTION: Final = 1_024
MAX_INSTRUCTIONS: Final = 100_000


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill. Names of one owner are unique. `title` is its name for people.

    `files` are the other text files of its folder, by their paths. None of them is ever run. A skill without an owner
    comes with the program.
    """

    id: str
    owner: str
    name: str
    description: str
    instructions: str
    changed: datetime
    title: str = ""
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with the program."""
        return not self.owner

    @property
    def has_scripts(self) -> bool:
        """Whether its folder has programs, which are kept and never run."""
        return any(path.startswith("scripts/") for path in self.files)
