"""Blocks in their order and by their paths; which of them a person means, and which they may mean."""

from datetime import UTC, datetime

import pytest

from inkwright.projects.records import Block
from inkwright.projects.trees import BlockTree

_AT = datetime(2026, 1, 2, tzinfo=UTC)


def block(id_: str, name: str, parent: str | None = None, position: int = 1) -> Block:
    return Block(id_, "proj_1", "me", parent, name, position, 1, 0, _AT, _AT)


TREE = BlockTree(
    [
        block("b3", "Intro", "b1", 2),
        block("b5", "End", None, 2),
        block("b1", "Chapter 1"),
        block("b2", "雨", "b1", 1),
        block("b4", "Intro", "b2"),
        block("b6", "intro", "b5"),
    ]
)


def test_blocks_stand_in_their_order_each_before_what_is_below_it() -> None:
    assert [(depth, each.id) for depth, each in TREE.walk()] == [
        (0, "b1"),
        (1, "b2"),
        (2, "b4"),
        (1, "b3"),
        (0, "b5"),
        (1, "b6"),
    ]
    assert TREE.paths() == ["Chapter 1", "Chapter 1/雨", "Chapter 1/雨/Intro", "Chapter 1/Intro", "End", "End/intro"]
    assert [each.id for each in TREE.under("b1")] == ["b1", "b2", "b4", "b3"]
    assert len(TREE) == 6


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("chapter 1/INTRO", ["b3"]),
        ("雨/intro", ["b4"]),
        ("End", ["b5"]),
        ("intro", ["b4", "b3", "b6"]),
        ("End/Intro", ["b6"]),
        ("nope", []),
        ("1/雨", []),
        ("", []),
        ("/", []),
    ],
)
def test_a_path_or_the_end_of_one_says_which_may_be_meant(written: str, ids: list[str]) -> None:
    assert [each.id for each in TREE.meant(written)] == ids


def test_the_whole_path_wins_over_another_that_ends_so() -> None:
    tree = BlockTree([block("b1", "A"), block("b2", "B", "b1"), block("b3", "B", None, 2)])
    assert [each.id for each in tree.meant("b")] == ["b3"]
    assert tree.at("b") == block("b3", "B", None, 2)
    assert tree.at("a/c") is None


def test_a_new_block_stands_behind_all_beside_it() -> None:
    assert [TREE.next_position(parent) for parent in (None, "b1", "b4")] == [3, 3, 1]


def test_a_very_deep_tree_is_walked() -> None:
    deep = [block(f"b{number:04}", "x", f"b{number - 1:04}" if number else None) for number in range(2_000)]
    assert len(BlockTree(deep).under("b0000")) == 2_000
