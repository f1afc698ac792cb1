"""Files become documents: read page by page, with a status that says why one cannot be read."""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from sqlalchemy.engine import URL

from inkwright.artifacts.text_extraction import MAX_BYTES
from inkwright.errors import ModelBusy, NotFound, UnreadableFile
from inkwright.ids import TimedIds
from inkwright.library.records import LibraryDocument
from inkwright.llm.scripted import ScriptedModel
from inkwright.store.database import Database
from inkwright.store.library import StoredLibrary
from inkwright.usecases.library import LibraryImport, files_in, find_document
from tests.artifacts.rendering.sample_pdfs import locked, pdf, written
from tests.artifacts.source_formats.test_decks import deck
from tests.artifacts.test_text_extraction import word
from tests.clocks import FixedClock
from tests.each import each
from tests.hostile_files import lying, png, zipped

BOMB = lying(zipped({"word/document.xml": b"x"}), "word/document.xml", 4_000_000_000)


def on(folder: Path, test: Callable[[LibraryImport], Awaitable[Any]], vision: ScriptedModel | None = None) -> Any:
    """What a test finds with an empty library."""

    async def go() -> Any:
        database = Database(URL.create("sqlite", database=str(folder / "home" / "ink.db")))
        await database.open()
        try:
            library = StoredLibrary(database, TimedIds(), FixedClock())
            return await test(LibraryImport(library=library, owner="ann", vision=vision))
        finally:
            await database.close()

    return asyncio.run(go())


def added(folder: Path, name: str, content: bytes, vision: ScriptedModel | None = None) -> LibraryDocument:
    """The document of one file."""
    (folder / name).write_bytes(content)
    document = on(folder, lambda adding: adding.add(folder / name), vision)
    assert isinstance(document, LibraryDocument)
    return document


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["rain", 1])
    book.create_sheet("Empty")
    book.create_sheet("Snow").append(["snow", 2])
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


@each(
    ("name", "content", "pages", "unread"),
    [
        ("a.pdf", pdf([written("Rain", 50, 200), "", written("Snow", 50, 200)]), 3, [2]),
        ("a.xlsx", workbook(), 3, [2]),
        ("a.pptx", deck(), 3, []),
        ("a.docx", word(), 1, []),
        ("a.csv", b"rain,1\nsnow,2\n", 1, []),
        ("a.md", "# 雨\n\n雨从海上来。".encode(), 1, []),
        ("a.txt", "雨从海上来。".encode("gb18030"), 1, []),
        ("a.html", b"<html><body><h1>Rain</h1><script>x</script></body></html>", 1, []),
    ],
)
def test_each_format_is_read_page_by_page(
    name: str, content: bytes, pages: int, unread: list[int], tmp_path: Path
) -> None:
    document = added(tmp_path, name, content)

    assert (document.status, document.problem, document.pages) == ("ready", None, pages)
    assert [problem.page for problem in document.page_problems] == unread


