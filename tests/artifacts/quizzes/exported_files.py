"""Helpers that open exported quiz files."""

import html.parser
import io
import zipfile

import docx
import pypdfium2


class Page(html.parser.HTMLParser):
    """The elements of a page and their attributes, and the words in them."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(content.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def document_words(form: str, content: bytes) -> str:
    if form == "docx":
        document = docx.Document(io.BytesIO(content))
        return "\n".join(paragraph.text for paragraph in document.paragraphs)
    pages = pypdfium2.PdfDocument(content)
    return "\n".join(page.get_textpage().get_text_range() for page in pages)
