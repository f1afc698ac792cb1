"""Fence lines, the blocks that they enclose, and positions inside them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.parsing.fences import (
    FencedBlock,
    FenceLine,
    body_between,
    content_between,
    fence_lines,
    fenced_blocks,
    is_inside,
    is_only_fences,
    one_line_paths,
)
from tests.each import each


def seen(text: str) -> list[tuple[str, str | None]]:
    """Tag and body of each block; None for the body of one that is not closed."""
    return [(block.tag, block.body if block.closing else None) for block in fenced_blocks(text)]


def test_a_line_with_backticks_after_the_fence_is_not_a_fence() -> None:
    assert fence_lines("```path notes.md ```\nand ``` in the middle\n``not three``\n``") == []


def test_a_tilde_fence_may_have_backticks_after_it() -> None:
    assert fence_lines("~~~ md `x`\n") == [FenceLine(0, 11, 0, "~~~", "md `x`")]


def test_a_fence_knows_its_line_its_indent_its_mark_and_its_info() -> None:
    text = "前言\n  ````Python title=a.py  \nx\n  ````"
    assert fence_lines(text) == [FenceLine(3, 29, 2, "````", "Python title=a.py"), FenceLine(31, 37, 2, "````", "")]


def test_a_text_without_a_fence_has_none() -> None:
    assert fence_lines("") == []
    assert fence_lines("plain\n\n`code` and ``more``") == []


@pytest.mark.parametrize(
    ("line", "closes"),
    [("```", True), ("`````", True), ("  ```  ", True), ("~~~", False), ("```md", False), ("~~~~", False)],
)
def test_only_a_bare_fence_of_the_same_kind_and_at_least_the_length_closes(line: str, closes: bool) -> None:
    opening, other = fence_lines(f"```text\n{line}")
    assert other.closes(opening) is closes


def test_a_shorter_fence_does_not_close_a_longer_one() -> None:
    opening, shorter = fence_lines("````text\n```")
    assert not shorter.closes(opening)


def test_a_fence_is_bare_when_nothing_follows_it() -> None:
    assert [fence.is_bare for fence in fence_lines("```md\n```  \n~~~")] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("````md\n```python\nx\n```\n````", [("md", "```python\nx\n```")]),
        ("~~~md\n```\nx\n```\n~~~", [("md", "```\nx\n```")]),
        ("```md\n~~~\nx\n```", [("md", "~~~\nx")]),
        ("```\n```", [("", "")]),
        ("```\n\n```", [("", "")]),
        ("```\n\n\n```", [("", "\n")]),
        ("```md\na", [("md", None)]),
        ("```md", [("md", None)]),
        ("```MD  x=1\na\n```\n文\n~~~\nb\n~~~\n", [("md", "a"), ("", "b")]),
        ("no block", []),
    ],
    ids=[
        "longer outer fence",
        "other kind outside",
        "other kind inside, never closed",
        "empty",
        "one blank line",
        "two blank lines",
        "unclosed",
        "unclosed without a body",
        "two blocks, tag in lower case",
        "none",
    ],
)
def test_the_first_fence_that_can_close_a_block_closes_it(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert seen(text) == expected


def test_an_unclosed_block_runs_to_the_end_of_the_text() -> None:
    text = "```md\na\n\n"
    [opening] = fence_lines(text)
    assert list(fenced_blocks(text)) == [FencedBlock(opening, None, "a\n\n")]


def test_the_body_keeps_its_indentation_and_loses_only_the_last_newline() -> None:
    text = "```\n\n    a\n\n```"
    opening, closing = fence_lines(text)
    assert body_between(text, opening, closing) == "\n    a\n"
    assert body_between(text, opening, None) == "\n    a\n\n```"


@each(
    ("text", "content"),
    [
        ("```\n  a\n```", "  a"),
        ("  ```\n  a\n    b\n  ```", "a\n  b"),
        ("  ```\na\n  b\n  ```", "a\n  b"),
        ("- ```\n  a\n\n    b\n  ```", "a\n\n  b"),
        ("-\t```\n\ta\n\t\tb\n\t```", "a\n\tb"),
        ("1. ```\n    a\n    ```", "a"),
        ("1. ```\n   a\n```", "a"),
        ("> ```\n> a\n>\n>   b\n> ```", "a\n\n  b"),
        ("> ```\n>a\n>> q\n> ```", "a\n> q"),
        ("> > ```\n> > a\n> > ```", "a"),
        ("> ```\na\n> ```", "a"),
        ("> - ```\n>   a\n>   ```", "a"),
        ("- > ```\n  > a\n  > ```", "a"),
        ("> ```\n> a\nb\n> ```", None),
        (">" * 21 + "```\na\n" + ">" * 21 + "```", None),
        ("> ```\n> ```", ""),
    ],
)
def test_the_content_has_no_marks_of_the_list_or_quote_around_it(text: str, content: str | None) -> None:
    fences = fence_lines(text)
    assert content_between(text, fences[0], fences[-1]) == content


@pytest.mark.parametrize(
    ("position", "inside"),
    [(0, False), (1, False), (2, True), (4, True), (5, False), (6, False), (7, True), (8, False), (99, False)],
)
def test_a_span_holds_its_start_and_not_its_end(position: int, inside: bool) -> None:
    assert is_inside([(2, 5), (7, 8)], position) is inside


def test_without_spans_no_position_is_inside() -> None:
    assert is_inside([], 0) is False


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.integers(0, 60), unique=True).map(sorted), st.integers(-1, 61))
def test_the_search_in_spans_agrees_with_looking_at_each(edges: list[int], position: int) -> None:
    spans = list(zip(edges[::2], edges[1::2], strict=False))
    assert is_inside(spans, position) == any(start <= position < end for start, end in spans)


@settings(max_examples=50, derandomize=True)
@given(st.lists(st.sampled_from(["```", "````", "~~~", "```md", "  ```", "x", "", "文"])).map("\n".join))
def test_blocks_follow_each_other_and_their_bodies_are_parts_of_the_text(text: str) -> None:
    found = list(fenced_blocks(text))
    ends = [block.closing.end if block.closing else len(text) for block in found]
    assert all(end <= block.opening.start for end, block in zip(ends, found[1:], strict=False))
    assert all(text[block.opening.end :].startswith(block.body) for block in found)


def test_many_fences_are_read_whole() -> None:
    assert seen("```\n```\n" * 20_000) == [("", "")] * 20_000
    assert seen("````md\n" + "```\n" * 20_000) == [("md", None)]


def test_a_path_block_on_one_line_has_a_name() -> None:
    (found,) = one_line_paths("x\n```path notes.md```\n")
    assert (found.name, found.info, found.start) == ("notes.md", "path", 2)
    assert one_line_paths("```path\nnotes.md\n```") == []


@pytest.mark.parametrize(("text", "is_empty"), [("```json\n```", True), (" ;\n~~~", True), ("```json\n{", False)])
def test_a_text_may_consist_of_fences_alone(text: str, is_empty: bool) -> None:
    assert is_only_fences(text) is is_empty
