"""`get_class_detail`: the pupils of a class, and its tests with their statistics."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.agent.tools import AgentTool, Evidence, ToolContext, register_tool
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.work_payloads import school_read_event
from inkwright.tools.school_access import facts_of_test, find_class, permission_ask, school_of, statistics_facts

_MAX_PUPILS: Final = 200


class GetClassDetail(BaseModel):
    """Which class."""

    model_config = ConfigDict(extra="forbid")

    class_id: str = Field(min_length=1, max_length=200, description="The id or the name of the class, such as 1A.")


async def get_class_detail(wanted: GetClassDetail, context: ToolContext) -> Evidence | AskDraft:
    """Return the roster, and every test with its statistics on its own scale."""
    if (ask := await permission_ask(context)) is not None:
        return ask
    found = find_class(context, wanted.class_id)
    if isinstance(found, AskDraft):
        return found
    school = school_of(context)
    pupils = school.members(found.id)
    tests = school.tests_of(pupils)
    roster = [{"number": each.number, "name": each.name} for each in pupils[:_MAX_PUPILS]]
    assignments = [
        {
            **facts_of_test(test),
            **(statistics_facts(school.statistics(pupils, test), school.pass_share) or {}),
            "absent": len(school.absent(pupils, test)),
        }
        for test in tests
    ]
    context.show(school_read_event(context.call_id, classes=[found], tests=tests))
    facts = {"id": found.id, "name": found.name, "student_count": len(pupils), "roster": roster}
    return Evidence(facts={**facts, "assignments": assignments})


TOOL = register_tool(
    AgentTool(
        "get_class_detail",
        "Show a class: its pupils, and each test with its maximum, mean, median, spread, percentiles, distribution "
        "over fifths of the scale, and pass rate (60 % of the maximum). To compare classes, call it for each.",
        GetClassDetail,
        get_class_detail,
        is_base=True,
        needs_school=True,
        gives_numbers=True,
    )
)
