"""Edit a block at quoted places: at once, or as a proposal that a person decides on."""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from inkwright.errors import EditConflict, InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.projects.anchored_edits import MAX_EDITS, AnchoredEdit, EditHunk, EditRefused, apply_hunks, locate_edits
from inkwright.projects.blocks import MAX_REASON, BlockChange
from inkwright.projects.proposals import (
    HunkStatus,
    Proposal,
    decide,
    hunks_between,
    is_text_changed,
    locate_again,
    proposal_diff,
    proposal_hunks,
)
from inkwright.projects.workspace import BlockWithText, ProjectWorkspace, Why


@dataclass(frozen=True, slots=True)
class ShownProposal:
    """A proposal with its diff. `outdated` are the numbers of the pending hunks that do not fit the text any more: they
    can be rejected, but not accepted.
    """

    proposal: Proposal
    diff: str
    outdated: tuple[int, ...] = ()

    @property
    def is_outdated(self) -> bool:
        """Whether it cannot be accepted as a whole."""
        return bool(self.outdated)


def refusal_error(refused: EditRefused) -> InvalidOption:
    """Return the error for edits that were refused, with the places that may be meant."""
    places = " | ".join(" ".join(each.split()) for each in refused.candidates)
    reason = Reason(f"project.anchor.{refused.reason}", places=places)
    return InvalidOption(option="anchor", value=refused.anchor, allowed=reason)


async def edit_block(
    workspace: ProjectWorkspace, block_id: str, edits: Sequence[AnchoredEdit], *, based_on: int, **why: Unpack[Why]
) -> BlockChange | EditRefused:
    """Make edits at once, as one new version; all of them, or none if one is refused."""
    located = await _located(workspace, block_id, edits, based_on)
    if isinstance(located, EditRefused):
        return located
    content = (await workspace.read(block_id, based_on)).text
    return await workspace.write(block_id, apply_hunks(content, located), based_on=based_on, **why)


async def propose_edit(
    workspace: ProjectWorkspace, block_id: str, edits: Sequence[AnchoredEdit], *, based_on: int, **why: Unpack[Why]
) -> Proposal | EditRefused:
    """Store edits as a proposal; EditRefused if a place is not clear. The reason is its summary."""
    located = await _located(workspace, block_id, edits, based_on)
    if isinstance(located, EditRefused):
        return located
    return await _stored(workspace, block_id, located, based_on, why)


async def propose_text(
    workspace: ProjectWorkspace, block_id: str, content: str, *, based_on: int, **why: Unpack[Why]
) -> Proposal:
    """Store a new text as a proposal, with the lines that differ."""
    current = (await workspace.read(block_id, based_on)).text
    hunks = await asyncio.to_thread(hunks_between, current, content)
    return await _stored(workspace, block_id, hunks, based_on, why)


async def show_proposal(workspace: ProjectWorkspace, proposal_id: str) -> ShownProposal:
    """Return a proposal with its diff; NotFound if there is none in this project."""
    proposal = await _proposal(workspace, proposal_id)
    current = await workspace.read(proposal.block_id)
    located = await _in_current_text(workspace, proposal, current)
    pending = [number for number, each in enumerate(located.hunks) if each.status == "pending"]
    outdated = tuple(number for number in pending if located.hunks[number].based_on is not None)
    shown, content = located, current.text
    if outdated and len(outdated) == len(pending) and proposal.hunks[outdated[0]].based_on is None:
        shown, content = proposal, (await workspace.read(proposal.block_id, proposal.based_on)).text
    return ShownProposal(proposal, await asyncio.to_thread(proposal_diff, shown, content), outdated)


async def decide_proposal(
    workspace: ProjectWorkspace,
    proposal_id: str,
    status: HunkStatus,
    hunks: Collection[int] | None = None,
    **why: Unpack[Why],
) -> BlockChange:
    """Accept, reject or reset hunks, all by default, and write the text that results.

    `pending` undoes a decision: an accepted hunk is taken back. A text that has changed in between keeps its changes;
    EditConflict if one of them is at the place of a chosen hunk; the other hunks can be decided without it.
    """
    proposal = await _proposal(workspace, proposal_id)
    chosen = range(len(proposal.hunks)) if hunks is None else set(hunks)
    if any(not 0 <= number < len(proposal.hunks) for number in chosen):
        most = len(proposal.hunks) - 1
        raise InvalidOption(option="hunks", value=sorted(chosen)[:20], allowed=Reason("project.hunks", most=most))
    current = await workspace.read(proposal.block_id)
    changing = [number for number in chosen if is_text_changed(proposal, number, status)]
    if not changing:
        kept = (replace(each, status=status) if n in chosen else each for n, each in enumerate(proposal.hunks))
        await workspace.stores.proposals.save(replace(proposal, hunks=tuple(kept)), workspace.origin(why))
        return BlockChange(current.block.id, current.block.name, current.block.version)
    located = await _in_current_text(workspace, proposal, current)
    if any(located.hunks[number].based_on is not None for number in changing):
        raise EditConflict(name=current.block.name, based_on=proposal.based_on, current=current.block.version)
    content, decided = decide(located, current.text, chosen, status)
    decided = replace(decided, based_on=current.block.version + 1)
    reason = why.get("reason") or proposal.summary
    return await workspace.write(
        proposal.block_id,
        content,
        based_on=current.block.version,
        proposal=decided,
        author=why.get("author", "person"),
        reason=reason,
    )


async def _in_current_text(workspace: ProjectWorkspace, proposal: Proposal, current: BlockWithText) -> Proposal:
    """Return the proposal for the current text; what does not fit it has the version in which it had its place."""
    own = {each.based_on for each in proposal.hunks if each.based_on is not None}
    if current.block.version == proposal.based_on and not own:
        return proposal
    id_ = current.block.id
    bases = {version: (await workspace.read(id_, version)).text for version in {proposal.based_on, *own}}
    return await asyncio.to_thread(locate_again, proposal, bases, current.text)


async def _located(
    workspace: ProjectWorkspace, block_id: str, edits: Sequence[AnchoredEdit], based_on: int
) -> tuple[EditHunk, ...] | EditRefused:
    if not 1 <= len(edits) <= MAX_EDITS:
        raise InvalidOption(option="edits", value=len(edits), allowed=Reason("project.edits", most=MAX_EDITS))
    current = await workspace.read(block_id)
    if current.block.version != based_on:
        raise EditConflict(name=current.block.name, based_on=based_on, current=current.block.version)
    # In a thread: a long text with an inexact anchor takes a moment.
    return await asyncio.to_thread(locate_edits, current.text, edits)


async def _stored(
    workspace: ProjectWorkspace, block_id: str, hunks: Sequence[EditHunk], based_on: int, why: Why
) -> Proposal:
    origin = workspace.origin(why)
    proposal = Proposal(
        workspace.new_id("prop"),
        workspace.project_id,
        (await workspace.block(block_id)).id,
        workspace.owner,
        based_on,
        origin.at,
        origin.reason[:MAX_REASON],
        origin.author,
        proposal_hunks(hunks),
    )
    await workspace.stores.proposals.add(proposal, origin)
    return proposal


async def _proposal(workspace: ProjectWorkspace, proposal_id: str) -> Proposal:
    found = await workspace.stores.proposals.get(proposal_id, owner=workspace.owner)
    if found is None or found.project_id != workspace.project_id:
        raise NotFound(what_kind=Reason("project.word.proposal"), id=proposal_id[:100])
    return found
