"""Valid names and texts, and the tree of blocks."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.errors import InvalidOption
from inkwright.projects.records import MAX_CHARACTERS, MAX_NAME, Block, BlockTree, name_key, valid_name, valid_text
from tests.each import each


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Rain", "Rain"),
        ("  第一章：雨 ", "第一章：雨"),
        ("Cafe\u0301", "Café"),
        ("a" * MAX_NAME, "a" * MAX_NAME),
        ("-1-", "-1-"),
    ],
)
def test_a_name_is_normalised_and_stripped(written: str, name: str) -> None:
    assert valid_name(written) == name


@each(
    "written",
    ["", "  ", "-", "…", "a/b", 'a"b', "two\nlines", "tab\there", "a\u202eb", "a\u2028b", "\ud800x", "a" * 81],
)
def test_invisible_or_forbidden_characters_are_rejected(written: str) -> None:
    with pytest.raises(InvalidOption, match="at most 80 characters"):
        valid_name(written)


def test_the_rule_for_names_can_be_in_chinese() -> None:
    with pytest.raises(InvalidOption, match="最多 80 个字符"):
        valid_name("a/b", "zh")


@pytest.mark.parametrize(
    ("one", "other"), [("RAIN", "rain"), ("Straße", "STRASSE"), ("Cafe\u0301", "CAFÉ"), (" Rain", "rain ")]
)
def test_case_and_accent_encoding_do_not_distinguish_names(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(min_size=1, max_size=MAX_NAME))
def test_the_key_of_any_name_fits_its_column_and_is_its_own_key(written: str) -> None:
    try:
        key = name_key(valid_name(written))
    except InvalidOption:
        return
    assert len(key) <= 320
    assert name_key(key) == key


def test_a_text_loses_only_characters_that_cannot_be_stored() -> None:
    assert valid_text("雨\r\n\t$x$\0\ud800") == "雨\r\n\t$x$?"
    with pytest.raises(InvalidOption, match="at most 2,000,000 characters"):
        valid_text("x" * (MAX_CHARACTERS + 1))


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
    assert [TREE.next_position(parent) for parent in (None, "b1", "b4")] == [3, 3, 1]


def test_a_very_deep_tree_is_walked() -> None:
    deep = [block(f"b{number:04}", "x", f"b{number - 1:04}" if number else None) for number in range(2_000)]
    assert len(BlockTree(deep).under("b0000")) == 2_000
