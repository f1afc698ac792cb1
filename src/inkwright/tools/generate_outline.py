"""`generate_outline`: design the outline of a project; the person adopts or edits it, and it becomes blocks."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.authoring.block_writer import BlockBrief, write_outline
from inkwright.authoring.project_outlines import ProjectPart, outline_lines, parse_outline_lines
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.changes import ChangeAction
from inkwright.errors import InvalidOption
from inkwright.i18n import text
from inkwright.projects.blocks import BlockChange, BlockSettings, ContentBlock
from inkwright.projects.creator_profiles import profile_text
from inkwright.projects.records import name_key, valid_name
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.tools.block_targets import AGENT, changed, read_names, rejected, workspace_of

_MAX_MATERIAL: Final = 8
_PHASE: Final = "produce_inner"
"""The parts of an outline are the inner content."""
_Changes = list[tuple[ChangeAction, BlockChange]]


class GenerateOutline(BaseModel):
    """What the outline should be like."""

    model_config = ConfigDict(extra="forbid")

    style: str = Field(default="", max_length=500, description="The style, such as a course or a series of videos.")
    additional_instructions: str = Field(default="", max_length=4_000, description="What the person wants besides.")


async def generate_outline(given: GenerateOutline, context: ToolContext) -> Evidence | AskDraft:
    """Ask the person about a new outline; create the blocks of the one that they agreed to in this turn."""
    agreed = _agreed_lines(context)
    if agreed is not None:
        return await _apply(agreed, context)
    workspace = workspace_of(context)
    project = await workspace.project()
    brief = BlockBrief(
        name=project.name,
        language=context.language,
        profile=await profile_text(workspace, project),
        references=await _material(workspace),
        style=given.style,
    )
    outline = await write_outline(context.brain, brief, given.additional_instructions)
    return AskDraft(
        kind="outline_edit",
        title=text(context.language, "content.outline_title", name=outline.title),
        preface=text(context.language, "content.outline"),
        outline_lines=outline_lines(outline),
    )


def _agreed_lines(context: ToolContext) -> tuple[str, ...] | None:
    """Return the outline that the person agreed to last in this turn, as they left it."""
    for each in reversed(context.answered):
        if each.ask.kind == "outline_edit":
            lines = each.answer.outline_lines or each.ask.outline_lines
            return lines if each.answer.status in ("adopted", "edited") else None
    return None


async def _material(workspace: ProjectWorkspace) -> dict[str, str]:
    """Return the texts that an outline is made from: the first blocks that have one, such as the intent."""
    tree = await workspace.tree()
    written = [block for _, block in tree.walk() if block.characters and not block.is_structured][:_MAX_MATERIAL]
    return {tree.path(block): (await workspace.read(block.id)).text for block in written}


async def _apply(lines: Sequence[str], context: ToolContext) -> Evidence:
    """Create the blocks of the outline with their tasks and dependencies. Blocks that exist are left as they are."""
    parts = parse_outline_lines(lines)
    if not parts:
        raise rejected(context, "content.outline_empty")
    names = [valid_name(part.name, context.language) for part in parts]
    workspace = workspace_of(context)
    added, ids = await _add_parts(workspace, parts, names)
    refused = await _set_dependencies(workspace, parts, ids)
    kept = await _keep_outline(workspace, "\n".join(lines), context)
    facts = {"blocks": len(added), "refused_dependencies": refused} if refused else {"blocks": len(added)}
    return changed(context, [*kept, *added], **facts)


async def _add_parts(
    workspace: ProjectWorkspace, parts: Sequence[ProjectPart], names: Sequence[str]
) -> tuple[_Changes, dict[int, str]]:
    """Return the blocks that were added, and the id of the block of each part."""
    tree = await workspace.tree()
    known = {(block.parent_id, name_key(block.name)): block for _, block in tree.walk()}
    added: _Changes = []
    ids: dict[int, str] = {}
    line: list[str] = []
    for number, (part, name) in enumerate(zip(parts, names, strict=True)):
        del line[part.depth :]
        parent_id = line[-1] if line else None
        existing = known.get((parent_id, name_key(name)))
        if existing is None:
            has_children = number + 1 < len(parts) and parts[number + 1].depth > part.depth
            settings = BlockSettings(
                block_type="group" if has_children else "field",
                prompt=part.prompt,
                phase="" if parent_id else _PHASE,
                auto_generate=not has_children,
            )
            change = await workspace.add(name, parent_id=parent_id, settings=settings, author=AGENT)
            added.append(("added", change))
            ids[number] = change.block_id
        else:
            ids[number] = existing.id
        line.append(ids[number])
    return added, ids


async def _set_dependencies(
    workspace: ProjectWorkspace, parts: Sequence[ProjectPart], ids: dict[int, str]
) -> list[str]:
    """Set what the parts depend on; return the names of those whose dependencies are unknown or form a cycle."""
    by_name = {name_key(part.name): ids[number] for number, part in enumerate(parts)}
    tree = await workspace.tree()
    refused: list[str] = []
    for number, part in enumerate(parts):
        wanted = [by_name.get(name_key(name)) or _only(tree.meant(name)) for name in part.depends_on]
        found = tuple(id_ for id_ in wanted if id_)
        try:
            if found:
                await workspace.update(ids[number], {"depends_on": found}, author=AGENT)
        except InvalidOption:
            refused.append(part.name)
        if len(found) < len(wanted):
            refused.append(part.name)
    return list(dict.fromkeys(refused))


def _only(blocks: Sequence[ContentBlock]) -> str | None:
    return blocks[0].id if len(blocks) == 1 else None


async def _keep_outline(workspace: ProjectWorkspace, content: str, context: ToolContext) -> _Changes:
    """Keep the outline itself as a block, which can be read and edited later."""
    name = text(context.language, "content.outline_block")
    block = (await workspace.tree()).at(name)
    if block is None:
        return [("added", await workspace.add(name, content, author=AGENT))]
    if (await workspace.read(block.id)).text == content:
        return []
    return [("changed", await workspace.write(block.id, content, based_on=block.version, author=AGENT))]


TOOL = register_tool(
    AgentTool(
        "generate_outline",
        "Design an outline of the project. The person adopts or edits it; then call generate_outline again, which "
        "creates its blocks with their tasks and dependencies.",
        GenerateOutline,
        generate_outline,
        agents=("content",),
        changes=lambda _: "outline",
        read=read_names({"instructions": "additional_instructions"}),
        example='{"style": "course"}',
    )
)
