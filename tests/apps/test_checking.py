"""References are checked when a blueprint is compiled: each problem has its place."""

from typing import Any

import pytest

from inkwright.apps.checking import check_blueprint
from tests.apps.blueprints import small, written


def problems(*changes: tuple[str, Any]) -> list[tuple[str, str]]:
    found = check_blueprint(small(*changes)).problems
    return [(each.path, each.reason.key.removeprefix("apps.problem.")) for each in found]


def test_a_right_blueprint_has_no_problem_and_an_order() -> None:
    checked = check_blueprint(small())
    assert checked.problems == []
    keys = [node.output_key for node in checked.order]
    assert keys.index("tests") < keys.index("ranked") < keys.index("low")
    assert checked.results["all"].is_single  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("path", "value", "place", "code"),
    [
        ("computeGraph.nodes.0.source", "$data.nothing", "$.computeGraph.nodes[0].source", "unknown_reference"),
        ("computeGraph.nodes.0.source", "$input.class", "$.computeGraph.nodes[0].source", "not_a_table"),
        ("computeGraph.nodes.0.source", "results; DROP TABLE x", "$.computeGraph.nodes[0].source", "not_a_table"),
        ("computeGraph.nodes.0.value", "pupil", "$.computeGraph.nodes[0].value", "column_type"),
        ("computeGraph.nodes.0.value", "nothing", "$.computeGraph.nodes[0].value", "no_column"),
        ("computeGraph.nodes.0.by", ["mean"], "$.computeGraph.nodes[0].by[0]", "no_column"),
        ("computeGraph.nodes.1.aggregates.0.function", "ratio", "$.computeGraph.nodes[1].aggregates[0]", "aggregate"),
        ("computeGraph.nodes.2.on", ["class"], "$.computeGraph.nodes[2].on[0]", "no_column"),
        ("computeGraph.nodes.3.by", "test", "$.computeGraph.nodes[3].by", "column_type"),
        ("computeGraph.nodes.3.source", "$compute.low", "$.computeGraph.nodes[3].dependsOn", "cycle"),
        ("computeGraph.nodes.3.dependsOn", ["n9"], "$.computeGraph.nodes[3].dependsOn[0]", "unknown_name"),
        ("computeGraph.nodes.3.outputKey", "tests", "$.computeGraph.nodes[3].outputKey", "twice"),
        (
            "computeGraph.nodes.4.conditions.0.value",
            "ten",
            "$.computeGraph.nodes[4].conditions[0].value",
            "column_type",
        ),
        (
            "computeGraph.nodes.4.conditions.0.value",
            "$input.when",
            "$.computeGraph.nodes[4].conditions[0].value",
            "not_an_input",
        ),
        ("computeGraph.nodes.5.evidence", ["$compute.text"], "$.computeGraph.nodes[5].dependsOn", "cycle"),
        (
            "dataContract.bindings.0.toolName",
            "delete_everything",
            "$.dataContract.bindings[0].toolName",
            "unknown_tool",
        ),
        ("dataContract.bindings.0.params", {}, "$.dataContract.bindings[0].params", "missing_param"),
        (
            "dataContract.bindings.0.params.class_id",
            "$input.when",
            "$.dataContract.bindings[0].params.class_id",
            "input_type",
        ),
        (
            "dataContract.bindings.0.params.class_id",
            "$data.fixed",
            "$.dataContract.bindings[0].params.class_id",
            "not_an_input",
        ),
        (
            "dataContract.bindings.0.params.class_id",
            "$input.no",
            "$.dataContract.bindings[0].params.class_id",
            "unknown_reference",
        ),
        ("dataContract.bindings.0.params.class_id", 7, "$.dataContract.bindings[0].params.class_id", "param_type"),
        ("dataContract.bindings.0.dependsOn", ["results"], "$.dataContract.bindings[0].dependsOn[0]", "unknown_name"),
        ("dataContract.bindings.1.rows", [], "$.dataContract.bindings[1].rows", "no_rows"),
        ("dataContract.bindings.1.rows.1", {"test": "x"}, "$.dataContract.bindings[1].rows[1]", "other_columns"),
        ("dataContract.bindings.1.rows.1.goal", "x", "$.dataContract.bindings[1].rows[1].goal", "column_type"),
        ("dataContract.inputs.0.dependsOn", ["class"], "$.dataContract.inputs[0].dependsOn", "cycle"),
        ("dataContract.inputs.1.default", "yesterday", "$.dataContract.inputs[1].default", "input_default"),
        (
            "pageComposition.tabs.0.slots.0.items.0.value",
            "$compute.tests.mean",
            "$.pageComposition.tabs[0].slots[0].items[0].value",
            "not_single",
        ),
        (
            "pageComposition.tabs.0.slots.0.items.0.value",
            "$compute.tests",
            "$.pageComposition.tabs[0].slots[0].items[0].value",
            "not_a_column",
        ),
        (
            "pageComposition.tabs.0.slots.1.columns.0.format",
            "number",
            "$.pageComposition.tabs[0].slots[1].columns[0].format",
            "format",
        ),
        ("pageComposition.tabs.0.slots.2.x", None, "$.pageComposition.tabs[0].slots[2]", "empty_chart"),
        (
            "pageComposition.tabs.0.slots.2.variant",
            "distribution",
            "$.pageComposition.tabs[0].slots[2].source",
            "not_single",
        ),
        (
            "pageComposition.tabs.0.slots.3.text",
            "$compute.tests",
            "$.pageComposition.tabs[0].slots[3].text",
            "not_text",
        ),
        ("pageComposition.tabs.0.slots.4.heading", "none", "$.pageComposition.tabs[0].slots[4].heading", "no_column"),
        ("pageComposition.tabs.0.slots.4.id", "table", "$.pageComposition.tabs[0].slots[4].id", "twice"),
    ],
)
def test_each_wrong_reference_is_refused_with_its_place(path: str, value: Any, place: str, code: str) -> None:
    assert (place, code) in problems((path, value))


def test_a_problem_is_not_reported_again_for_everything_that_depends_on_it() -> None:
    assert problems(("computeGraph.nodes.0.source", "$data.nothing")) == [
        ("$.computeGraph.nodes[0].source", "unknown_reference")
    ]


def test_a_rule_for_rows_compares_values_of_the_type_of_its_column() -> None:
    rule = {"column": "goal", "condition": "lt", "value": "low"}
    place = "$.pageComposition.tabs[0].slots[1].highlightRules[0].value"
    assert problems(("pageComposition.tabs.0.slots.1.highlightRules", [rule])) == [(place, "column_type")]


def test_every_text_in_the_place_of_a_reference_is_refused_and_never_raises() -> None:
    texts = [
        "",
        "$",
        "$data.",
        "$data.results.",
        "$data.results.mark.x",
        "$DATA.results",
        "中文",
        '"; --',
        "$compute." + "a" * 120,
    ]
    for text in texts:
        changed = written(("computeGraph.nodes.0.source", text))
        assert changed["computeGraph"]["nodes"][0]["source"] == text
        assert problems(("computeGraph.nodes.0.source", text))
