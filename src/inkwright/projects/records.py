"""What is known of a project, of a block, and of a text that a block has or had."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Project:
    """A named place of one owner."""

    id: str
    owner: str
    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of content in a project's tree. Its texts are numbered from 1 on: `version` and `characters` are those
    of the text that it has now, which is read apart from it.
    """

    id: str
    project_id: str
    owner: str
    parent_id: str | None
    name: str
    position: int
    version: int
    characters: int
    created: datetime
    changed: datetime


@dataclass(frozen=True, slots=True)
class TextVersion:
    """A text that a block has or had."""

    version: int
    characters: int
    written: datetime
