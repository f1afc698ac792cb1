"""`analyze_student_weakness`: the knowledge points on which a class or a pupil lost most marks."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.i18n import text
from inkwright.tools.school_access import find_class, find_pupil, permission_ask, school_of

_MAX_POINTS: Final = 20
_MAX_FOCUS: Final = 3
_MAX_AFFECTED: Final = 60


class AnalyzeStudentWeakness(BaseModel):
    """Of which class, or of which pupil in it."""

    model_config = ConfigDict(extra="forbid")

    class_id: str = Field(min_length=1, max_length=200, description="The id or the name of the class.")
    student_id: str = Field(default="", max_length=200, description="One pupil; the whole class where it is left out.")


async def analyze_student_weakness(wanted: AnalyzeStudentWeakness, context: ToolContext) -> Evidence | AskDraft:
    """Return the knowledge points, weakest first, and the three to practise; report missing data."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    found = find_class(context, wanted.class_id)
    if isinstance(found, AskDraft):
        return found
    school = school_of(context)
    pupils = list(school.members(found.id))
    if wanted.student_id:
        pupil = find_pupil(context, wanted.student_id, pupils)
        if isinstance(pupil, AskDraft):
            return pupil
        pupils = [pupil]
    context.show(school_read_event(context.call_id, classes=[found], pupils=pupils if wanted.student_id else []))
    points = school.knowledge_points(pupils)
    if not points:
        return Evidence(facts={"status": "no_result", "message": text(context.language, "school.answer.no_points")})
    weak = [
        {
            "knowledgePoint": each.name,
            "errorRate": round(each.error_rate, 4),
            "affectedStudents": [pupil.name for pupil in each.affected[:_MAX_AFFECTED]],
            "tags": list(each.tests),
        }
        for each in points[:_MAX_POINTS]
    ]
    focus = [each.name for each in points[:_MAX_FOCUS] if each.error_rate > 0]
    return Evidence(facts={"class": found.name, "weakPoints": weak, "recommendedFocus": focus})


TOOL = register_tool(
    AgentTool(
        "analyze_student_weakness",
        "Find what a class or a pupil is weak in: knowledge points with the share of lost marks, and three to practise."
        " For a quiz on them, pass recommendedFocus on as weakness_focus of generate_quiz_questions.",
        AnalyzeStudentWeakness,
        analyze_student_weakness,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
