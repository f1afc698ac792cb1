"""Quotes with their locations."""

from inkwright.grounding.read import read_material
from inkwright.grounding.source import Source
from inkwright.grounding.summary.quotes import MAX_QUOTED_CHARACTERS, location_text, quote_items, quote_sentences
from tests.grounding.sample_texts import read


def test_each_paragraph_is_quoted_with_its_location() -> None:
    text = "Water boils. Steam rises.\n\nIce melts.\n"
    assert quote_sentences(read(text).sentences, "en") == (
        "“Water boils.” “Steam rises.”\nSource: notes.md, line 1\n“Ice melts.”\nSource: notes.md, line 3"
    )


def test_chinese_is_quoted_without_spaces() -> None:
    assert (
        quote_sentences(read("水会沸腾。冰会融化。").sentences, "zh")
        == "“水会沸腾。”“冰会融化。”\n来源：notes.md 第 1 行"
    )


def test_items_are_quoted_one_per_line() -> None:
    [listing] = read("- bread\n- water\n").sections[0].listings
    assert quote_items(listing.items, "en") == "“bread”\n“water”\nSource: notes.md, lines 1–2"
    assert quote_items((), "en") == ""


def test_several_lines_are_named_by_the_first_and_the_last() -> None:
    sentences = read("Water boils.\n\nIce melts.\n").sentences
    assert location_text([each.location for each in sentences], "zh") == "notes.md 第 1–3 行"


def test_a_quotation_keeps_to_its_length() -> None:
    text = "\n\n".join(f"The sentence with the number {number} stands here alone." for number in range(1_000))
    assert len(quote_sentences(read(text).sentences, "en")) <= MAX_QUOTED_CHARACTERS


def test_a_file_without_lines_is_quoted_by_its_heading() -> None:
    [_, sentence] = read_material([Source("a.docx", "Water boils.\n\n# Ice\n\nIce melts.\n")]).sentences
    first = read_material([Source("a.docx", "Water boils.")]).sentences[0]
    assert location_text([sentence.location], "en") == "a.docx, under “Ice”"
    assert location_text([sentence.location], "zh") == "a.docx 的“Ice”一节"
    assert location_text([first.location], "en") == "a.docx"
