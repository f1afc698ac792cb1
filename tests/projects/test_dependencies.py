"""What depends on what: through groups, without cycles, in linear time."""

from itertools import pairwise

from inkwright.projects.dependencies import DependencyGraph, descendants, groups_of
from tests.each import each


@each(
    ("groups", "needs", "cycle"),
    [
        ({"a": None, "b": None}, {"a": ["b"]}, False),
        ({"a": None}, {"a": ["a"]}, True),
        ({"a": None, "b": None}, {"a": ["b"], "b": ["a"]}, True),
        ({"g": None, "a": "g"}, {"a": ["g"]}, True),
        ({"g": None, "a": "g"}, {"g": ["a"]}, True),
        ({"g": None, "a": "g", "b": "g"}, {"a": ["b"]}, False),
        ({"g": None, "a": "g", "h": None, "b": "h"}, {"a": ["h"], "b": ["g"]}, True),
        ({"g": None, "a": "g", "h": "g", "b": "h"}, {"b": ["a"]}, False),
        ({"a": None}, {"a": ["gone"]}, False),
    ],
)
def test_blocks_that_wait_for_each_other_are_a_cycle(
    groups: dict[str, str | None], needs: dict[str, list[str]], cycle: bool
) -> None:
    assert (DependencyGraph(groups, needs).cycle() is not None) is cycle


def test_a_change_affects_what_depends_on_it_through_groups_and_others() -> None:
    graph = DependencyGraph(
        {"a": "g", "g": None, "b": None, "c": "h", "h": None, "d": None, "e": None},
        {"b": ["g"], "h": ["b"], "d": ["c"], "e": ["x"]},
    )
    assert graph.affected_by("a") == {"b", "h", "c", "d"}
    assert graph.affected_by("d") == set()
    assert graph.needed_by("c") == ["b"]
    assert graph.needed_by("b") == ["a"]


def test_a_long_chain_is_followed_without_recursion() -> None:
    ids = [f"b{number}" for number in range(2_000)]
    graph = DependencyGraph(dict.fromkeys(ids), {after: [before] for before, after in pairwise(ids)})
    assert graph.cycle() is None
    assert len(graph.affected_by("b0")) == 1_999


def test_the_nearest_group_counts_and_fields_in_between_do_not() -> None:
    parents = {"c": "f", "f": "g", "g": None, "d": "c", "x": "y", "y": None}
    assert groups_of(parents, {"g"}) == {"c": "g", "f": "g", "g": None, "d": "g", "x": None, "y": None}
    assert sorted(descendants(parents, "f")) == ["c", "d", "f"]
