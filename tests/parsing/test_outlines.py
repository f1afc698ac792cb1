"""Outlines are converted between lines, text, levels and trees without loss."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.parsing.outlines import (
    MAX_DEPTH,
    levels_from_lines,
    lines_from_levels,
    lines_from_outline,
    lines_from_text,
    lines_from_tree,
    tree_from_lines,
)
from tests.each import each

IDS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=4)
TITLES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), min_size=1, max_size=12)


def node(id_: str, title: str, *children: dict[str, Any]) -> dict[str, Any]:
    return {"id": id_, "title": title, "children": list(children)}


NODES = st.recursive(
    st.builds(node, IDS, TITLES),
    lambda inner: st.builds(
        lambda id_, title, below: node(id_, title, *below), IDS, TITLES, st.lists(inner, max_size=3)
    ),
    max_leaves=12,
)

TREE = [
    node("1", "引言", node("1.1", "研究背景", node("1.1.1", "  spaces   stay  ")), node("1.2", "# not a heading")),
    node("二", '方法：{模型} & "quotes"'),
    node("3", "-"),
]
LINES = [
    "1 引言",
    "  1.1 研究背景",
    "    1.1.1   spaces   stay  ",
    "  1.2 # not a heading",
    '二 方法：{模型} & "quotes"',
    "3 -",
]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# 一\r\n\r\n## 二\r\n", ["# 一", "", "## 二", ""]),
        ("\n\n", ["", "", ""]),
        ("  a\n\tb  ", ["  a", "\tb  "]),
        ("a\x0bb\u2028c\x85d", ["a\x0bb\u2028c\x85d"]),
        ("", [""]),
    ],
    ids=["CRLF", "blank lines", "spaces and tabs", "only newlines part lines", "nothing"],
)
def test_a_text_is_parted_at_its_newlines_and_nowhere_else(text: str, lines: list[str]) -> None:
    assert lines_from_text(text) == lines


@settings(max_examples=50, derandomize=True)
@given(st.text(alphabet="a #-文\n\t\r"))
def test_joining_the_lines_gives_the_text_back(text: str) -> None:
    assert "\n".join(lines_from_text(text)) == text.replace("\r\n", "\n")


def test_levels_become_headings() -> None:
    levels = [{"level": 1, "title": "总论"}, {"level": 3, "title": "Part: a  b "}, {"level": 8, "title": "#"}]
    assert lines_from_levels(levels) == ["# 总论", "### Part: a  b ", "######## #"]


def test_an_invalid_outline_has_no_lines() -> None:
    assert lines_from_levels([]) == []
    assert lines_from_tree([]) == []
    assert tree_from_lines([]) == []


def test_a_tree_becomes_indented_lines_each_with_its_id() -> None:
    assert lines_from_tree(TREE) == LINES


def test_the_lines_of_a_tree_become_that_tree_again() -> None:
    assert tree_from_lines(LINES) == TREE


@pytest.mark.parametrize(
    "lines",
    [
        ["1 A", "    1.1 too deep"],
        ["  1 indented from the start"],
        ["1 A", " 1.1 half a step"],
        ["1 A", "\t1.1 a tab"],
        ["1 A", "", "2 B"],
        ["1"],
        ["引言"],
        ["1 A\nB"],
        [""],
    ],
    ids=["skips a level", "starts deep", "one space", "tab", "blank line", "no title", "no id", "newline", "empty"],
)
def test_lines_in_another_format_are_not_a_tree(lines: list[str]) -> None:
    assert tree_from_lines(lines) is None


def test_a_node_after_a_deep_one_returns_to_its_own_level() -> None:
    lines = ["1 A", "  2 B", "    3 C", "  4 D", "5 E", "  6 F"]
    assert tree_from_lines(lines) == [
        node("1", "A", node("2", "B", node("3", "C")), node("4", "D")),
        node("5", "E", node("6", "F")),
    ]


@settings(max_examples=50, derandomize=True)
@given(st.lists(NODES, max_size=4))
def test_any_tree_survives_the_way_to_lines_and_back(tree: list[dict[str, Any]]) -> None:
    assert tree_from_lines(lines_from_tree(tree)) == tree


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.sampled_from(["1 A", "  1.1 B", "    x 文", "", " a b", "B", "2  C "]), max_size=8))
def test_lines_that_form_a_tree_survive_the_way_to_it_and_back(lines: list[str]) -> None:
    tree = tree_from_lines(lines)
    if tree is not None:
        assert lines_from_tree(tree) == lines


LEVELS = st.lists(st.fixed_dictionaries({"level": st.integers(1, MAX_DEPTH), "title": TITLES}), min_size=1, max_size=8)


@settings(max_examples=50, derandomize=True)
@given(LEVELS)
def test_any_headings_survive_the_way_to_lines_and_back(levels: list[dict[str, Any]]) -> None:
    assert levels_from_lines(lines_from_levels(levels)) == levels


@pytest.mark.parametrize("lines", [["# A", "B"], ["#A"], [""], [f"{'#' * (MAX_DEPTH + 1)} A"], [" # A"], ["# A\nB"]])
def test_lines_in_another_format_are_not_headings(lines: list[str]) -> None:
    assert levels_from_lines(lines) is None


@settings(max_examples=50, derandomize=True)
@given(LEVELS | st.lists(NODES, min_size=1, max_size=4) | st.text())
def test_every_form_that_becomes_lines_can_be_had_back(form: Any) -> None:
    lines = lines_from_outline(form)
    assert lines is not None
    if isinstance(form, str):
        assert "\n".join(lines) == form.replace("\r\n", "\n")
    else:
        assert form in (levels_from_lines(lines), tree_from_lines(lines))


@each(
    "form",
    [
        None,
        3,
        {"id": "1", "title": "A"},
        ["A"],
        [{"id": "1"}],
        [{"id": 1.1, "title": "A"}],
        [{"id": "1 a", "title": "A"}],
        [{"id": "\x1c", "title": "A"}],
        [{"id": "1", "title": "A\nB"}],
        [{"id": "1", "title": ""}],
        [{"id": "1", "title": "A", "notes": "x"}],
        [{"id": "1", "title": "A", "children": None}],
        [{"level": 0, "title": "A"}],
        [{"level": True, "title": "A"}],
        [{"level": 21, "title": "A"}],
        [{"level": 1, "title": "A\nB"}],
        [{"level": 1, "title": "A"}, {"id": "2", "title": "B"}],
    ],
)
def test_what_lines_would_lose_becomes_none(form: Any) -> None:
    assert lines_from_outline(form) is None


def test_a_tree_that_is_too_deep_becomes_none() -> None:
    tree = node("1", "A")
    for _ in range(MAX_DEPTH + 1):
        tree = node("1", "A", tree)
    assert lines_from_outline([tree]) is None


def test_children_may_be_left_out() -> None:
    assert lines_from_outline([{"id": "1", "title": "引言"}, {"id": "2", "title": "B", "children": []}]) == [
        "1 引言",
        "2 B",
    ]
