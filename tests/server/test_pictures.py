"""Pictures of pages: each file is drawn once, and memory is bounded."""

import asyncio

from inkwright.artifacts.previews import PagePreview
from inkwright.server.pictures import PagePictures
from tests.artifacts.rendering.sample_pdfs import pdf


def _draw(drawn: PagePictures, digest: str, content: bytes, name: str = "a.pdf") -> PagePreview | None:
    return asyncio.run(drawn.of(name, digest, content))


def test_a_file_is_drawn_once() -> None:
    drawn = PagePictures()
    assert drawn.kept("one") is None
    first = _draw(drawn, "one", pdf([""]))
    assert first is not None
    assert first.count == 1
    assert _draw(drawn, "one", b"not looked at again") is first
    assert drawn.kept("one") is first


def test_a_file_without_pages_has_no_pictures() -> None:
    drawn = PagePictures()
    assert _draw(drawn, "one", b"not a PDF") is None
    assert drawn.kept("one") is None
