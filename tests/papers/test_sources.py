"""Tests of the sources: their order, and what could not be read."""

import asyncio

import pytest

from inkwright.errors import InvalidOption
from inkwright.papers.sources import PaperSource, merge_sources


async def described(name: str, _content: bytes) -> str:
    return f"a picture called {name}"


def test_text_comes_first_then_pictures_under_their_names() -> None:
    given = [
        PaperSource("b.png", b"x"),
        PaperSource("notes.md", b"The notes."),
        PaperSource("refs.bib", b"@book{k, a}"),
    ]
    merged = asyncio.run(merge_sources(given, described, "en"))
    assert merged.text == "# notes.md\n\nThe notes.\n\n# b.png\n\na picture called b.png"
    assert (merged.unread, merged.bibliographies) == ((), ("@book{k, a}",))


def test_what_cannot_be_read_is_said() -> None:
    given = [PaperSource("a.png", b"x"), PaperSource("notes.md", b"The notes."), PaperSource("empty.txt", b" ")]
    merged = asyncio.run(merge_sources(given, None, "en"))
    assert len(merged.unread) == 2
    assert "a.png was not read: the model cannot see pictures." in merged.unread


def test_no_source_is_an_error() -> None:
    with pytest.raises(InvalidOption):
        asyncio.run(merge_sources([], None, "en"))
    with pytest.raises(InvalidOption):
        asyncio.run(merge_sources([PaperSource("a.png", b"x")], None, "en"))
