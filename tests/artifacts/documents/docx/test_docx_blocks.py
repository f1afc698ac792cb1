"""The blocks, tables and pictures of Word documents."""

import io
from typing import Any

import docx
from docx.enum.text import WD_BREAK
from docx.shared import Cm
from PIL import Image

from inkwright.artifacts.documents.docx.docx_blocks import docx_blocks, docx_graphics, docx_tables


def names_of(document: Any) -> dict[str, str]:
    return {style.style_id: style.name or "" for style in document.styles}


def picture(width: int = 400, height: int = 300) -> io.BytesIO:
    made = io.BytesIO()
    Image.effect_noise((width, height), 40).save(made, "PNG")
    return made


def described(document: Any, text: str) -> None:
    for shape in document.inline_shapes:
        shape._inline.docPr.set("descr", text)


def test_headings_lists_breaks_and_tables_are_told_apart() -> None:
    made = docx.Document()
    made.add_heading("Rivers", 2)
    made.add_paragraph("Rain\tfalls.\nIt runs.")
    made.add_paragraph("one", style="List Bullet")
    made.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    made.add_table(1, 2)
    kinds = [(each.text, each.kind, each.level) for each in docx_blocks(made.element.body, names_of(made))]
    assert kinds == [
        ("Rivers", "heading", 2),
        ("Rain\tfalls.\nIt runs.", "paragraph", 0),
        ("one", "item", 0),
        ("", "break", 0),
        ("", "figure", 0),
    ]


def test_tables_are_read_as_rows() -> None:
    made = docx.Document()
    table = made.add_table(2, 2)
    table.cell(0, 0).text, table.cell(1, 1).text = "Item", "3"
    assert [*docx_tables(made.element.body)] == [[["Item", ""], ["", "3"]]]


def test_a_stretched_picture_and_one_without_a_description_are_found() -> None:
    made = docx.Document()
    made.add_picture(picture(), width=Cm(8))
    assert docx_graphics(made).undescribed == (1,)
    described(made, "Noise")
    assert docx_graphics(made) == docx_graphics(docx.Document())
    made.add_picture(picture(), width=Cm(4), height=Cm(8))
    described(made, "Noise")
    assert docx_graphics(made).stretched == (2,)
