"""The rubric that fits best is returned with its points."""

import pytest

from inkwright.errors import NotFound
from inkwright.tools.get_rubric import TOOL
from tests.tools.schools import called, facts


def test_the_closest_rubric_is_found_and_an_unknown_one_is_not() -> None:
    found = facts(TOOL, subject="mathematics", task_type="problem solving", level="S1")
    assert (found["name"], found["total"]) == ("Mathematics problem", 10)
    with pytest.raises(NotFound):
        called(TOOL, task_type="sculpture")
