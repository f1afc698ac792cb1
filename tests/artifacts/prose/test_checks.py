"""Findings about text, and texts that were written to stop the checks."""

import time

from inkwright.artifacts.prose.checks import prose_issues, table_issues
from inkwright.artifacts.prose.prose_blocks import MAX_BLOCKS, ProseBlock
from tests.each import each


def test_findings_show_where_a_sentence_stops() -> None:
    text = "It rains. " * 20 + "On its way to the sea it is joined by other rivers and"
    [found] = prose_issues([ProseBlock(text)])
    assert found.code == "prose.unfinished"
    assert found.fields["text"].endswith("other rivers and")
    assert found.severity == "warning"


def test_a_wrong_total_of_a_table_says_the_right_one() -> None:
    [found] = table_issues([["Item", "Cost"], ["a", "1"], ["b", "2"], ["Total", "4"]])
    assert "4" in found.message("en")
    assert "3" in found.message("zh")


@each("piece", ["a’", "a-", "Figure 1 ", "1. ", "图1", "（", "\t", "....", "[", "（共", "and ", "the "])
def test_long_texts_take_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        begun = time.process_time()
        tuple(prose_issues([ProseBlock(piece * count), ProseBlock(piece * count, "heading", 1)]))
        return time.process_time() - begun

    assert seconds(40_000) < 12 * seconds(5_000) + 0.2


def test_only_the_first_blocks_of_an_endless_text_are_read() -> None:
    assert [*prose_issues([ProseBlock("Rain.")] * (MAX_BLOCKS + 5) + [ProseBlock("a\t1")])] == []
