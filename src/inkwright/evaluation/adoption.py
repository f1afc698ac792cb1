"""Evaluations of a project: find one, see which of its texts have changed since, and adopt its suggestions."""

from typing import Unpack

from inkwright.errors import EditConflict, NotFound
from inkwright.evaluation.quotes import folded, quote_problem
from inkwright.i18n import Reason
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused
from inkwright.projects.editing import decide_proposal, propose_edit, refusal_error
from inkwright.projects.evaluations import EditSuggestion, Evaluation, content_hash, stale_targets
from inkwright.projects.proposals import Proposal
from inkwright.projects.workspace import ProjectWorkspace, Why


async def list_evaluations(workspace: ProjectWorkspace) -> list[Evaluation]:
    """Return the evaluations of a project, newest first."""
    await workspace.project()
    return await workspace.stores.evaluations.of(workspace.project_id, owner=workspace.owner)


async def find_evaluation(workspace: ProjectWorkspace, evaluation_id: str) -> Evaluation:
    """Return an evaluation of this project; NotFound if there is none."""
    found = await workspace.stores.evaluations.get(evaluation_id, owner=workspace.owner)
    if found is None or found.project_id != workspace.project_id:
        raise NotFound(what_kind=Reason("evaluation.word"), id=evaluation_id[:100])
    return found


async def stale_blocks(workspace: ProjectWorkspace, evaluation: Evaluation) -> tuple[str, ...]:
    """Return the ids of the blocks whose texts are not the ones that were judged."""
    return stale_targets(evaluation, await workspace.texts())


async def remove_evaluation(workspace: ProjectWorkspace, evaluation_id: str) -> None:
    """Delete an evaluation of this project."""
    found = await find_evaluation(workspace, evaluation_id)
    await workspace.stores.evaluations.remove(found.id, owner=workspace.owner)


async def adopt_suggestion(
    workspace: ProjectWorkspace, evaluation: Evaluation, number: int, **why: Unpack[Why]
) -> Proposal:
    """Store a suggestion as a proposal, or return the one that it became before. Nothing is changed yet.

    EditConflict if the text has changed and does not have the passage any more.
    """
    suggestion = next((each for each in evaluation.suggestions if each.number == number), None)
    if suggestion is None:
        raise NotFound(what_kind=Reason("evaluation.word.suggestion"), id=str(number)[:20])
    if (known := await _adopted(workspace, suggestion)) is not None:
        return known
    proposal = await _propose(workspace, evaluation, suggestion, why)
    stores = workspace.stores
    saved = await stores.evaluations.adopt(evaluation.id, number, proposal.id, owner=workspace.owner)
    first = next(each for each in saved.suggestions if each.number == number)
    if first.proposal_id == proposal.id:
        return proposal
    # Somebody else has adopted it at the same time: one proposal is enough.
    await decide_proposal(workspace, proposal.id, "rejected")
    return await _adopted(workspace, first) or proposal


async def _adopted(workspace: ProjectWorkspace, suggestion: EditSuggestion) -> Proposal | None:
    if suggestion.proposal_id is None:
        return None
    return await workspace.stores.proposals.get(suggestion.proposal_id, owner=workspace.owner)


async def _propose(
    workspace: ProjectWorkspace, evaluation: Evaluation, suggestion: EditSuggestion, why: Why
) -> Proposal:
    current = await workspace.read(suggestion.block_id)
    target = next(each for each in evaluation.targets if each.block_id == suggestion.block_id)
    is_changed = content_hash(current.text) != target.sha256
    if is_changed and quote_problem(folded(current.text), suggestion.anchor) in ("missing", "short"):
        name, version = current.block.name, current.block.version
        raise EditConflict(name=name, based_on=target.text_version, current=version)
    edit = AnchoredEdit("replace", suggestion.anchor, suggestion.replacement)
    reason = {"author": why.get("author", "person"), "reason": why.get("reason") or suggestion.reason}
    based_on = current.block.version
    done = await propose_edit(workspace, current.block.id, [edit], based_on=based_on, **reason)  # type: ignore[arg-type]
    if isinstance(done, EditRefused):
        raise refusal_error(done)
    return done
