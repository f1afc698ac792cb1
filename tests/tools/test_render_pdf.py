"""The tool that makes PDFs from Markdown, HTML or sections."""

from typing import Any

import pypdfium2
import pytest
from pydantic import ValidationError

from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.tools.render_pdf import TOOL
from tests.authoring.author_contexts import Room, said


def words(content: bytes) -> str:
    """All text of a PDF."""
    pdf = pypdfium2.PdfDocument(content)
    try:
        pages = [page.get_textpage().get_text_bounded() for page in pdf]
    finally:
        pdf.close()
    return "\n".join(pages)


@pytest.mark.parametrize(("template", "kind"), [("default", "plain"), ("worksheet", "worksheet"), ("report", "report")])
def test_markdown_becomes_a_pdf_in_every_design(template: str, kind: str) -> None:
    room = Room(language="zh")
    done = room.made(TOOL, title="河流", markdown="## 源头\n\n雪山与**泉水**。\n", css_template=template)
    (made,) = done.artifacts
    assert (made.kind, made.name) == ("pdf", "河流.pdf")
    assert room.read(made.id).startswith(b"%PDF-")
    assert "雪山与泉水" in words(room.read(made.id))
    spec = read_document(room.read(made.id, SOURCE_NAME).decode())
    assert (spec.kind, spec.body) == (kind, "\n## 源头\n\n雪山与**泉水**。\n")


@pytest.mark.parametrize(("paragraphs", "pages"), [(1, 1), (20, 2)])
def test_the_pages_are_counted_and_stand_in_the_announcement(paragraphs: int, pages: int) -> None:
    room = Room()
    body = "\n\n".join("Rain falls. " * 40 for _ in range(paragraphs))
    done = room.made(TOOL, title="Rain", markdown=f"## Drops\n\n{body}")
    (made,) = done.artifacts
    pdf = pypdfium2.PdfDocument(room.read(made.id))
    assert len(pdf) == pages
    pdf.close()
    assert TOOL.announce(made, {**done.facts, **done.shown}).payload["preview"] == {"pageCount": pages}


def test_html_is_set_and_its_scripts_are_dropped() -> None:
    room = Room()
    html = "<h2>Where</h2><script>steal()</script><p onclick='x()'>In the <b>sea</b>.</p><style>p{}</style>"
    (made,) = room.made(TOOL, title="Rivers", html_content=html).artifacts
    assert read_document(room.read(made.id, SOURCE_NAME).decode()).body == "\n## Where\n\nIn the **sea**.\n"
    assert "steal" not in words(room.read(made.id))


def test_html_that_says_nothing_is_reported() -> None:
    assert "has no content" in Room(lambda _: "no").refused(TOOL, title="R", html_content="<script>x</script>")[0]


def test_sections_are_written() -> None:
    room = Room(lambda _: said({"markdown": "The sea."}))
    (made,) = room.made(TOOL, title="Rivers", sections=[{"heading": "End"}], css_template="report").artifacts
    assert "The sea." in words(room.read(made.id))


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"markdown": "x", "html_content": "x"},
        {"markdown": "x", "sections": [{"heading": "A"}]},
        {"markdown": ""},
        {"html_content": " "},
        {"markdown": "x", "css_template": "mine"},
        {"markdown": "x", "css": "p {}"},
    ],
)
def test_a_call_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TOOL.input.model_validate({"title": "Rivers", **wrong})
