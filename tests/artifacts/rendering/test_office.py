"""LibreOffice: quick in batches, bundled typefaces, no network, and no process left running."""

import asyncio
import base64
import http.server
import io
import os
import re
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import docx
import pytest

from inkwright.artifacts.rendering.office import Office, OfficeFile, OfficeTimedOut, find_office
from inkwright.artifacts.rendering.pdf import read_pdf_pages
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.faults.valid_decks import picture
from tests.artifacts.sample_decks import part_of, respelled

DECK = DeckSpec.model_validate(
    {"title": "Leaves 叶子", "slides": [{"title": "Green 绿", "bullets": ["Light 光", "Water 水"]}]}
)


def deck(theme: str = "classroom") -> OfficeFile:
    return OfficeFile(".pptx", build_deck(DeckSpec.model_validate({**DECK.model_dump(), "theme": theme})).main)


def a_document(words: str = "Hello 你好") -> OfficeFile:
    document = docx.Document()
    document.add_paragraph(words)
    made = io.BytesIO()
    document.save(made)
    return OfficeFile(".docx", made.getvalue())


def shown(office: Office, *files: OfficeFile) -> list[bytes | None]:
    return asyncio.run(office.pdfs(files))


def members_of(folder: str) -> list[str]:
    """The processes that work in a folder; one that is dead and not yet buried has no words left."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and folder in os.readlink(process / "cwd"):
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return [each for each in found if each]


def test_several_files_of_different_formats_are_converted_at_once(office: Office) -> None:
    first, second = shown(office, deck(), a_document())
    assert [len(read_pdf_pages(each or b"")) for each in (first, second)] == [2, 1]


def test_the_bundled_typefaces_are_used(office: Office) -> None:
    [pdf] = shown(office, deck("editorial"))
    fonts = {char.style.font for page in read_pdf_pages(pdf or b"") for char in page.chars if char.text.isascii()}
    assert fonts
    assert {font.partition("-")[0] for font in fonts} <= {
        "InkwrightHumanist", "InkwrightBook", "InkwrightGrotesque", "InkwrightRoman",
    }  # fmt: skip


def test_a_file_that_libreoffice_cannot_open_gives_none_or_other_pages(office: Office) -> None:
    good, bad = shown(office, deck(), OfficeFile(".pptx", b"PK\x03\x04 no deck"))
    assert len(read_pdf_pages(good or b"")) == 2
    assert bad is None or len(read_pdf_pages(bad)) != 2


@pytest.fixture
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the next LibreOffice keeps all that is its own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return str(tmp_path)


def another_office(office: Office, seconds: float) -> Office:
    """One more, where there is one at all."""
    program = find_office()
    assert program is not None
    return Office(program, seconds=seconds)


def test_a_timeout_stops_every_process(office: Office, own_place: str) -> None:
    with pytest.raises(OfficeTimedOut, match=r"^0\.3$"):
        shown(another_office(office, 0.3), deck())
    assert members_of(own_place) == []


def test_a_cancelled_conversion_stops_every_process(office: Office, own_place: str) -> None:
    cancelled = another_office(office, 60)

    async def soon_cancelled() -> None:
        async with asyncio.timeout(0.5):
            await cancelled.pdfs([deck()])

    with pytest.raises(TimeoutError):
        asyncio.run(soon_cancelled())
    assert members_of(own_place) == []
    assert shown(cancelled, deck())[0] is not None


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """A server on this machine that remembers what it was asked for."""
    asked: list[str] = []

    class Remembering(http.server.BaseHTTPRequestHandler):
        def handle_one_request(self) -> None:
            asked.append(str(self.rfile.readline()))
            self.close_connection = True

    server = http.server.HTTPServer(("127.0.0.1", 0), Remembering)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def linking_to(address: str) -> OfficeFile:
    """A document with a picture that lies elsewhere: whoever fetches it tells that somebody reads the document."""
    document = docx.Document()
    document.add_picture(io.BytesIO(base64.b64decode(picture().partition(",")[2])))
    made = io.BytesIO()
    document.save(made)
    rels, body = "word/_rels/document.xml.rels", "word/document.xml"
    image = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/image"
    link = f'<Relationship Id="rId99" Type="{image}" Target="{address}/a.png" TargetMode="External"/></Relationships>'
    parts = {
        rels: part_of(made.getvalue(), rels).replace(b"</Relationships>", link.encode()),
        body: re.sub(rb'r:embed="\w+"', b'r:link="rId99"', part_of(made.getvalue(), body)),
    }
    return OfficeFile(".docx", respelled(made.getvalue(), parts))


def test_nothing_is_fetched_from_the_network(office: Office) -> None:
    with listening() as (address, asked):
        [pdf] = shown(office, linking_to(address))
    assert (len(read_pdf_pages(pdf or b"")), asked) == (1, [])
