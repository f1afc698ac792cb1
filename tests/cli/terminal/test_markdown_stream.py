"""Markdown in pieces: what is finished comes out once, and what comes out does not depend on the pieces."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.cli.terminal.markdown_stream import MarkdownBlock, MarkdownSplitter

LETTERS = st.sampled_from(
    ["a", "中", " ", "\n", "\n\n", "#", "# ", "- ", "1. ", "```", "~~~", "|", "---", ">", "  ", "*"]
)


def blocks_of(markdown: str, size: int = 1) -> list[MarkdownBlock]:
    splitter = MarkdownSplitter()
    done = []
    for start in range(0, len(markdown), size):
        done += splitter.feed(markdown[start : start + size])
    return done + splitter.finish()


def test_a_block_comes_out_as_soon_as_it_is_finished_and_the_rest_is_the_tail() -> None:
    splitter = MarkdownSplitter()
    assert splitter.feed("# Title\nFirst para") == [MarkdownBlock("# Title", "text")]
    assert splitter.tail == "First para"
    assert splitter.feed("graph.\n\nSec") == [MarkdownBlock("First paragraph.", "text")]
    assert splitter.tail == "Sec"
    assert splitter.finish() == [MarkdownBlock("Sec", "text")]
    assert splitter.tail == ""


def test_headings_lists_code_tables_and_quotes_are_blocks_of_their_own() -> None:
    markdown = (
        "## Head\nText goes\non.\n- one\n- two\n  more\n\n1. first\n1. second\n\n```python\na\n\n- b\n```\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\nlazily\n\nSetext\n---\nend"
    )
    assert blocks_of(markdown) == [
        MarkdownBlock("## Head", "text"),
        MarkdownBlock("Text goes\non.", "text"),
        MarkdownBlock("- one\n- two\n  more", "list"),
        MarkdownBlock("1. first\n1. second", "list"),
        MarkdownBlock("```python\na\n\n- b\n```", "code"),
        MarkdownBlock("| a | b |\n|---|---|\n| 1 | 2 |", "text"),
        MarkdownBlock("> quoted\nlazily", "text"),
        MarkdownBlock("Setext\n---\nend", "text"),
    ]


def test_a_long_list_comes_out_in_parts_that_go_on_counting() -> None:
    items = [f"1. {'word ' * 30}" for _ in range(5)]
    done = blocks_of("\n".join(items), size=7)
    assert [block.markdown.split(" ")[0] for block in done] == ["1.", "3.", "5."]
    assert [(block.kind, block.continues) for block in done] == [("list", False), ("list", True), ("list", True)]


def test_code_in_an_item_belongs_to_the_item() -> None:
    markdown = "- item\n\n  ```\n  - no item\n\n  # no heading\n  ```\n\nafter"
    assert blocks_of(markdown) == [
        MarkdownBlock("- item\n\n  ```\n  - no item\n\n  # no heading\n  ```", "list"),
        MarkdownBlock("after", "text"),
    ]


def test_long_code_comes_out_in_parts_that_are_code() -> None:
    done = blocks_of("```python\n" + "x = 1\n" * 100 + "```\nafter")
    assert [(block.kind, block.continues) for block in done] == [
        ("code", False),
        ("code", True),
        ("code", True),
        ("text", False),
    ]
    assert all(block.markdown.startswith("```python\n") for block in done[:3])
    assert sum(block.markdown.count("x = 1") for block in done) == 100


def test_a_long_table_repeats_its_head() -> None:
    done = blocks_of("| a | b |\n|---|---|\n" + "| cell | cell |\n" * 600, size=11)
    assert len(done) > 1
    assert all(block.markdown.startswith("| a | b |\n|---|---|\n") for block in done)
    assert sum(block.markdown.count("| cell | cell |") for block in done) == 600


@pytest.mark.parametrize(
    "opening", ["", "- ", "```" + "x" * 9_000 + "\n", "|a|\n|-|\n", "| " + "h" * 5_000 + " |\n|-|\n"]
)
def test_no_tail_is_ever_long(opening: str) -> None:
    splitter = MarkdownSplitter()
    for piece in [opening, *["中文字符" * 5] * 2_000]:
        splitter.feed(piece)
        assert len(splitter.tail) <= 4_001


@given(st.lists(LETTERS, max_size=60).map("".join), st.integers(1, 9))
def test_the_blocks_do_not_depend_on_the_pieces(markdown: str, size: int) -> None:
    assert blocks_of(markdown, size) == blocks_of(markdown, len(markdown) or 1)


@given(st.lists(LETTERS, max_size=60).map("".join))
def test_nothing_is_lost_and_nothing_is_added(markdown: str) -> None:
    kept = "".join(block.markdown for block in blocks_of(markdown, 3))
    wanted = [letter for letter in markdown if not letter.isspace() and not letter.isdigit()]
    assert [letter for letter in kept if not letter.isspace() and not letter.isdigit()] == wanted


@pytest.mark.parametrize(
    "hostile", ["`" * 10, " " * 50 + "x\n", "- " * 30, "|" * 40 + "\n", "-" * 90, "1." * 30, "> " * 40]
)
def test_the_time_is_in_proportion_to_the_text(hostile: str) -> None:
    def seconds(count: int) -> float:
        start = time.process_time()
        blocks_of(hostile * count, 5)
        return time.process_time() - start

    assert seconds(2_000) < 40 * max(seconds(200), 0.002)


def test_a_fence_longer_than_a_block_is_text_and_ends() -> None:
    for mark in "`~":
        splitter = MarkdownSplitter()
        pieces = [f"A river.\n{mark * 100}" if number == 0 else mark * 100 for number in range(100)]
        blocks = [block for piece in pieces for block in splitter.feed(piece)] + splitter.finish()
        assert "".join(block.markdown for block in blocks).count(mark) == 10_000
