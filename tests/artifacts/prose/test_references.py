"""References to figures, tables and headings that a text does not have."""

from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.prose.references import (
    missing_headings,
    missing_lines,
    missing_targets,
    repeated_text,
    skipped_levels,
)


def missing(*lines: str) -> list[str]:
    return [*missing_targets([ProseBlock(line) for line in lines])]


def test_a_reference_to_a_figure_that_is_not_there_is_found() -> None:
    assert missing("Figure 1: A map", "As Figure 1 shows, it rains; see Figure 3.") == ["Figure 3"]
    assert missing("图1 地图", "如图 1 所示，雨多，见图3。") == ["图3"]
    assert missing("Table 2. Data", "Table 2 and Table 5 differ.") == ["Table 5"]


def test_figures_of_other_works_and_words_that_look_alike_are_no_references() -> None:
    assert missing("Figure 1: A map", "Figure 4 of the report differs, and so does Smith's Figure 1.") == []
    assert missing("表1 数据", "每班派代表 3 人，用手表 2 块。") == []
    assert missing("See Figure 7 in your textbook.") == []
    assert missing("See Figure 7.") == []


def test_contents_that_name_no_heading_are_found() -> None:
    headings = [ProseBlock(text, "heading", 1) for text in ("Arriving", "The kitchen", "Leaving")]
    entries = [ProseBlock(text) for text in ("Arriving\t1", "The kitchen ..... 2", "Heating\t2", "Leaving\t3")]
    assert [*missing_headings([*entries, *headings])] == ["Heating"]
    assert [*missing_headings([*entries[:2], *entries[3:], *headings])] == []
    assert [
        *missing_headings([ProseBlock(f"{name}\t{price}") for name, price in (("Tea", 2), ("Milk", 1), ("Jam", 3))])
    ] == []


def test_contents_of_lines_are_compared_with_all_other_lines() -> None:
    entries = ["1 Arriving . . . . . 1", "2 The kitchen and the house behind it ..... 2", "3 Heating …… 2"]
    text = ["1 Arriving", "It is easy.", "2 The kitchen and the", "house behind it", "Cook.", "4 Leaving"]
    assert [*missing_lines([*entries, *text])] == ["3 Heating"]
    assert [*missing_lines([*entries[:2], *text])] == []


def test_what_is_said_twice_is_found() -> None:
    long = "Rain falls on the mountains, gathers in streams and runs down into the valleys."
    assert [*repeated_text([ProseBlock(long), ProseBlock(long)])] == [long]
    section = [ProseBlock("Rain", "heading", 1), ProseBlock(long)]
    assert [*repeated_text([*section, ProseBlock("Snow", "heading", 1), ProseBlock("Cold."), *section])] == ["Rain"]
    assert [
        *repeated_text([ProseBlock(long), ProseBlock("Refrain."), ProseBlock(long), ProseBlock("_" * 80)] * 2)
    ] == []


def test_a_heading_two_levels_below_is_found() -> None:
    def skipped(*levels: int) -> int:
        return len([*skipped_levels([ProseBlock(f"Part {level}", "heading", level) for level in levels])])

    assert skipped(1, 4) == 1
    assert skipped(2, 3, 2, 1, 2) == 0
    assert skipped(3, 4) == 0
