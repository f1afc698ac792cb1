"""`advance_to_phase`: take the project to its next phase, or to one by name."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.system_prompt import phase_name
from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.changes import ChangeRef
from inkwright.projects.field_index import invalidate_field_index_cache
from inkwright.tools.block_targets import AGENT, read_names, workspace_of


class AdvanceToPhase(BaseModel):
    """Which phase; the next one by default."""

    model_config = ConfigDict(extra="forbid")

    target_phase: str = Field(default="", max_length=80, description="The name or code of a phase; empty for the next.")


async def advance_to_phase(given: AdvanceToPhase, context: ToolContext) -> Evidence:
    """Enter the phase. The last one has no next, and an unknown name is refused with all names."""
    workspace = workspace_of(context)
    target = given.target_phase.strip() or None
    project = await workspace.advance(target, author=AGENT, reason=context.turn.message)
    invalidate_field_index_cache(project.id)
    name = phase_name(project.current_phase, context.language)
    change = ChangeRef(id=project.current_phase, name=name, action="advanced")
    return Evidence(changes=(change,), facts={"phase": project.current_phase, "name": name})


TOOL = register_tool(
    AgentTool(
        "advance_to_phase",
        "Take the project to the next phase (“继续”), or to the one that the person names (“进入外延设计”).",
        AdvanceToPhase,
        advance_to_phase,
        agents=("content",),
        changes=lambda given: given.target_phase or "phase",
        read=read_names({"phase": "target_phase", "target": "target_phase"}),
        example='{"target_phase": "外延设计"}',
    )
)
