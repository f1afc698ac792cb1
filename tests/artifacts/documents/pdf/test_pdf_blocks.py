"""Lines and paragraphs of PDF pages."""

from inkwright.artifacts.documents.pdf.pdf_blocks import pdf_blocks
from inkwright.artifacts.rendering.pdf import read_pdf_pages
from tests.artifacts.documents.pdf.test_pdf_checks import typeset

LONG = "A river begins at a spring, in a lake or under ice, and it ends in the sea or in another river. " * 3


def test_lines_become_paragraphs_headings_and_items() -> None:
    code = f"#set text(size: 11pt)\n= Rivers\n{LONG}\n\nRain feeds it.\n\n1\\. one\n\n2\\. two"
    blocks = pdf_blocks(read_pdf_pages(typeset(code)))
    assert [each.kind for each in blocks] == ["heading", "paragraph", "paragraph", "item", "item", "break"]
    assert blocks[1].text.startswith("A river begins")
    assert blocks[1].text.count("spring") == 3
    assert blocks[2].text == "Rain feeds it."
