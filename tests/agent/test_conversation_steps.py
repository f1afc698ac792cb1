"""The steps of a conversation: calls that returned something, and questions that a rule answered."""

import json

from inkwright.agent.conversation_steps import steps_of_turns
from tests.apps.samples import school, turn

SCHOOL = school()


def found(message: str, engine_messages: str = "") -> list[tuple[str, dict[str, object]]]:
    asked = turn(1, message).model_copy(update={"engine_messages": engine_messages})
    return [(each.tool, dict(each.arguments)) for each in steps_of_turns([asked], SCHOOL)]


def test_a_question_about_a_class_a_test_a_pupil_or_weak_points_is_the_call_that_answers_it() -> None:
    assert found("What is the mean of 1A in Quiz 1?") == [
        ("get_assignment_submissions", {"assignment_id": "Quiz 1", "class_id": "c0"})
    ]
    assert found("How is 1A doing?") == [("get_class_detail", {"class_id": "c0"})]
    assert found("What are the weak points of 1A?") == [("analyze_student_weakness", {"class_id": "c0"})]
    assert found("Which are my classes?") == [("get_teacher_classes", {})]
    assert found("What is the marks of S00001?") == [("get_student_grades", {"student_id": "S00001"})]
    assert found("1A班平均分是多少？") == [("get_class_detail", {"class_id": "c0"})]


def test_a_message_about_something_else_or_unknown_names_gives_no_step() -> None:
    assert found("Write a poem about rain.") == []
    assert found("What is the mean of 9Z in Quiz 1?") == []


def test_calls_without_a_result_and_calls_that_cannot_be_read_are_left_out() -> None:
    parts = [
        {"part_kind": "tool-call", "tool_name": "get_class_detail", "args": '{"class_id": "1A"}', "tool_call_id": "a"},
        {"part_kind": "tool-call", "tool_name": "get_class_detail", "args": "not json at all", "tool_call_id": "b"},
        {"part_kind": "tool-call", "tool_name": "get_teacher_classes", "args": None, "tool_call_id": "c"},
        {"part_kind": "tool-return", "tool_call_id": "b"},
        {"part_kind": "tool-return", "tool_call_id": "c"},
    ]
    assert found("Hi", json.dumps([{"parts": parts}])) == [("get_teacher_classes", {})]
