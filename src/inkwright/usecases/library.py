"""The library of a person: add files, list, show and remove documents, and search them."""

import asyncio
import contextlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inkwright.artifacts.source_formats.problems import NotExtractable
from inkwright.artifacts.text_extraction import MAX_BYTES, extract_pages
from inkwright.errors import InkwrightError, NotFound, ServiceFailed, UnreadableFile
from inkwright.file_reading import read_limited
from inkwright.i18n import Language, Reason, error_text
from inkwright.ids import is_id_prefix
from inkwright.library.images import image_type, read_image
from inkwright.library.protocols import DocumentLibrary
from inkwright.library.records import (
    GENERAL_SHELF,
    MAX_CHARACTERS,
    MAX_PAGES,
    DocumentPage,
    LibraryDocument,
    ReadingField,
    ReadingProblem,
)
from inkwright.llm.models import Model
from inkwright.settings import MODEL_VISION, Settings
from inkwright.usecases.model_choices import AUTO
from inkwright.usecases.models import open_model

_PAGES_AT_ONCE: Final = 50
_MAX_FILES: Final = 2_000
_MAX_IMAGE_BYTES: Final = 10 * 1024 * 1024
_INTERRUPTED: Final = ReadingProblem("interrupted")


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryImport:
    """Adds files to the shelf of an owner. `vision` reads images; without it, they are refused."""

    library: DocumentLibrary
    owner: str
    shelf: str = GENERAL_SHELF
    language: Language = "en"
    vision: Model | None = None

    async def add(self, path: Path, name: str | None = None) -> LibraryDocument:
        """Add a file, and return the document: it has a problem if the file cannot be read.

        A document of the same name on the shelf is replaced as soon as the new one is ready; one that could not be read
        either is replaced at once. UnreadableFile if there is
        no such file, or the system refuses it.
        """
        too_large = Reason("reading.too_large", most=MAX_BYTES // 1024 // 1024)
        content = await asyncio.to_thread(read_limited, path, MAX_BYTES, too_large=too_large)
        name = name or path.name
        if not isinstance(content, bytes) and content is not too_large:
            raise UnreadableFile(name=name, problem=content)
        size = len(content) if isinstance(content, bytes) else (await asyncio.to_thread(path.stat)).st_size
        document = await self.library.add(name, size, owner=self.owner, shelf=self.shelf)
        try:
            pages = await self._pages(name, content if isinstance(content, bytes) else None)
            for first in range(0, len(pages), _PAGES_AT_ONCE):
                some = pages[first : first + _PAGES_AT_ONCE]
                await self.library.put_pages(document.id, some, owner=self.owner)
        except NotExtractable as problem:
            failed = await self.library.finish(document.id, owner=self.owner, problem=_problem(problem))
            await self._remove_older(failed, ("failed",))
            return failed
        except BaseException:
            await self.library.finish(document.id, owner=self.owner, problem=_INTERRUPTED)
            raise
        ready = await self.library.finish(document.id, owner=self.owner)
        await self._remove_older(ready, ("ready", "failed"))
        with contextlib.suppress(ServiceFailed):
            # The document is found by its words; `unembedded` says that vectors are missing, and `embed` makes them.
            await self.library.embed(owner=self.owner, document_id=ready.id)
        return ready

    async def _pages(self, name: str, content: bytes | None) -> list[DocumentPage]:
        if content is None:
            raise NotExtractable("too_large", most=MAX_BYTES // 1024 // 1024)
        if media_type := image_type(content):
            return [await self._image_page(content, media_type)]
        found = await asyncio.to_thread(extract_pages, name, content, self.language)
        characters = sum(len(page.text) for page in found)
        for count, most in ((len(found), MAX_PAGES), (characters, MAX_CHARACTERS)):
            if count > most:
                raise NotExtractable("too_long", count=f"{count:,}", most=f"{most:,}")
        if not any(page.text.strip() for page in found):
            raise NotExtractable("no_text" if len(found) > 1 or content.strip() else "empty")
        return [
            DocumentPage(number, page.text, ReadingProblem(page.problem) if page.problem else None)
            for number, page in enumerate(found, 1)
        ]

    async def _image_page(self, content: bytes, media_type: str) -> DocumentPage:
        if self.vision is None:
            raise NotExtractable("image_needs_vision")
        if len(content) > _MAX_IMAGE_BYTES:
            raise NotExtractable("too_large", most=_MAX_IMAGE_BYTES // 1024 // 1024)
        try:
            text = await read_image(self.vision, content, media_type, self.language)
        except InkwrightError as problem:
            raise NotExtractable("vision_failed", problem=error_text(self.language, problem)[0]) from problem
        if not text:
            raise NotExtractable("no_text")
        return DocumentPage(1, text)

    async def _remove_older(self, document: LibraryDocument, statuses: Collection[str]) -> None:
        for each in await self.library.all(owner=self.owner, shelves=(self.shelf,)):
            if each.name == document.name and each.id < document.id and each.status in statuses:
                await self.library.remove(each.id, owner=self.owner)


def _problem(problem: NotExtractable) -> ReadingProblem:
    return ReadingProblem(problem.key, tuple((name, _field(value)) for name, value in problem.fields.items()))


def _field(value: object) -> ReadingField:
    """Return a field as it is stored: a reason stays one, so that it is shown in the language of the reader."""
    if not isinstance(value, Reason):
        return str(value)
    return Reason(value.key, **{name: _field(each) for name, each in value.fields.items()})


def open_vision(settings: Settings) -> Model | None:
    """Return the model that reads images, if the person has set one. It may look for servers: call it in a thread."""
    if settings.get(MODEL_VISION) == AUTO:
        return None
    return open_model(settings, tier="vision", note=lambda _note: None)


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are named, and those in named folders and their folders, without hidden ones and links out
    of the folder: whoever made the folder may not decide that another file is read.

    UnreadableFile if there are too many.
    """
    found: list[Path] = []
    for path in paths:
        for file in _files_below(path) if path.is_dir() else [path]:
            found.append(file)
            if len(found) > _MAX_FILES:
                raise UnreadableFile(
                    name=path.name, problem=Reason("reason.library.many_files", limit=f"{_MAX_FILES:,}")
                )
    return list(dict.fromkeys(found))


def _files_below(folder: Path) -> Iterator[Path]:
    root = folder.resolve()
    for path in sorted(folder.rglob("*")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden and path.resolve().is_relative_to(root):
            yield path


async def find_document(library: DocumentLibrary, written: str, *, owner: str) -> LibraryDocument:
    """Return the document with this name or id, or the beginning of its id; NotFound if it is not exactly one."""
    known = await library.all(owner=owner)
    found = [each for each in known if each.name == written] or [
        each for each in known if is_id_prefix(each.id, written)
    ]
    if len(found) != 1:
        raise NotFound(what_kind=Reason("library.word"), id=written)
    return found[0]


async def document_names(library: DocumentLibrary, *, owner: str) -> list[str]:
    """Return the names of the documents that can be used in a message."""
    return [each.name for each in await library.all(owner=owner) if each.status == "ready"]
