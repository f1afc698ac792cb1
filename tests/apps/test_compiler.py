"""Steps become a blueprint by rule: the same steps the same blueprint, and an error names its step."""

from collections.abc import Mapping
from typing import Any

import pytest

from inkwright.agent.conversation_steps import ConversationStep, steps_of_turns
from inkwright.apps.checking import check_blueprint
from inkwright.apps.compiler import CompileRequest, compile_blueprint, content_digest, parse_blueprint
from inkwright.apps.step_rules import RULES
from inkwright.errors import InvalidOption
from inkwright.school.school import School
from tests.apps.blueprints import written
from tests.apps.samples import school, turn

SCHOOL = school()
ARGUMENTS: dict[str, Mapping[str, Any]] = {
    "get_class_detail": {"class_id": "1A"},
    "get_assignment_submissions": {"assignment_id": "Quiz 1", "class_id": "1A"},
    "get_student_grades": {"student_id": "S00001"},
    "analyze_student_weakness": {"class_id": "1A"},
    "get_student_error_patterns": {"student_id": "S00001"},
    "get_teacher_classes": {},
    "search_teacher_documents": {"query": "rain", "n_results": 3},
    "generate_quiz_questions": {"topic": "rain", "count": 3},
}


def step(tool: str, arguments: Mapping[str, Any] | None = None, number: int = 1) -> ConversationStep:
    return ConversationStep(
        f"turn_1/{number}", "turn_1", tool, ARGUMENTS[tool] if arguments is None else arguments, "How is 1A doing?"
    )


def test_every_rule_has_a_sample() -> None:
    assert set(ARGUMENTS) == set(RULES)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("has_text", [False, True])
@pytest.mark.parametrize("tool", sorted(ARGUMENTS))
def test_each_step_alone_gives_a_right_blueprint(tool: str, has_text: bool, language: Any) -> None:
    request = CompileRequest([step(tool)], has_text=has_text, language=language)
    blueprint = compile_blueprint(request, SCHOOL)
    assert check_blueprint(blueprint).problems == []
    assert parse_blueprint(blueprint.model_dump(mode="json", by_alias=True)) == blueprint


def test_all_steps_together_share_inputs_and_data() -> None:
    steps = [step(tool, number=number) for number, tool in enumerate(ARGUMENTS)]
    blueprint = compile_blueprint(CompileRequest(steps), SCHOOL)
    kinds = [each.type for each in blueprint.data_contract.inputs]
    assert sorted(kinds) == ["assignment", "class", "pupil", "text"]
    assert check_blueprint(blueprint).problems == []


def test_two_classes_are_two_inputs_and_are_compared() -> None:
    steps = [step("get_class_detail", {"class_id": name}, number) for number, name in enumerate(("1A", "1B"))]
    blueprint = compile_blueprint(CompileRequest(steps), SCHOOL)
    assert [each.default for each in blueprint.data_contract.inputs] == ["1A", "1B"]
    assert "compare" in {node.type for node in blueprint.compute_graph.nodes}


def test_the_same_content_has_the_same_digest_and_blueprint_and_other_content_another() -> None:
    request = CompileRequest([step("get_class_detail")])
    again = CompileRequest([step("get_class_detail", number=9)])
    assert content_digest(request, SCHOOL) == content_digest(again, SCHOOL)
    assert compile_blueprint(request, SCHOOL) == compile_blueprint(again, SCHOOL)
    others = [
        CompileRequest([step("get_class_detail", {"class_id": "1B"})]),
        CompileRequest([step("get_class_detail")], title="Mine"),
        CompileRequest([step("get_class_detail")], has_text=True),
        CompileRequest([step("get_class_detail")], language="zh"),
        CompileRequest([step("get_class_detail")], entities={"class": "1B"}),
    ]
    assert len({content_digest(each, SCHOOL) for each in [request, *others]}) == len(others) + 1


def test_an_error_names_the_step_and_what_exists_instead() -> None:
    for request in (
        CompileRequest([step("get_class_detail", {"class_id": "9Z"})]),
        CompileRequest([step("get_student_grades", {"student_id": "Nobody"})]),
        CompileRequest([step("get_assignment_submissions", {"assignment_id": "No test"})]),
        CompileRequest([step("get_class_detail", {})]),
        CompileRequest([step("generate_pptx", {"title": "x"})], ["turn_1/1"]),
    ):
        with pytest.raises(InvalidOption, match="turn_1/1"):
            compile_blueprint(request, SCHOOL)
    for request in (CompileRequest([]), CompileRequest([step("get_class_detail")], ["turn_7/7"])):
        with pytest.raises(InvalidOption):
            compile_blueprint(request, SCHOOL)


def test_entities_replace_the_values_of_the_conversation() -> None:
    request = CompileRequest([step("get_class_detail")], entities={"class": "1B"})
    assert compile_blueprint(request, SCHOOL).data_contract.inputs[0].default == "1B"
    with pytest.raises(InvalidOption):
        compile_blueprint(CompileRequest([step("get_class_detail")], entities={"planet": "Mars"}), SCHOOL)


def test_a_list_of_classes_that_only_led_to_other_steps_is_left_out() -> None:
    steps = [step("get_teacher_classes", number=1), step("get_class_detail", number=2)]
    blueprint = compile_blueprint(CompileRequest(steps), SCHOOL)
    assert {each.tool_name for each in blueprint.data_contract.bindings} == {"get_class_detail", "get_class_roster"}


def test_json_that_is_not_a_blueprint_is_refused_with_the_place() -> None:
    with pytest.raises(InvalidOption, match=r"\$\.computeGraph\.nodes\[0\]\.source"):
        parse_blueprint(written(("computeGraph.nodes.0.source", "$data.no")))
    changes: list[tuple[str, Any]] = [
        ("name", ""),
        ("schemaVersion", 2),
        ("pageComposition", {"tabs": []}),
        ("code", "x"),
    ]
    for change in changes:
        with pytest.raises(InvalidOption):
            parse_blueprint(written(change))


def test_steps_come_from_the_calls_that_returned_something() -> None:
    called = turn(1, "How is 1A doing?", ("get_class_detail", {"class_id": "1A"}), ("get_rubric", {}))
    assert [each.tool for each in steps_of_turns([called], SCHOOL)] == ["get_class_detail", "get_rubric"]


def test_an_app_keeps_the_pass_mark_of_its_compilation() -> None:
    lenient = School(SCHOOL.data, 0.5)
    request = CompileRequest([step("get_class_detail")])
    nodes = [each for each in compile_blueprint(request, lenient).compute_graph.nodes if each.type == "statistics"]
    assert {each.pass_share for each in nodes} == {0.5}
    assert content_digest(request, lenient) != content_digest(request, SCHOOL)
