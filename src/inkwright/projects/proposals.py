"""Proposed edits of a block: stored with their hunks, accepted or rejected hunk by hunk, and undone."""

import difflib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from inkwright.projects.anchored_edits import EditHunk
from inkwright.projects.blocks import Author

HunkStatus = Literal["pending", "accepted", "rejected"]
ProposalState = Literal["open", "accepted", "rejected", "partly_accepted"]
_MIN_CONTEXT: Final = 8
"""How many characters on each side of a hunk must be unchanged for it to be found again."""
_NEAR: Final = 4
"""As many are enough if everything on one side of a hunk is unchanged, to the end of the text."""
_MAX_SEARCHED: Final = 400_000_000
"""How many characters are searched for the hunks of a proposal, roughly; no more are found again."""


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


def locate_again(proposal: Proposal, content: str, current: str) -> Proposal | None:
    """Return the proposal with its hunks in a text that was changed elsewhere; None if a place is not clear any more.

    The content is the version that the proposal is based on. A hunk is found by what stands around it there.
    """
    if len(proposal.hunks) * (len(content) + len(current)) > _MAX_SEARCHED:
        return None
    hunks: list[ProposalHunk] = []
    end = 0
    sides = _unchanged_sides(content, current)
    for hunk in proposal.hunks:
        span = (hunk.start, hunk.start + len(hunk.current))
        start = _same_place(content, current, *span)
        if start is None:
            start = _beside_the_change(content, current, span, sides)
        if start is None or start < end:
            return None
        hunks.append(replace(hunk, start=start))
        end = start + len(hunk.current)
    return replace(proposal, hunks=tuple(hunks))


def _same_place(content: str, current: str, start: int, end: int) -> int | None:
    """Return where the text between `start` and `end` is in the current text: the only place with the same
    surroundings, as many as make it the only one in the content too.
    """
    width = _MIN_CONTEXT
    while True:
        first, last = max(0, start - width), min(len(content), end + width)
        around = content[first:last]
        if (first, last) == (0, len(content)) or content.find(around) == content.rfind(around):
            break
        width *= 2
    found = current.find(around)
    if not around or found < 0 or found != current.rfind(around):
        return None
    return None if _is_cut(content, current, (first, last), found) else found + start - first


def _is_cut(content: str, current: str, window: tuple[int, int], found: int) -> bool:
    """Whether a window at the beginning or the end of the content has something beside it now."""
    first, last = window
    before, after = current[:found][-1:], current[found + last - first :][:1]
    return (first == 0 and before not in ("", "\n")) or (last == len(content) and after not in ("", "\n"))


def _unchanged_sides(content: str, current: str) -> tuple[int, int]:
    """Return how many characters at the beginning and at the end of two texts are the same, without overlap."""
    before = _common_beginning(content, current)
    return before, _common_beginning(content[before:][::-1], current[before:][::-1])


def _common_beginning(first: str, second: str) -> int:
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[low:middle] == second[low:middle] else (low, middle - 1)
    return low


def _beside_the_change(content: str, current: str, span: tuple[int, int], sides: tuple[int, int]) -> int | None:
    """Return where a place is that is wholly before or after everything that has changed, if no other place is like
    it.
    """
    first, last = max(0, span[0] - _NEAR), min(len(content), span[1] + _NEAR)
    around, moved = content[first:last], len(current) - len(content)
    if not around or content.find(around) != content.rfind(around) or current.find(around) != current.rfind(around):
        return None
    shift = 0 if last <= sides[0] else moved if first >= len(content) - sides[1] else None
    if shift is None or _is_cut(content, current, (first, last), first + shift):
        return None
    return span[0] + shift


def proposal_diff(proposal: Proposal, content: str) -> str:
    """Return a unified diff of what is still to be decided."""
    pending = [number for number, hunk in enumerate(proposal.hunks) if hunk.status == "pending"]
    after, _ = decide(proposal, content, pending, "accepted")
    before_lines, after_lines = content.splitlines(), after.splitlines()
    return "\n".join(difflib.unified_diff(before_lines, after_lines, "now", "proposed", lineterm="", n=2))
