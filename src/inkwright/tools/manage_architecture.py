"""`manage_architecture`: add, remove, restore, move and rename the blocks and groups of a project."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeAction
from inkwright.i18n import text
from inkwright.projects.block_paths import restore_block
from inkwright.projects.blocks import MAX_PROMPT, BlockChange, BlockSettings, BlockType, ContentBlock
from inkwright.projects.presets import BlockTemplate
from inkwright.projects.records import MAX_BLOCKS, name_key
from inkwright.projects.templates import apply_template
from inkwright.tools.block_targets import (
    AGENT,
    MAX_NAME_LENGTH,
    asks_which_block,
    changed,
    clean_name,
    find_block,
    is_named,
    read_names,
    rejected,
    require_asked,
    require_permission,
    workspace_of,
)

Action = Literal["add_field", "add_group", "remove", "restore", "move", "rename", "update", "use_template"]
_ACTION_NAMES: Final = {
    "add": "add_field",
    "add_block": "add_field",
    "create": "add_field",
    "create_group": "add_group",
    "add_phase": "add_group",
    "delete": "remove",
    "remove_field": "remove",
    "remove_group": "remove",
    "delete_field": "remove",
    "move_field": "move",
    "move_group": "move",
    "rename_field": "rename",
    "update_meta": "update",
    "undo_remove": "restore",
    "instantiate": "use_template",
    "instantiate_template": "use_template",
    "apply_template": "use_template",
}


class ManageArchitecture(BaseModel):
    """What to do with which block."""

    model_config = ConfigDict(extra="forbid")

    action: Action = Field(description="What to do.")
    block_name: str = Field(
        min_length=1,
        max_length=MAX_NAME_LENGTH,
        description="The block: its name, path or id:…; the template, for use_template.",
    )
    parent_name: str | None = Field(default=None, max_length=MAX_NAME_LENGTH, description="The group it belongs to.")
    new_name: str | None = Field(default=None, max_length=80, description="Its new name.")
    position: int | None = Field(default=None, ge=0, le=2_000, description="Its place among its siblings, from 0.")
    prompt: str | None = Field(default=None, max_length=MAX_PROMPT, description="The task for writing it.")
    depends_on: list[str] | None = Field(default=None, max_length=50, description="Blocks to be written before it.")
    need_review: bool | None = Field(default=None, description="Whether a person has to review its text.")
    auto_generate: bool | None = Field(default=None, description="Whether a run generates it by itself.")


async def manage_architecture(given: ManageArchitecture, context: ToolContext) -> Evidence:
    """Carry out the action. Removing what the person did not name needs their permission."""
    if given.action in ("add_field", "add_group"):
        return await _add(given, context)
    if given.action == "use_template":
        return await _use_template(given, context)
    if given.action == "restore":
        block = await restore_block(workspace_of(context), clean_name(given.block_name))
        return _done(context, "restored", BlockChange(block.id, block.name, block.version))
    block = await find_block(context, given.block_name)
    require_asked(context, block, context.turn.message)
    if given.action == "remove":
        return await _remove(block, context)
    if given.action == "rename":
        return await _rename(given, block, context)
    if given.action == "move":
        return await _move(given, block, context)
    settings = await _settings(given, context)
    return _done(context, "changed", await workspace_of(context).update(block.id, settings, author=AGENT))


async def _add(given: ManageArchitecture, context: ToolContext) -> Evidence:
    parent = await find_block(context, given.parent_name) if given.parent_name else None
    kind: BlockType = "group" if given.action == "add_group" else "field"
    settings = BlockSettings(block_type=kind, **await _settings(given, context))
    name, parent_id = clean_name(given.block_name), parent.id if parent else None
    return _done(
        context, "added", await workspace_of(context).add(name, parent_id=parent_id, settings=settings, author=AGENT)
    )


async def _use_template(given: ManageArchitecture, context: ToolContext) -> Evidence:
    """Add the blocks of a template, all or none."""
    workspace = workspace_of(context)
    presets = await workspace.stores.presets.all("template", owner=workspace.owner)
    known = {name_key(each.name): each.content for each in presets}
    template = known.get(name_key(clean_name(given.block_name)))
    if not isinstance(template, BlockTemplate):
        names = text(context.language, "receipt.and").join(each.name for each in presets)
        key = "content.unknown_template" if presets else "content.no_template"
        raise rejected(context, key, name=given.block_name, names=names)
    parent = await find_block(context, given.parent_name) if given.parent_name else None
    added = await apply_template(workspace, template, parent.id if parent else None, author=AGENT)
    return changed(context, [("added", each) for each in added], blocks=len(added))


async def _settings(given: ManageArchitecture, context: ToolContext) -> dict[str, Any]:
    """Return the settings that the call names."""
    named = {name: getattr(given, name) for name in ("prompt", "need_review", "auto_generate")}
    settings = {name: value for name, value in named.items() if value is not None}
    if given.depends_on is not None:
        settings["depends_on"] = tuple([(await find_block(context, each)).id for each in given.depends_on])
    return settings


async def _remove(block: ContentBlock, context: ToolContext) -> Evidence:
    workspace = workspace_of(context)
    count = len((await workspace.tree()).under(block.id))
    if not is_named(context, block):
        require_permission(context, block, text(context.language, "content.may_remove", name=block.name, count=count))
    removed = await workspace.remove(block.id, author=AGENT, reason=context.turn.message)
    return _done(context, "removed", BlockChange(block.id, block.name, block.version), removed_blocks=removed)


async def _rename(given: ManageArchitecture, block: ContentBlock, context: ToolContext) -> Evidence:
    return _done(context, "renamed", await workspace_of(context).rename(block.id, given.new_name or "", author=AGENT))


async def _move(given: ManageArchitecture, block: ContentBlock, context: ToolContext) -> Evidence:
    parent_id = (await find_block(context, given.parent_name)).id if given.parent_name else block.parent_id
    place = MAX_BLOCKS if given.position is None else given.position
    moved = await workspace_of(context).move(block.id, parent_id, place, author=AGENT)
    return _done(context, "moved", moved)


def _done(context: ToolContext, action: ChangeAction, change: BlockChange, **facts: Any) -> Evidence:
    return changed(context, [(action, change)], block=change.name, **facts)


def _read(arguments: dict[str, Any], called: str) -> dict[str, Any]:
    given = read_names({"field_name": "block_name", "name": "block_name", "parent": "parent_name"})(arguments, called)
    action = str(given.get("action", "")).strip().casefold()
    return {**given, "action": _ACTION_NAMES.get(action, action)}


TOOL = register_tool(
    AgentTool(
        "manage_architecture",
        "Add, remove, restore, move or rename blocks and groups of the project, set the task, the dependencies and the "
        "review of a block, or add the blocks of a template. For the text of a block use the other tools.",
        ManageArchitecture,
        asks_which_block(manage_architecture),
        agents=("content",),
        changes=lambda given: given.block_name,
        read=_read,
        example='{"action": "add_field", "block_name": "第二章", "parent_name": "正文"}',
    )
)