@each(
    ("name", "content", "code"),
    [
        ("a.pdf", locked(), "encrypted"),
        ("a.pdf", b"%PDF-1.4 broken", "damaged"),
        ("a.pdf", pdf(["", ""]), "no_text"),
        ("a.docx", b"PK\x03\x04 broken", "damaged"),
        ("a.docx", BOMB, "too_costly"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_kind"),
        ("a.txt", b"", "empty"),
        ("a.bin", b"\x7fELF\x00\x01", "binary"),
        ("a.txt", b"x" * (MAX_BYTES + 1), "too_large"),
        ("a.png", png(2, 2), "image_needs_vision"),
    ],
)
def test_a_file_that_cannot_be_read_is_a_document_that_says_why(
    name: str, content: bytes, code: str, tmp_path: Path
) -> None:
    document = added(tmp_path, name, content)

    assert document.status == "failed"
    assert document.problem is not None
    assert document.problem.code == code
    assert document.problem.text("zh") != document.problem.text("en")
    assert document.size == len(content)


def test_a_model_that_sees_reads_images(tmp_path: Path) -> None:
    model = ScriptedModel(["# Timetable\n\nMonday: rain"])

    document = added(tmp_path, "photo.png", png(2, 2), model)

    assert (document.status, document.characters) == ("ready", len("# Timetable\n\nMonday: rain"))
    assert "image_url" in str(model.calls[0].messages)


@each(("line", "code"), [("", "no_text"), (ModelBusy(model="m", problem="busy"), "vision_failed")])
def test_an_image_that_the_model_cannot_read_says_so(line: Any, code: str, tmp_path: Path) -> None:
    document = added(tmp_path, "photo.png", png(2, 2), ScriptedModel([line]))

    assert document.problem is not None
    assert document.problem.code == code


def test_a_file_of_the_same_name_replaces_the_document_once_it_is_ready(tmp_path: Path) -> None:
    file = tmp_path / "a.md"

    async def go(adding: LibraryImport) -> Any:
        texts = []
        for content in (b"old rain", b"\x00\x01", b"new rain"):
            file.write_bytes(content)
            await adding.add(file)
            texts.append([each.text for each in await adding.library.search("rain", owner="ann")])
        return texts, [each.status for each in await adding.library.all(owner="ann")]

    assert on(tmp_path, go) == ([["old rain"], ["old rain"], ["new rain"]], ["ready"])


def test_a_missing_file_is_no_document(tmp_path: Path) -> None:
    async def go(adding: LibraryImport) -> Any:
        with pytest.raises(UnreadableFile):
            await adding.add(tmp_path / "missing.md")
        return await adding.library.all(owner="ann")

    assert on(tmp_path, go) == []


def test_a_stopped_import_leaves_a_document_that_says_so(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(png(2, 2))

    async def go(adding: LibraryImport) -> Any:
        with pytest.raises(asyncio.CancelledError):
            await adding.add(tmp_path / "photo.png")
        return [each.problem.code for each in await adding.library.all(owner="ann") if each.problem]

    assert on(tmp_path, go, ScriptedModel([asyncio.CancelledError()])) == ["interrupted"]


def test_a_folder_stands_for_its_files_without_hidden_ones(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.md", ".hidden", ".git/config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")

    found = files_in([tmp_path, tmp_path / "b.md"])

    assert [path.name for path in found] == ["c.md", "b.md"]


def test_a_link_out_of_a_folder_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "downloaded"
    folder.mkdir()
    (tmp_path / "private.md").write_text("secret", encoding="utf-8")
    (folder / "a.md").write_text("A", encoding="utf-8")
    (folder / "inside.md").symlink_to("a.md")
    (folder / "outside.md").symlink_to(tmp_path / "private.md")
    (folder / "above").symlink_to(tmp_path)
    assert [path.name for path in files_in([folder])] == ["a.md", "inside.md"]
    assert files_in([folder / "outside.md"]) == [folder / "outside.md"]  # the person named it


def test_a_document_is_found_by_its_name_or_the_beginning_of_its_id(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("rain")

    async def go(adding: LibraryImport) -> Any:
        document = await adding.add(tmp_path / "a.md")
        for words in ("b.md", "", "doc_x"):
            with pytest.raises(NotFound):
                await find_document(adding.library, words, owner="ann")
        found = [await find_document(adding.library, words, owner="ann") for words in ("a.md", document.id[:30])]
        return [each.id == document.id for each in found]

    assert on(tmp_path, go) == [True, True]


def test_a_file_that_fails_again_stays_one_entry_whose_reason_is_told_in_each_language(tmp_path: Path) -> None:
    for _ in range(2):
        added(tmp_path, "a.docx", b"no package")
    (failed,) = on(tmp_path, lambda adding: adding.library.all(owner="ann"))
    assert failed.problem is not None
    assert "the file is damaged" in failed.problem.text("en")
    assert not re.search("[a-z]{3}", failed.problem.text("zh").replace("docx", "").replace("zip", ""))
