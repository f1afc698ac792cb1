"""`manage_skill`: list, get, create, update and delete skills, and apply one to a block."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeAction, ChangeRef
from inkwright.projects.skills import MAX_DESCRIPTION, MAX_INSTRUCTIONS, Skill
from inkwright.skills.application import require_text, transform
from inkwright.skills.catalogue import SkillCatalogue
from inkwright.skills.folders import SkillDraft
from inkwright.tools.block_targets import (
    MAX_NAME_LENGTH,
    asks_which_block,
    find_text_block,
    read_names,
    rejected,
    require_meant,
    workspace_of,
)
from inkwright.tools.block_writing import save_text

SkillAction = Literal["list", "get", "create", "update", "delete", "apply"]
_ACTIONS: Final = {"add": "create", "remove": "delete", "edit": "update", "show": "get", "use": "apply", "run": "apply"}
_FIELDS: Final = {
    "field": "field_name",
    "block": "field_name",
    "block_name": "field_name",
    "skill": "name",
    "skill_name": "name",
    "content": "instructions",
    "prompt": "instructions",
}


class SkillData(BaseModel):
    """Which skill, what it says, and the block that it is applied to."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(default="", max_length=100, description="The name or title of the skill.")
    description: str = Field(default="", max_length=MAX_DESCRIPTION, description="What it does and when to use it.")
    instructions: str = Field(default="", max_length=MAX_INSTRUCTIONS, description="How to transform a text.")
    field_name: str = Field(default="", max_length=MAX_NAME_LENGTH, description="For apply: the block.")
    wish: str = Field(default="", max_length=2_000, description="For apply: what the person wants besides.")


class ManageSkill(BaseModel):
    """What to do with which skill."""

    model_config = ConfigDict(extra="forbid")

    action: SkillAction = Field(description="What to do.")
    skill_data: SkillData = Field(default_factory=SkillData, description="The skill.")


async def manage_skill(given: ManageSkill, context: ToolContext) -> Evidence:
    """Carry out the action. A skill is applied to a block that has a text, which keeps a version, or a proposal."""
    catalogue, data = _catalogue(context), given.skill_data
    if given.action == "list":
        skills = [{"name": each.name, "description": each.description} for each in await catalogue.all()]
        return Evidence(facts={"skills": skills})
    if not data.name or (given.action == "apply" and not data.field_name):
        raise rejected(context, "skill.which")
    if given.action == "create":
        return _done("added", await catalogue.create(_draft(data)))
    skill = await catalogue.get(data.name)
    if given.action == "apply":
        return await _apply(skill, data, context)
    if given.action == "get":
        return Evidence(facts={"name": skill.name, "description": skill.description, "text": skill.instructions})
    if given.action == "delete":
        await catalogue.remove(skill)
        return _done("removed", skill)
    changed = await catalogue.update(skill, description=data.description, instructions=data.instructions)
    return _done("changed", changed)


async def _apply(skill: Skill, data: SkillData, context: ToolContext) -> Evidence:
    block = await find_text_block(context, data.field_name)
    await require_meant(context, block)
    content = (await workspace_of(context).read(block.id)).text
    require_text(block, content)
    written = await transform(context.brain, skill, content, data.wish, block.constraints)
    return await save_text(context, block, written, is_whole=True)


def _catalogue(context: ToolContext) -> SkillCatalogue:
    workspace = workspace_of(context)
    return SkillCatalogue(workspace.stores.skills, workspace.owner, workspace.ids, workspace.clock, context.language)


def _draft(data: SkillData) -> SkillDraft:
    return SkillDraft(data.name, data.description, data.instructions)


def _done(action: ChangeAction, skill: Skill) -> Evidence:
    return Evidence(changes=(ChangeRef(id=skill.id, name=skill.name, action=action),), facts={"name": skill.name})


def _read(arguments: dict[str, Any], called: str) -> dict[str, Any]:
    """Read other names of actions, and the fields of a skill next to the action."""
    given = {key: value for key, value in arguments.items() if value is not None}
    action = str(given.pop("action", "")).strip().casefold()
    data = given.pop("skill_data", None)
    if isinstance(data, str):
        data = {"name": data}
    fields = read_names(_FIELDS)({**given, **(data or {})}, called)
    return {"action": _ACTIONS.get(action, action), "skill_data": fields}


TOOL = register_tool(
    AgentTool(
        "manage_skill",
        "List, get, create, update or delete skills, or apply one to a block: its text is transformed by the "
        "instructions of the skill and keeps a version. Shipped: professional-copy, storytelling, simplification, "
        "critical-analysis (专业文案、讲故事、通俗化、批判分析).",
        ManageSkill,
        asks_which_block(manage_skill),
        agents=("content",),
        aliases=("apply_skill",),
        changes=lambda given: given.skill_data.field_name or given.skill_data.name or given.action,
        read=_read,
        example='{"action": "apply", "skill_data": {"name": "storytelling", "field_name": "第一章"}}',
    )
)
