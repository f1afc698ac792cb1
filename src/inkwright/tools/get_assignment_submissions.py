"""`get_assignment_submissions`: the marks of all pupils in one test."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.school.records import SchoolClass
from inkwright.tools.school_access import (
    facts_of_test,
    find_class,
    find_test,
    permission_ask,
    school_of,
    statistics_facts,
)

_MAX_PUPILS: Final = 300


class GetAssignmentSubmissions(BaseModel):
    """Which test, and of which class."""

    model_config = ConfigDict(extra="forbid")

    assignment_id: str = Field(min_length=1, max_length=200, description="The name of the test.")
    class_id: str = Field(default="", max_length=200, description="The class; all classes where it is left out.")


async def get_assignment_submissions(wanted: GetAssignmentSubmissions, context: ToolContext) -> Evidence | AskDraft:
    """Return the mark of each pupil, who has none, and the statistics."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    school = school_of(context)
    pupils = school.data.pupils
    classes: list[SchoolClass] = []
    test = find_test(context, wanted.assignment_id)
    if isinstance(test, AskDraft):
        return test
    if wanted.class_id:
        found = find_class(context, wanted.class_id)
        if isinstance(found, AskDraft):
            return found
        classes, pupils = [found], tuple(school.members(found.id))
    marks = school.marks[test.name]
    submitted = [each for each in pupils if each.number in marks]
    submissions = [
        {"number": each.number, "name": each.name, "class": school.class_names(each), "mark": marks[each.number]}
        for each in sorted(submitted, key=lambda each: -marks[each.number])[:_MAX_PUPILS]
    ]
    absent = [each.name for each in school.absent(pupils, test)][:_MAX_PUPILS]
    statistics = statistics_facts(school.statistics(pupils, test), school.pass_share)
    context.show(school_read_event(context.call_id, classes=classes, tests=[test]))
    facts = {**facts_of_test(test), "submissions": submissions, "absent": absent, "statistics": statistics}
    return Evidence(facts=facts)


TOOL = register_tool(
    AgentTool(
        "get_assignment_submissions",
        "Show one test: the mark of each pupil, best first, the pupils without a result, and the statistics.",
        GetAssignmentSubmissions,
        get_assignment_submissions,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
