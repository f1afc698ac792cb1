"""Proposed edits of a block: stored with their hunks, accepted or rejected hunk by hunk, and undone."""

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from inkwright.projects.anchored_edits import EditHunk
from inkwright.projects.blocks import Author

HunkStatus = Literal["pending", "accepted", "rejected"]
ProposalState = Literal["open", "accepted", "rejected", "partly_accepted"]


@dataclass(frozen=True, slots=True)
class ProposalHunk:
    """A hunk of a proposal. `start` is its place in the text on which the proposal is based."""

    start: int
    old: str
    new: str
    status: HunkStatus = "pending"

    @property
    def current(self) -> str:
        """What the text has at this place now."""
        return self.new if self.status == "accepted" else self.old


@dataclass(frozen=True, slots=True)
class Proposal:
    """Changes of a block that wait for a person.

    `based_on` is the version of the text in which the hunks are located. When hunks are accepted, it is the version
    that this made.
    """

    id: str
    project_id: str
    block_id: str
    owner: str
    based_on: int
    created: datetime
    summary: str
    author: Author
    hunks: tuple[ProposalHunk, ...]

    @property
    def state(self) -> ProposalState:
        """What became of it."""
        statuses = {each.status for each in self.hunks}
        if "pending" in statuses:
            return "open"
        if len(statuses) > 1:
            return "partly_accepted"
        return "accepted" if "accepted" in statuses else "rejected"


def proposal_hunks(hunks: Sequence[EditHunk]) -> tuple[ProposalHunk, ...]:
    """Return hunks that wait for a decision."""
    return tuple(ProposalHunk(each.start, each.old, each.new) for each in hunks)


def hunks_between(old: str, new: str) -> tuple[EditHunk, ...]:
    """Return the lines in which two texts differ."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    codes = difflib.SequenceMatcher(None, before, after).get_opcodes()
    return tuple(
        EditHunk(starts[first], "".join(before[first:last]), "".join(after[new_first:new_last]))
        for kind, first, last, new_first, new_last in codes
        if kind != "equal"
    )


def decide(proposal: Proposal, content: str, chosen: Collection[int], status: HunkStatus) -> tuple[str, Proposal]:
    """Return the text and the proposal after some of its hunks have got a status; pending undoes a decision.

    The content is the version that the proposal is based on. Hunks are chosen by their numbers from 0.
    """
    parts: list[str] = []
    hunks: list[ProposalHunk] = []
    end = length = 0
    for number, hunk in enumerate(proposal.hunks):
        between = content[end : hunk.start]
        changed = replace(hunk, status=status) if number in chosen else hunk
        start = length + len(between)
        hunks.append(replace(changed, start=start))
        parts += [between, changed.current]
        end, length = hunk.start + len(hunk.current), start + len(changed.current)
    return "".join([*parts, content[end:]]), replace(proposal, hunks=tuple(hunks))


def proposal_diff(proposal: Proposal, content: str) -> str:
    """Return a unified diff of what is still to be decided."""
    pending = [number for number, hunk in enumerate(proposal.hunks) if hunk.status == "pending"]
    after, _ = decide(proposal, content, pending, "accepted")
    before_lines, after_lines = content.splitlines(), after.splitlines()
    return "\n".join(difflib.unified_diff(before_lines, after_lines, "now", "proposed", lineterm="", n=2))
