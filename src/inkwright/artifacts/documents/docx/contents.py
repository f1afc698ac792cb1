"""The table of contents of a Word document: its entries with page numbers, in a field that Word can update."""

import io
import re
import zipfile
from typing import Final
from xml.sax.saxutils import escape

from inkwright.artifacts.documents.docx.page_numbers import laid_out_pages, typeset_pages
from inkwright.artifacts.documents.docx.word_styles import zip_package
from inkwright.artifacts.documents.prepare import PreparedDocument
from inkwright.artifacts.pandoc import Node
from inkwright.i18n import text

PAGE_BREAK: Final = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
_DEPTH: Final = 3
_DOCUMENT: Final = "word/document.xml"
_UNKNOWN_PAGE: Final = "0"
_NUMBER = re.compile(rb"(PAGEREF (part-\d+) .{0,400}?<w:t>)" + _UNKNOWN_PAGE.encode() + rb"(</w:t>)", re.S)
_FIELD_START: Final = (
    '<w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r>'
    f'<w:r><w:instrText xml:space="preserve"> TOC \\o "1-{_DEPTH}" \\h \\z \\u </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
)


def raw_xml(xml: str) -> Node:
    """Return a node that pandoc writes into a Word document unchanged."""
    return {"t": "RawBlock", "c": ["openxml", xml]}


def table_of_contents(document: PreparedDocument) -> list[Node]:
    """Return the table of contents, or nothing if the document has none.

    Its page numbers are filled in by `with_page_numbers`. The field is marked as outdated, so that Word replaces them
    by its own when it opens the file.
    """
    if not document.has_toc:
        return []
    entries = [heading for heading in document.headings if heading[0] <= _DEPTH]
    lines = "".join(
        _entry(level, anchor, words, start=_FIELD_START if number == 0 else "")
        for number, (level, anchor, words) in enumerate(entries)
    )
    title = escape(text(document.spec.speech, "document.contents"))
    ending = '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    made = raw_xml(
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>'
        '</w:docPartObj></w:sdtPr><w:sdtContent><w:p><w:pPr><w:pStyle w:val="TOCHeading"/></w:pPr>'
        f"<w:r><w:t>{title}</w:t></w:r></w:p>{lines}{ending}</w:sdtContent></w:sdt>"
    )
    return [made, raw_xml(PAGE_BREAK)] if document.spec.kind == "report" else [made]


def _entry(level: int, anchor: str, words: str, *, start: str) -> str:
    return (
        f'<w:p><w:pPr><w:pStyle w:val="TOC{level}"/></w:pPr>{start}<w:hyperlink w:anchor="{anchor}">'
        f'<w:r><w:t xml:space="preserve">{escape(words)}</w:t></w:r>{_page_number(anchor)}</w:hyperlink></w:p>'
    )


def _page_number(anchor: str) -> str:
    return (
        '<w:r><w:tab/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> PAGEREF {anchor} \\h </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>{_UNKNOWN_PAGE}</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def with_page_numbers(content: bytes, document: PreparedDocument) -> bytes:
    """Fill in the page numbers of the contents. Where nothing tells them, the entries have none."""
    if not document.has_toc:
        return content
    headings = document.headings
    pages = typeset_pages(document)
    # Headings on one page need no closer look, which takes a second.
    if pages is None or len(set(pages)) > 1:
        pages = laid_out_pages(content, len(headings)) or pages
    numbers = {anchor.encode(): b"%d" % page for (_, anchor, _), page in zip(headings, pages or (), strict=False)}
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    written = parts[_DOCUMENT]
    parts[_DOCUMENT] = _NUMBER.sub(lambda found: found[1] + numbers.get(found[2], b"") + found[3], written)
    return zip_package(parts)
