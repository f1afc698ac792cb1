"""`get_rubric`: the rubric for a subject, a type of task and a level."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.errors import NotFound
from inkwright.school.rubrics import RubricWish
from inkwright.tools.list_available_rubrics import available_rubrics


class GetRubric(BaseModel):
    """What is marked."""

    model_config = ConfigDict(extra="forbid")

    subject: str = Field(default="", max_length=80, description="The subject; empty for any.")
    task_type: str = Field(default="", max_length=80, description="The type of task, such as essay; empty for any.")
    level: str = Field(default="", max_length=80, description="The level of school; empty for any.")


async def get_rubric(wanted: GetRubric, context: ToolContext) -> Evidence:
    """Return the rubric that fits best; of equal ones the person's own."""
    wish = RubricWish(wanted.subject, wanted.task_type, wanted.level)
    fitting = [each for each in await available_rubrics(context) if wish.fits(each)]
    if not fitting:
        raise NotFound(what_kind="rubric", id=" ".join(filter(None, (wanted.subject, wanted.task_type, wanted.level))))
    best = max(fitting, key=wish.closeness)
    return Evidence(facts={**best.model_dump(mode="json"), "total": best.total})


TOOL = register_tool(
    AgentTool(
        "get_rubric",
        "Read the marking rubric for a subject, a type of task and a level: its criteria with levels and points.",
        GetRubric,
        get_rubric,
        is_base=True,
        needs_school=True,
    )
)
