"""What can be written about a persona."""

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.personas import read_persona
from tests.each import each


def test_facts_in_an_object_become_lines() -> None:
    read = read_persona({"name": "李娜", "basic_info": {"age": 34, "工作": "护士"}, "pain_points": ["没时间"]})
    assert (read.basic_info, read.pain_points) == ("age: 34\n工作: 护士", ["没时间"])


@each(
    "written",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"name": 5},
        {"name": "A", "pain_points": "one"},
        {"name": "A", "pain_points": [""]},
        {"name": "A", "pain_points": ["x"] * 21},
        {"name": "A", "selected": True},
        {"name": "A", "background": "x" * 4_001},
    ],
)
def test_what_is_not_valid_is_refused_with_its_name(written: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        read_persona(written)
