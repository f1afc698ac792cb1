"""Faults planted in a good deck that are seen on the rendered page."""

from collections.abc import Callable
from typing import Any

from pptx.util import Pt

from tests.artifacts.faults.deck_faults import (
    BULLETS,
    CHART,
    PICTURE,
    TABLE,
    Fault,
    body,
    coloured,
    figure,
    opened,
    words_of,
)


def _lines(text: str, count: int, size: float) -> Callable[[Any], None]:
    """Other words in the list."""

    def change(deck: Any) -> None:
        frame = body(deck).text_frame
        frame.text = "\n".join([text] * count)
        for paragraph in frame.paragraphs:
            paragraph.runs[0].font.size = Pt(size)

    return change


def _low_box(deck: Any) -> None:
    shape = body(deck)
    shape.left, shape.top, shape.width, shape.height = shape.left, shape.top, shape.width, Pt(40)


def _narrow_box(deck: Any) -> None:
    words_of(deck).text = "Donaudampfschifffahrtsgesellschaft" * 3
    frame = body(deck).text_frame
    frame.word_wrap = None
    shape = body(deck)
    shape.left, shape.top, shape.width, shape.height = Pt(100), Pt(130), Pt(60), Pt(360)
    frame._txBody.bodyPr.set("wrap", "square")
    for paragraph in frame.paragraphs:
        for run in paragraph.runs:
            run.font.size = Pt(60)


def _boxes(*words: str) -> Callable[[Any], None]:
    """Text boxes, all at the same place."""

    def change(deck: Any) -> None:
        for each in words:
            box = deck.slides[BULLETS].shapes.add_textbox(Pt(300), Pt(510), Pt(400), Pt(26))
            box.text_frame.text = each

    return change


def _hidden_shape(deck: Any) -> None:
    box = deck.slides[BULLETS].shapes.add_textbox(Pt(300), Pt(500), Pt(400), Pt(26))
    box.text_frame.text = "nobody sees this"
    box.element.find(".//{*}cNvPr").set("hidden", "1")


def _covered(deck: Any) -> None:
    """A sheet of paper over the whole slide."""
    sheet = deck.slides[BULLETS].shapes.add_shape(1, 0, 0, deck.slide_width, deck.slide_height)
    sheet.fill.solid()
    sheet.fill.fore_color.rgb = coloured(255, 255, 255)
    sheet.line.fill.background()
    sheet.shadow.inherit = False


def _tall_table(deck: Any) -> None:
    table = figure(deck, TABLE).table
    for row in list(table.rows)[1:]:
        row.cells[0].text = "so many words that the row grows and grows " * 8


def _tiny_labels(deck: Any) -> None:
    chart = figure(deck, CHART).chart
    chart.font.size = Pt(6)
    for axis in (chart.category_axis, chart.value_axis):
        axis.tick_labels.font.size = Pt(6)


def _shrunk(deck: Any) -> None:
    frame = body(deck).text_frame
    for paragraph in frame.paragraphs:
        for run in paragraph.runs:
            run.font.size = Pt(9.4)


def _invisible(deck: Any) -> None:
    """The text in the colour of the page, on a ground that the file does not name."""
    shape = body(deck)
    shape.fill.background()
    for paragraph in shape.text_frame.paragraphs:
        for run in paragraph.runs:
            run.font.color.rgb = coloured(255, 255, 255)


def _small_picture(deck: Any) -> None:
    slide = deck.slides[PICTURE]
    shape = figure(deck, PICTURE)
    shape.left, shape.top, shape.width, shape.height = Pt(400), Pt(140), Pt(60), Pt(40)
    for other in [each for each in slide.placeholders if each.placeholder_format.idx and each.has_text_frame]:
        other.element.getparent().remove(other.element)


ON_THE_PAGE = [
    Fault("too many lines", opened(_lines("far too many lines", 30, 28)), "pptx.overflow"),
    Fault("too many Chinese lines", opened(_lines("这里的文字实在太多了", 30, 28)), "pptx.overflow"),
    Fault("a box that is too low", opened(_low_box), "pptx.overflow"),
    Fault("a letter wider than its box", opened(_narrow_box), "pptx.overflow"),
    Fault("a row that grows off the slide", opened(_tall_table), "pptx.overflow"),
    Fault("two texts in one place", opened(_boxes("One text that stands here", "Another text")), "pptx.overprint"),
    Fault("a hidden text", opened(_hidden_shape), "pptx.lost_text"),
    Fault("a blank page", opened(_covered), "pptx.blank_page"),
    Fault("a single short line", opened(_lines("Too little", 1, 20)), "pptx.looks_empty"),
    Fault("a picture like a stamp", opened(_small_picture), "pptx.looks_empty"),
    Fault("labels of six points", opened(_tiny_labels), "pptx.tiny_text"),
    Fault("small print", opened(_shrunk), "pptx.small_text"),
    Fault("the colour of the paper", opened(_invisible), "pptx.low_contrast"),
]  # fmt: skip
