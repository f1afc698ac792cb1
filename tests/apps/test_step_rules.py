"""Each rule gives the page that its tool shows in a conversation."""

from typing import Any

import pytest

from inkwright.apps.drafting import BlueprintDraft
from inkwright.apps.step_rules import RULES
from tests.apps.samples import school


def slots(tool: str, **given: Any) -> list[str]:
    draft = BlueprintDraft("en", school())
    RULES[tool](draft, given)
    return [slot.type for slot in draft.tabs[0].slots]


@pytest.mark.parametrize(
    ("tool", "given", "expected"),
    [
        ("get_class_detail", {"class_id": "1A"}, ["kpi_grid", "chart", "table"]),
        (
            "get_assignment_submissions",
            {"assignment_id": "Quiz 1", "class_id": "1A"},
            ["kpi_grid", "chart", "table", "table"],
        ),
        ("get_assignment_submissions", {"assignment_id": "Quiz 1"}, ["kpi_grid", "chart", "chart", "table", "table"]),
        ("get_student_grades", {"student_id": "S00001"}, ["chart", "table"]),
        ("analyze_student_weakness", {"class_id": "1A"}, ["chart", "table", "suggestion_list"]),
        ("generate_quiz_questions", {"topic": "rain"}, ["question_set"]),
    ],
)
def test_a_tool_becomes_the_parts_of_a_tab(tool: str, given: dict[str, Any], expected: list[str]) -> None:
    assert slots(tool, **given) == expected


@pytest.mark.parametrize("count", [0, -1, 51, True, "many", None, 10**9])
def test_an_impossible_count_of_questions_becomes_a_usual_one(count: object) -> None:
    draft = BlueprintDraft("zh", school())
    RULES["generate_quiz_questions"](draft, {"topic": "雨", "count": count})
    (node,) = draft.nodes
    assert node.type == "questions"
    assert node.count == 5
