"""The person's own rubrics come before those of the program."""

import asyncio

from inkwright.agent.tools import Evidence
from inkwright.tools.list_available_rubrics import TOOL
from tests.store.test_school import RUBRIC
from tests.tools.schools import called, school_context


def test_own_rubrics_come_first() -> None:
    context = school_context()
    assert context.schools is not None
    asyncio.run(context.schools.keep_rubric(RUBRIC, owner="me"))
    done = called(TOOL, context)
    assert isinstance(done, Evidence)
    assert [each["name"] for each in done.facts["rubrics"]][:2] == ["Mine", "Essay"]
