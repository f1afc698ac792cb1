"""`list_available_rubrics`: the rubrics of the program and the person's own."""

from pydantic import BaseModel, ConfigDict

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.school.rubrics import Rubric, built_in_rubrics


class ListAvailableRubrics(BaseModel):
    """Nothing is needed."""

    model_config = ConfigDict(extra="forbid")


async def available_rubrics(context: ToolContext) -> list[Rubric]:
    """Return the person's own rubrics, then the built-in ones."""
    own = await context.schools.rubrics(context.owner) if context.schools else []
    return [*own, *built_in_rubrics(context.language)]


async def list_available_rubrics(_: ListAvailableRubrics, context: ToolContext) -> Evidence:
    """Return the names of the rubrics, and what they are for."""
    rubrics = [
        {"name": each.name, "subject": each.subject, "task_type": each.task_type, "level": each.level}
        for each in await available_rubrics(context)
    ]
    return Evidence(facts={"rubrics": rubrics})


TOOL = register_tool(
    AgentTool(
        "list_available_rubrics",
        "List the marking rubrics: the person's own and a small set that comes with the program.",
        ListAvailableRubrics,
        list_available_rubrics,
        is_base=True,
        needs_school=True,
    )
)
