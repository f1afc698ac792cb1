"""Slides are read slide by slide, with their tables, charts and notes."""

import io
import zipfile

import pptx
from pptx.util import Inches

from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.text_extraction import extract_text
from inkwright.errors import UnreadableFile
from tests.artifacts.sample_decks import respelled


def deck() -> bytes:
    """A title with notes, a table with a bar in it, a group, and a slide with nothing on it."""
    made = pptx.Presentation()
    first = made.slides.add_slide(made.slide_layouts[1])
    first.shapes.title.text = "雨"
    frame = first.placeholders[1].text_frame
    frame.text = "海洋"
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "蒸发", 1
    first.notes_slide.notes_text_frame.text = "先提问。\n再讲解。"
    second = made.slides.add_slide(made.slide_layouts[6])
    table = second.shapes.add_table(2, 2, *[Inches(1)] * 4).table
    for number, cell in enumerate(table.iter_cells()):
        cell.text = f"a|{number}"
    group = second.shapes.add_group_shape()
    group.shapes.add_textbox(*[Inches(1)] * 4).text_frame.text = "inside"
    made.slides.add_slide(made.slide_layouts[6])
    kept = io.BytesIO()
    made.save(kept)
    return kept.getvalue()


def deck_outcome(content: bytes) -> str:
    """The text, or the reason why there is none."""
    try:
        return extract_text("a.pptx", content)
    except UnreadableFile as told:
        return str(told)


def test_a_deck_is_read_slide_by_slide() -> None:
    assert extract_text("雨.pptx", deck(), "zh") == (
        "## 幻灯片 1：雨\n\n海洋\n  蒸发\n\n备注：先提问。\n再讲解。\n\n"
        "## 幻灯片 2\n\n| a\\|0 | a\\|1 |\n| --- | --- |\n| a\\|2 | a\\|3 |\n\ninside\n\n"
        "## 幻灯片 3\n\n（这张幻灯片没有文字）\n"
    )
    assert extract_text("雨.pptx", deck()).endswith("## Slide 3\n\n(no text on this slide)\n")


def test_a_chart_gives_its_numbers_and_a_picture_its_description() -> None:
    chart = {"layout": "chart", "title": "Rain", "kind": "bar", "categories": ["May", "June"], "takeaway": "More"}
    series = [{"name": "2025", "values": [1, 2]}, {"name": "2026", "values": [3, 4]}]
    slides = [{**chart, "series": series}, {"layout": "formula", "title": "Mass", "formula": "E = mc^2"}]
    made = extract_text("a.pptx", build_deck(DeckSpec.model_validate({"title": "All", "slides": slides})).main)
    assert "|  | 2025 | 2026 |\n| --- | --- | --- |\n| May | 1.0 | 3.0 |\n| June | 2.0 | 4.0 |" in made
    assert "[Image: E = mc^2]" in made


def test_a_deck_without_slides_says_so() -> None:
    made = io.BytesIO()
    pptx.Presentation().save(made)
    assert extract_text("a.pptx", made.getvalue()) == "(no slides)\n"


def test_a_damaged_deck_is_read_as_far_as_possible_or_refused_as_damaged() -> None:
    sound = deck()
    with zipfile.ZipFile(io.BytesIO(sound)) as package:
        parts = {name: package.read(name) for name in package.namelist() if name.startswith("ppt/slides/slide")}
    for name, part in parts.items():
        for damage in (b"", b"<a/>", part[:-20], part.replace(b"p:sp>", b"p:xx>"), part.replace(b"a:p>", b"a:q>")):
            told = deck_outcome(respelled(sound, {name: damage}))
            assert told.startswith("## Slide 1") or "the file is damaged" in told
