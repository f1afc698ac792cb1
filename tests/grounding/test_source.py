"""The model of a source text: rows, sections and materials."""

import asyncio

from inkwright.grounding.source import (
    Material,
    Sentence,
    SourceList,
    SourceLocation,
    SourceRow,
    SourceSection,
    SourceTable,
    no_choice,
)

HERE = SourceLocation("notes.md", "Rain", 3, "Rain falls.")
RAIN, SNOW = Sentence("Rain falls.", HERE), Sentence("Snow melts.", HERE)
ROW = SourceRow(("May", "", "12 mm"), HERE)


def test_the_text_of_a_row_leaves_out_empty_cells() -> None:
    assert ROW.text == "May | 12 mm"


def test_a_section_is_bare_without_sentences_lists_and_tables() -> None:
    steps = SourceList("Steps", (RAIN, SNOW), is_ordered=True, location=HERE)
    table = SourceTable(("Month", "Day", "Rain"), (ROW,), HERE)
    assert SourceSection("Rain", 1, (), (), HERE).is_bare
    assert not SourceSection("Rain", 1, (RAIN,), (), HERE).is_bare
    assert not SourceSection("Rain", 1, (), (steps,), HERE).is_bare
    assert not SourceSection("Rain", 1, (), (), HERE, (table,)).is_bare


def test_a_material_has_the_sentences_of_all_sections_without_list_items() -> None:
    items = SourceList("Steps", (Sentence("Wait.", HERE),), is_ordered=False, location=HERE)
    sections = (SourceSection("Rain", 1, (RAIN,), (items,), HERE), SourceSection("Snow", 1, (SNOW,), (), HERE))
    assert Material("Weather", "en", sections).sentences == (RAIN, SNOW)


def test_no_choice_chooses_nothing() -> None:
    assert asyncio.run(no_choice("Which?", ("Rain falls.", "Snow melts."))) is None
