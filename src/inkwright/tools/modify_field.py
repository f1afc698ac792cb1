"""`modify_field`: change a part of a block's text; everything else stays as it is, letter by letter."""

from collections.abc import Callable
from dataclasses import replace

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.request_wording import MOST_REPLACED, is_small
from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.authoring.block_writer import BlockBrief, BlockStream, EditPlan, plan_edits, write_block
from inkwright.i18n import Language, text
from inkwright.projects.anchored_edits import EditHunk, EditRefused, locate_edits
from inkwright.tools.block_targets import (
    FIELD_ALIASES,
    MAX_NAME_LENGTH,
    asks_which_block,
    find_text_block,
    read_names,
    require_meant,
    workspace_of,
)
from inkwright.tools.block_writing import (
    brief_for,
    needs_proposal,
    references,
    refusal_reason,
    require_research,
    save_edits,
    save_text,
)
from inkwright.tools.intent_interview import require_answers


class ModifyField(BaseModel):
    """Which block, and what to change in it."""

    model_config = ConfigDict(extra="forbid")

    field_name: str = Field(min_length=1, max_length=MAX_NAME_LENGTH, description="The block: its name or path.")
    modification_instruction: str = Field(min_length=1, max_length=8_000, description="What the person wants changed.")
    reference_fields: list[str] = Field(
        default=[], max_length=20, description="Blocks to consult. They are never changed."
    )
    rewrite: bool = Field(default=False, description="Only if the person asked for the whole text to be written again.")
    as_proposal: bool = Field(default=False, description="If the person wants to see the change before it is made.")


async def modify_field(given: ModifyField, context: ToolContext) -> Evidence:
    """Change the text at once and keep the earlier version; or store a proposal, if the block needs review or the
    person wants one. A proposal changes nothing before the person accepts it, so it needs no question.
    """
    block = await find_text_block(context, given.field_name)
    if not (given.as_proposal or needs_proposal(block)):
        await require_meant(context, block)
    require_research(context, block)
    require_answers(context, block)
    consulted = await references(context, given.reference_fields, but=block.id)
    content = (await workspace_of(context).read(block.id)).text
    brief = await brief_for(context, block)
    brief = replace(brief, references={**brief.references, **consulted})
    if given.rewrite or not content.strip():
        written = await _rewritten(context, brief, content, given.modification_instruction)
        return await save_text(context, block, written, as_proposal=given.as_proposal)
    check = _checker(content, context.language)
    plan = await plan_edits(context.brain, brief, content, given.modification_instruction, check)
    return await save_edits(context, block, plan.anchored(), as_proposal=given.as_proposal)


async def _rewritten(context: ToolContext, brief: BlockBrief, content: str, instruction: str) -> str:
    known = {brief.name: content, **brief.references} if content.strip() else brief.references
    wanted = "\n".join(filter(None, [brief.prompt, instruction]))
    stream = BlockStream(lambda _piece: None)
    return await write_block(context.brain, replace(brief, prompt=wanted, references=known), stream)


def _checker(content: str, language: Language) -> Callable[[EditPlan], str | None]:
    def check(plan: EditPlan) -> str | None:
        located = locate_edits(content, plan.anchored())
        if isinstance(located, EditRefused):
            return refusal_reason(located).text(language)
        return text(language, "content.too_wide") if _is_too_wide(content, located) else None

    return check


def _is_too_wide(content: str, hunks: tuple[EditHunk, ...]) -> bool:
    return not is_small(content) and sum(len(hunk.old) for hunk in hunks) > MOST_REPLACED * len(content)


TOOL = register_tool(
    AgentTool(
        "modify_field",
        "Change a part of a block's text as the person asks; everything else stays as it is. “参考 @A 修改 @B” is "
        "field_name B with reference_fields [A]. It applies at once, or becomes a proposal if the block needs review.",
        ModifyField,
        asks_which_block(modify_field),
        agents=("content",),
        aliases=("edit_field",),
        changes=lambda given: given.field_name,
        read=read_names({**FIELD_ALIASES, "instruction": "modification_instruction", "references": "reference_fields"}),
        example='{"field_name": "第一章", "modification_instruction": "把“很大”改成“辽阔”"}',
    )
)
