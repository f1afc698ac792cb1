"""`get_student_error_patterns`: how far a pupil has mastered each knowledge point."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.i18n import text
from inkwright.tools.school_access import find_pupil, permission_ask, school_of


class GetStudentErrorPatterns(BaseModel):
    """Which pupil."""

    model_config = ConfigDict(extra="forbid")

    student_id: str = Field(min_length=1, max_length=200, description="The number or the name of the pupil.")


async def get_student_error_patterns(wanted: GetStudentErrorPatterns, context: ToolContext) -> Evidence | AskDraft:
    """Return the mastery of each knowledge point, weakest first, compared with the class."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    school = school_of(context)
    pupil = find_pupil(context, wanted.student_id, school.data.pupils)
    if isinstance(pupil, AskDraft):
        return pupil
    context.show(school_read_event(context.call_id, pupils=[pupil]))
    points = school.knowledge_points([pupil])
    if not points:
        return Evidence(facts={"status": "no_result", "message": text(context.language, "school.answer.no_points")})
    classmates = [each for class_id in pupil.classes for each in school.members(class_id)]
    of_class = {each.name: each.mastery_rate for each in school.knowledge_points(classmates)}
    patterns = [
        {
            "knowledgePoint": each.name,
            "masteryRate": round(each.mastery_rate, 4),
            "classMasteryRate": round(of_class[each.name], 4),
            "tests": list(each.tests),
        }
        for each in points
    ]
    return Evidence(facts={"number": pupil.number, "name": pupil.name, "patterns": patterns})


TOOL = register_tool(
    AgentTool(
        "get_student_error_patterns",
        "Show how far one pupil has mastered each knowledge point, compared with the class.",
        GetStudentErrorPatterns,
        get_student_error_patterns,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
