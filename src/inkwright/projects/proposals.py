"""Proposed edits of a block: stored with their hunks, accepted or rejected hunk by hunk, and undone."""

import difflib
from collections.abc import Collection, Mapping, Sequence
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
    """A hunk of a proposal. `start` is its place in the text on which the proposal is based; or in the version
    `based_on`, if its place had changed when other hunks were accepted: then it has no place in the newer text.
    """

    start: int
    old: str
    new: str
    status: HunkStatus = "pending"
    based_on: int | None = None

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

    The content is the version that the proposal is based on. Hunks are chosen by their numbers from 0. One that has no
    place in the content changes nothing there.
    """
    parts: list[str] = []
    hunks: list[ProposalHunk] = []
    end = length = 0
    for number, hunk in enumerate(proposal.hunks):
        changed = replace(hunk, status=status) if number in chosen else hunk
        if hunk.based_on is not None:
            hunks.append(changed)
            continue
        between = content[end : hunk.start]
        start = length + len(between)
        hunks.append(replace(changed, start=start))
        parts += [between, changed.current]
        end, length = hunk.start + len(hunk.current), start + len(changed.current)
    return "".join([*parts, content[end:]]), replace(proposal, hunks=tuple(hunks))


def is_text_changed(proposal: Proposal, number: int, status: HunkStatus) -> bool:
    """Whether the text changes if a hunk gets a status."""
    hunk = proposal.hunks[number]
    return replace(hunk, status=status).current != hunk.current


def locate_again(proposal: Proposal, bases: Mapping[int, str], current: str) -> Proposal:
    """Return the proposal with its hunks in a text that was changed elsewhere. A hunk whose place is not clear any more
    keeps the version in which it has one, as its `based_on`.

    `bases` has the text of each version in which a hunk has its place. A hunk is found by what is around it there.
    """
    if len(proposal.hunks) * (sum(map(len, bases.values())) + len(current)) > _MAX_SEARCHED:
        return replace(proposal, hunks=tuple(_without_place(each, proposal) for each in proposal.hunks))
    hunks: list[ProposalHunk] = []
    end = 0
    sides = {version: _unchanged_sides(content, current) for version, content in bases.items()}
    for hunk in proposal.hunks:
        version = proposal.based_on if hunk.based_on is None else hunk.based_on
        start = _place_again(hunk, bases[version], current, sides[version])
        if start is None or start < end:
            hunks.append(_without_place(hunk, proposal))
            continue
        hunks.append(replace(hunk, start=start, based_on=None))
        end = start + len(hunk.current)
    return replace(proposal, hunks=tuple(hunks))


def _without_place(hunk: ProposalHunk, proposal: Proposal) -> ProposalHunk:
    return hunk if hunk.based_on is not None else replace(hunk, based_on=proposal.based_on)


def _place_again(hunk: ProposalHunk, content: str, current: str, sides: tuple[int, int]) -> int | None:
    if content == current:
        return hunk.start
    span = (hunk.start, hunk.start + len(hunk.current))
    start = _same_place(content, current, *span)
    return _beside_the_change(content, current, span, sides) if start is None else start


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
