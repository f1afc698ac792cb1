"""`get_student_grades`: the marks of a pupil in every test."""

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.tools.school_access import facts_of_test, find_class, find_pupil, permission_ask, school_of


class GetStudentGrades(BaseModel):
    """Which pupil, and of which class if several pupils have the name."""

    model_config = ConfigDict(extra="forbid")

    student_id: str = Field(min_length=1, max_length=200, description="The number or the name of the pupil.")
    class_id: str = Field(default="", max_length=200, description="The class, if several pupils have this name.")


async def get_student_grades(wanted: GetStudentGrades, context: ToolContext) -> Evidence | AskDraft:
    """Return the marks on the scale of each test; null where the pupil has no result."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    school = school_of(context)
    within = school.data.pupils
    if wanted.class_id:
        found = find_class(context, wanted.class_id)
        if isinstance(found, AskDraft):
            return found
        within = tuple(school.members(found.id))
    pupil = find_pupil(context, wanted.student_id, within)
    if isinstance(pupil, AskDraft):
        return pupil
    classmates = [each for class_id in pupil.classes for each in school.members(class_id)]
    grades = [
        {**facts_of_test(test), "mark": school.marks[test.name].get(pupil.number)}
        for test in school.tests_of(classmates)
    ]
    context.show(school_read_event(context.call_id, pupils=[pupil]))
    known = {"number": pupil.number, "name": pupil.name, "class": school.class_names(pupil)}
    return Evidence(facts={**known, "grades": grades})


TOOL = register_tool(
    AgentTool(
        "get_student_grades",
        "Show the marks of one pupil in every test of the pupil's class, each on the scale of the test.",
        GetStudentGrades,
        get_student_grades,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
