"""The tree of blocks: order, paths, names, and what parents have from their children."""

from datetime import UTC, datetime

import pytest

from inkwright.projects.blocks import ContentBlock
from inkwright.projects.tree import BlockTree

_AT = datetime(2026, 1, 2, tzinfo=UTC)


def block(id_: str, name: str, parent: str | None = None, position: int = 1) -> ContentBlock:
    return ContentBlock(id_, "proj_1", "me", parent, name, position, 1, 0, _AT, _AT)


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


def test_blocks_are_ordered_by_position_with_parents_first() -> None:
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
def test_a_path_or_its_end_selects_matching_blocks(written: str, ids: list[str]) -> None:
    assert [each.id for each in TREE.meant(written)] == ids


def test_an_exact_path_wins_over_a_longer_one() -> None:
    tree = BlockTree([block("b1", "A"), block("b2", "B", "b1"), block("b3", "B", None, 2)])
    assert [each.id for each in tree.meant("b")] == ["b3"]
    assert tree.at("b") == block("b3", "B", None, 2)
    assert tree.at("a/c") is None


def test_a_new_block_comes_after_its_siblings() -> None:
    assert [TREE.next_index(parent) for parent in (None, "b1", "b4")] == [3, 3, 1]


def test_a_very_deep_tree_is_walked() -> None:
    deep = [block(f"b{number:04}", "x", f"b{number - 1:04}" if number else None) for number in range(2_000)]
    assert len(BlockTree(deep).under("b0000")) == 2_000
