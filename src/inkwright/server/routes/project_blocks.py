"""How the blocks of a project are produced, over HTTP: settings, order, edits and proposals."""

import dataclasses
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter
from pydantic import Field

from inkwright.projects.anchored_edits import MAX_EDITS, AnchoredEdit, EditAction, EditRefused
from inkwright.projects.blocks import (
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_HASHTAGS,
    MAX_PROMPT,
    MAX_REASON,
    Author,
    BlockChange,
    BlockConstraints,
    BlockSettings,
    BlockStatus,
    BlockType,
    ContentBlock,
    ContentKind,
    LengthCounting,
)
from inkwright.projects.editing import (
    ShownProposal,
    decide_proposal,
    edit_block,
    propose_edit,
    refusal_error,
    show_proposal,
)
from inkwright.projects.proposals import HunkStatus, Proposal, ProposalState
from inkwright.projects.records import MAX_CHARACTERS, MAX_NAME
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.routes.projects import MAX_TEXT, open_workspace
from inkwright.server.wire import WireModel

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_CONFLICT: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 409: {"model": Problem}}
_Entry = Annotated[str, Field(max_length=MAX_ENTRY)]
_Entries = Annotated[list[_Entry], Field(max_length=MAX_ENTRIES)]

router = APIRouter(
    prefix="/api/projects/{project_id}", tags=["projects"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class ConstraintsItem(WireModel):
    """What the text of a block must comply with."""

    max_length: int = Field(default=0, ge=0, le=MAX_CHARACTERS, description="In characters; 0 means any length.")
    output_format: _Entry = ""
    structure: _Entry = ""
    example: _Entry = ""
    tone: _Entry = ""
    max_hashtags: int | None = Field(default=None, ge=0, le=MAX_HASHTAGS, description="null means any number.")
    counting: LengthCounting = Field(
        default="characters", description="`weighted`: a wide character counts as two, and a link as 23."
    )
    platform: _Entry = ""


class SettingsRequest(WireModel):
    """Settings of a block. Those that are not given stay as they are."""

    block_type: BlockType | None = None
    content_kind: ContentKind | None = None
    phase: Annotated[str, Field(max_length=200)] | None = Field(default=None, examples=["intent"])
    prompt: Annotated[str, Field(max_length=MAX_PROMPT)] | None = None
    constraints: ConstraintsItem | None = None
    pre_questions: _Entries | None = None
    pre_answers: dict[str, _Entry] | None = Field(default=None, max_length=MAX_ENTRIES)
    depends_on: _Entries | None = Field(default=None, description="The ids of blocks of the same project.")
    special_handler: Annotated[str, Field(max_length=200)] | None = None
    model_override: Annotated[str, Field(max_length=200)] | None = None
    need_review: bool | None = None
    auto_generate: bool | None = None

    def changes(self) -> dict[str, Any]:
        """Return the settings that were given, as values of `BlockSettings`."""
        given = {name: getattr(self, name) for name in self.model_fields_set if getattr(self, name) is not None}
        if self.constraints is not None:
            given["constraints"] = BlockConstraints(**self.constraints.model_dump(by_alias=False))
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


class BlockSettingsItem(WireModel):
    """How a block is produced, and how far it is."""

    id: str
    name: str
    parent_id: str | None
    order_index: int
    text_version: int
    status: BlockStatus
    needs_regeneration: bool = Field(description="Something that it depends on has changed since it was written.")
    digest: str
    block_type: BlockType
    content_kind: ContentKind
    phase: str
    prompt: str
    constraints: ConstraintsItem
    pre_questions: list[str]
    pre_answers: dict[str, str]
    depends_on: list[str]
    special_handler: str
    model_override: str
    need_review: bool
    auto_generate: bool

    @classmethod
    def of(cls, block: ContentBlock) -> "BlockSettingsItem":
        """Return the item of a block."""
        same = {name: getattr(block, name) for name in cls.model_fields if name not in ("constraints", "text_version")}
        limits = block.constraints
        constraints = ConstraintsItem(**dataclasses.asdict(limits))
        lists = {name: list(same[name]) for name in ("pre_questions", "depends_on")}
        return cls(**{**same, **lists}, constraints=constraints, text_version=block.version)


class NewBlockRequest(WireModel):
    """A block to add after its siblings."""

    name: str = Field(min_length=1, max_length=4 * MAX_NAME, examples=["Cells"])
    parent_id: str | None = Field(default=None, max_length=64)
    text: str = Field(default="", max_length=MAX_TEXT)
    settings: SettingsRequest = Field(default_factory=SettingsRequest)


class BlockChangeItem(WireModel):
    """A block that was changed, and the version of its text now."""

    block_id: str
    name: str
    text_version: int

    @classmethod
    def of(cls, change: BlockChange) -> "BlockChangeItem":
        """Return the item of a change."""
        return cls(block_id=change.block_id, name=change.name, text_version=change.version)


class MoveRequest(WireModel):
    """Where a block is put: below a parent or at the top, before the sibling that has this place now."""

    parent_id: str | None = Field(default=None, max_length=64)
    index: int = Field(default=1_000_000, ge=0, le=1_000_000)


class StatusRequest(WireModel):
    """The status of a block, such as completed after a review."""

    status: BlockStatus


class EditItem(WireModel):
    """A change at a place that is quoted from the text."""

    action: EditAction
    anchor: str = Field(min_length=1, max_length=MAX_TEXT, examples=["All living things"])
    text: str = Field(default="", max_length=MAX_TEXT)


class EditsRequest(WireModel):
    """Edits of a text. All of them are made, or none if a place is not clear."""

    edits: list[EditItem] = Field(min_length=1, max_length=MAX_EDITS)
    based_on: int = Field(ge=0, le=1_000_000_000, description="The version of the text that the edits are for.")
    propose: bool = Field(default=False, description="Store a proposal instead of changing the text.")
    reason: str = Field(default="", max_length=MAX_REASON)


class HunkItem(WireModel):
    """One change of a proposal."""

    old: str
    new: str
    status: HunkStatus


class ProposalItem(WireModel):
    """Changes of a block that wait for a person, or were decided."""

    id: str
    block_id: str
    based_on: int
    created_at: datetime
    summary: str
    author: Author
    state: ProposalState
    hunks: list[HunkItem]

    @classmethod
    def of(cls, proposal: Proposal) -> "ProposalItem":
        """Return the item of a proposal."""
        return cls(
            id=proposal.id,
            block_id=proposal.block_id,
            based_on=proposal.based_on,
            created_at=proposal.created,
            summary=proposal.summary,
            author=proposal.author,
            state=proposal.state,
            hunks=[HunkItem(old=each.old, new=each.new, status=each.status) for each in proposal.hunks],
        )


class ProposalDetails(ProposalItem):
    """A proposal with its diff."""

    diff: str = Field(description="What is still to be decided, as a unified diff.")
    is_outdated: bool = Field(description="The text has changed since: the proposal cannot be accepted as a whole.")
    outdated_hunks: list[int] = Field(
        default=[], description="The changes that do not fit any more, from 0. The others can be accepted by number."
    )

    @classmethod
    def shown(cls, shown: ShownProposal) -> "ProposalDetails":
        """Return the item of a proposal that is shown."""
        item = ProposalItem.of(shown.proposal).model_dump(by_alias=False)
        return cls(**item, diff=shown.diff, is_outdated=shown.is_outdated, outdated_hunks=[*shown.outdated])


class ProposalList(WireModel):
    """The latest proposals of a project, newest first."""

    items: list[ProposalItem]


class EditOutcome(WireModel):
    """The block that was changed, or the proposal that was stored."""

    change: BlockChangeItem | None = None
    proposal: ProposalItem | None = None


class DecisionRequest(WireModel):
    """Accept or reject changes of a proposal; pending undoes a decision."""

    status: HunkStatus
    hunks: list[Annotated[int, Field(ge=0, le=1_000_000)]] | None = Field(
        default=None, max_length=1_000, description="Their numbers from 0; all of them by default."
    )


@router.post("/blocks", status_code=201, responses=_NOT_FOUND)
async def add_block(
    project_id: str, body: NewBlockRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockSettingsItem:
    """Add a block with its settings after its siblings."""
    workspace = await open_workspace(inkwright, project_id, language)
    settings = BlockSettings(**body.settings.changes())
    change = await workspace.add(body.name, body.text, parent_id=body.parent_id, settings=settings)
    return BlockSettingsItem.of(await workspace.block(change.block_id))


@router.get("/blocks/{block_id}/settings", responses=_NOT_FOUND)
async def show_settings(project_id: str, block_id: str, inkwright: OwnersInkwright) -> BlockSettingsItem:
    """Return how a block is produced."""
    return BlockSettingsItem.of(await (await open_workspace(inkwright, project_id)).block(block_id))


@router.patch("/blocks/{block_id}/settings", responses=_NOT_FOUND)
async def change_settings(
    project_id: str, block_id: str, body: SettingsRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockSettingsItem:
    """Change settings of a block; the others stay. Dependencies that form a cycle are refused."""
    workspace = await open_workspace(inkwright, project_id, language)
    await workspace.update(block_id, body.changes())
    return BlockSettingsItem.of(await workspace.block(block_id))


@router.post("/blocks/{block_id}/move", responses=_NOT_FOUND)
async def move_block(
    project_id: str, block_id: str, body: MoveRequest, inkwright: OwnersInkwright
) -> BlockSettingsItem:
    """Put a block below another one or at the top, or change the order."""
    workspace = await open_workspace(inkwright, project_id)
    await workspace.move(block_id, body.parent_id, body.index)
    return BlockSettingsItem.of(await workspace.block(block_id))


@router.post("/blocks/{block_id}/status", responses=_NOT_FOUND)
async def change_status(
    project_id: str, block_id: str, body: StatusRequest, inkwright: OwnersInkwright
) -> BlockSettingsItem:
    """Set the status of a block, such as completed after a review."""
    workspace = await open_workspace(inkwright, project_id)
    await workspace.set_status(block_id, body.status)
    return BlockSettingsItem.of(await workspace.block(block_id))


@router.post("/blocks/{block_id}/edits", responses=_CONFLICT)
async def make_edits(
    project_id: str, block_id: str, body: EditsRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> EditOutcome:
    """Edit a text at quoted places, at once or as a proposal. Everything else in the text stays as it is."""
    workspace = await open_workspace(inkwright, project_id, language)
    edits = [AnchoredEdit(each.action, each.anchor, each.text) for each in body.edits]
    act = propose_edit if body.propose else edit_block
    done = await act(workspace, block_id, edits, based_on=body.based_on, reason=body.reason)
    if isinstance(done, EditRefused):
        raise refusal_error(done)
    if isinstance(done, Proposal):
        return EditOutcome(proposal=ProposalItem.of(done))
    return EditOutcome(change=BlockChangeItem.of(done))


@router.get("/proposals", responses=_NOT_FOUND)
async def list_proposals(project_id: str, inkwright: OwnersInkwright) -> ProposalList:
    """List the latest proposals of a project, newest first."""
    workspace = await open_workspace(inkwright, project_id)
    found = await workspace.stores.proposals.of(project_id, owner=inkwright.owner)
    return ProposalList(items=[ProposalItem.of(each) for each in found])


@router.get("/proposals/{proposal_id}", responses=_NOT_FOUND)
async def show_one_proposal(project_id: str, proposal_id: str, inkwright: OwnersInkwright) -> ProposalDetails:
    """Return a proposal with its diff."""
    return ProposalDetails.shown(await show_proposal(await open_workspace(inkwright, project_id), proposal_id))


@router.post("/proposals/{proposal_id}/decision", responses=_CONFLICT)
async def decide_on_proposal(
    project_id: str, proposal_id: str, body: DecisionRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> BlockChangeItem:
    """Accept or reject a proposal or some of its changes, or undo that."""
    workspace = await open_workspace(inkwright, project_id, language)
    return BlockChangeItem.of(await decide_proposal(workspace, proposal_id, body.status, body.hunks))
