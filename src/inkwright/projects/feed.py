"""The feed of a project: every change by any page, button, run or agent, numbered from 1 without gaps."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from inkwright.projects.blocks import Author

FeedKind = Literal[
    "block_added",
    "block_changed",
    "block_updated",
    "block_renamed",
    "block_moved",
    "blocks_removed",
    "blocks_restored",
    "phase_changed",
    "profile_chosen",
    "proposal_added",
    "proposal_decided",
    "persona_changed",
    "evaluation_added",
]


@dataclass(frozen=True, slots=True)
class ChangeOrigin:
    """When a change is made, by whom, and why."""

    at: datetime
    author: Author = "person"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One change. `block_ids` are the blocks that changed; `version` is that of the text, if one was written.

    `stale_ids` are the blocks that are out of date since. `subject` is the name of the block, the id of a proposal, or
    the code of a phase.
    """

    number: int
    kind: FeedKind
    origin: ChangeOrigin
    block_ids: tuple[str, ...] = ()
    version: int | None = None
    subject: str = ""
    stale_ids: tuple[str, ...] = ()
