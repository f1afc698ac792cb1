"""How tools write the text of a block: at once as its next version, or as a proposal; and what it is written from."""

from collections.abc import Sequence

from inkwright.agent.request_wording import is_given, lost_numbers, orders_change, replaces_unasked
from inkwright.agent.research_requests import RESEARCH_TOOL, lacks_research
from inkwright.agent.tools import Evidence, ToolContext
from inkwright.authoring.block_writer import MAX_REFERENCES, BlockBrief
from inkwright.conversation.changes import ChangeRef
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, Reason, text
from inkwright.projects import editing
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused, apply_hunks, locate_edits
from inkwright.projects.blocks import BlockChange, ContentBlock
from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.literal_edits import goes_beyond, literal_edits, rest_of
from inkwright.projects.proposals import Proposal
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.tools.block_targets import (
    AGENT,
    changed,
    find_block,
    require_permission,
    said_in_turn,
    workspace_of,
)


async def save_text(
    context: ToolContext, block: ContentBlock, content: str, *, as_proposal: bool = False, is_whole: bool = False
) -> Evidence:
    """Write a whole text: as a proposal if that is wanted, if a person has to review the text that it replaces, or if
    they asked for less than a new text; `is_whole`: what was asked for is always a whole one.
    """
    workspace = workspace_of(context)
    current = (await workspace.read(block.id)).text
    if current.endswith("\n") and not content.endswith("\n"):
        content += "\n"
    if current == content:
        return Evidence(facts={"block": block.name, "version": block.version, "is_unchanged": True})
    why = context.turn.message
    _require_numbers(context, block, current, content)
    is_unasked = not is_whole and (
        replaces_unasked(said_in_turn(context), current, content) or _goes_beyond(context, current, content)
    )
    if as_proposal or needs_proposal(block) or is_unasked:
        proposal = await editing.propose_text(
            workspace, block.id, content, based_on=block.version, author=AGENT, reason=why
        )
        return _proposed(context, block, proposal)
    change = await workspace.write(block.id, content, based_on=block.version, author=AGENT, reason=why)
    return _written(context, block, change)


async def save_edits(
    context: ToolContext, block: ContentBlock, edits: Sequence[AnchoredEdit], *, as_proposal: bool = False
) -> Evidence:
    """Make edits, or store them as a proposal, in the same cases."""
    current = (await workspace_of(context).read(block.id)).text
    located = locate_edits(current, edits)
    new = current if isinstance(located, EditRefused) else apply_hunks(current, located)
    _require_numbers(context, block, current, new)
    is_proposal = as_proposal or needs_proposal(block) or _goes_beyond(context, current, new)
    save = editing.propose_edit if is_proposal else editing.edit_block
    done = await save(
        workspace_of(context), block.id, edits, based_on=block.version, author=AGENT, reason=context.turn.message
    )
    if isinstance(done, EditRefused):
        raise InvalidOption(option="anchor", value=done.anchor, allowed=refusal_reason(done))
    return _proposed(context, block, done) if isinstance(done, Proposal) else _written(context, block, done)


def _goes_beyond(context: ToolContext, old: str, new: str) -> bool:
    """Whether the message only wants some words replaced by others, and a new text differs in more than that."""
    edits = literal_edits(context.turn.message)
    return bool(edits) and not orders_change(rest_of(context.turn.message)) and goes_beyond(edits, old, new)


def _require_numbers(context: ToolContext, block: ContentBlock, old: str, new: str) -> None:
    """Refuse a new text that lacks numbers of the old one although the person wants the facts to stay."""
    if lost := lost_numbers(context.turn.message, old, new):
        names = text(context.language, "receipt.and").join(lost)
        raise InvalidOption(option="content", value=block.name, allowed=Reason("content.lost_numbers", names=names))


def require_research(context: ToolContext, block: ContentBlock, content: str = "") -> None:
    """Refuse to write a block in the place of a research that failed in this turn: its findings would be invented. Ask
    the person first if they asked for research and none was run. What they gave, and texts that there are, are no
    findings.
    """
    if is_given(content, said_in_turn(context)):
        return
    is_finding = not block.characters or block.phase == "research"
    if RESEARCH_TOOL in context.failed_tools and is_finding:
        raise InvalidOption(option="field_name", value=block.name, allowed=Reason("content.no_research"))
    if lacks_research(context.turn, context.called_tools):
        question = text(context.language, "content.may_save_unresearched", name=block.name)
        require_permission(context, block, question, "unresearched")


async def keep_partial(context: ToolContext, block: ContentBlock, written: str) -> None:
    """Keep what was written before the model failed or the person stopped, if the block had no text to lose."""
    if not written or block.characters:
        return
    workspace = workspace_of(context)
    await workspace.write(block.id, written, based_on=block.version, author=AGENT, reason=context.turn.message)
    await workspace.set_status(block.id, "in_progress", author=AGENT)


def needs_proposal(block: ContentBlock) -> bool:
    """Whether a person has to review the block, and it has a text that must not be replaced at once."""
    return block.need_review and bool(block.characters)


def refusal_reason(refused: EditRefused) -> Reason:
    """Return why an edit was refused."""
    places = ", ".join(refused.candidates)
    return Reason(f"content.edit.{refused.reason}", anchor=refused.anchor, places=places)


def _written(context: ToolContext, block: ContentBlock, change: BlockChange) -> Evidence:
    facts = {"review": text(context.language, "content.review", name=block.name)} if block.need_review else {}
    return changed(context, [("changed", change)], block=block.name, version=change.version, **facts)


def _proposed(context: ToolContext, block: ContentBlock, proposal: Proposal) -> Evidence:
    change = ChangeRef(id=block.id, name=block.name, action="proposed", version=proposal.based_on)
    note = text(context.language, "content.proposed", name=block.name)
    return Evidence(changes=(change,), facts={"block": block.name, "proposal": proposal.id, "note": note})


async def references(context: ToolContext, names: Sequence[str], but: str) -> dict[str, str]:
    """Return the texts of blocks by their paths, within a bound; `but` is the id of the block that is written."""
    workspace = workspace_of(context)
    tree = await workspace.tree()
    found: dict[str, str] = {}
    for block in [await find_block(context, name) for name in names]:
        if block.id != but and sum(map(len, found.values())) < MAX_REFERENCES:
            found[tree.path(block)] = (await workspace.read(block.id)).text
    return found


async def brief_for(context: ToolContext, block: ContentBlock, style: str = "") -> BlockBrief:
    """Return everything that a block is written from."""
    return await block_brief(workspace_of(context), block, context.language, style)


async def block_brief(
    workspace: ProjectWorkspace, block: ContentBlock, language: Language, style: str = ""
) -> BlockBrief:
    """Return everything that a block is written from: task, limits, profile, answers, and what it depends on."""
    tree = await workspace.tree()
    needed = [each for id_ in tree.graph().needed_by(block.id) if (each := tree.get(id_))]
    texts = {tree.path(each): (await workspace.read(each.id)).text for each in needed}
    return BlockBrief(
        name=block.name,
        language=language,
        prompt=block.prompt,
        constraints=block.constraints,
        profile=await profile_text(workspace, await workspace.project()),
        answers=block.pre_answers,
        references=texts,
        style=style,
    )
