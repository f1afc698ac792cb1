"""`get_teacher_classes`: the imported classes."""

from pydantic import BaseModel, ConfigDict

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.tools.school_access import permission_ask, school_of


class GetTeacherClasses(BaseModel):
    """Nothing is needed."""

    model_config = ConfigDict(extra="forbid")


async def get_teacher_classes(_: GetTeacherClasses, context: ToolContext) -> Evidence | AskDraft:
    """Return the classes with the number of their pupils."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    school = school_of(context)
    classes = [
        {
            "id": each.id,
            "name": each.name,
            "grade": each.grade,
            "subject": each.subject,
            "student_count": len(school.members(each.id)),
        }
        for each in school.classes.values()
    ]
    context.show(school_read_event(context.call_id, classes=list(school.classes.values())))
    return Evidence(facts={"classes": classes})


TOOL = register_tool(
    AgentTool(
        "get_teacher_classes",
        "List the person's classes with their ids, grades, subjects and numbers of pupils.",
        GetTeacherClasses,
        get_teacher_classes,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
