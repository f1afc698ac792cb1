"""Show a file: its pages as pictures in a folder; an interactive page as it looks on a wide and on a narrow screen."""

from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.browser import Browser
from inkwright.artifacts.interactive.judging import photograph_page
from inkwright.artifacts.pages.office import Office
from inkwright.artifacts.pages.pictures import How, ShownFile, preview
from inkwright.i18n import Language
from inkwright.usecases.keep_file import keep_file


@dataclass(frozen=True, slots=True)
class Shown:
    """The pictures that were written, how many pages the file has, and how they were seen."""

    paths: tuple[Path, ...]
    count: int
    how: How | Literal["browser"]


async def preview_file(
    name: str,
    content: bytes,
    folder: Path,
    language: Language,
    *,
    office: Office | None,
    browser: Browser | None = None,
) -> Shown | Finding:
    """A picture of each page, `NAME-01.png` and so on; or why there are none. Earlier ones of the same name go."""
    if PurePath(name).suffix.lower() == ".html":
        return await _preview_page(name, content, folder, language, browser)
    seen = await preview(ShownFile(name, content), language, office=office)
    if isinstance(seen, Finding):
        return seen
    stem, digits = PurePath(name).stem, max(2, len(str(seen.count)))
    paths = [
        keep_file(folder, f"{stem}-{number:0{digits}}.png", page, overwrite=True)
        for number, page in enumerate(seen.pages, 1)
    ]
    return Shown(tuple(paths), seen.count, seen.how)


async def _preview_page(
    name: str, content: bytes, folder: Path, language: Language, browser: Browser | None
) -> Shown | Finding:
    """Pictures such as `NAME-1280.png` and `NAME-390.png`."""
    seen = await photograph_page(name, content, language, browser=browser)
    if isinstance(seen, Finding):
        return seen
    stem = PurePath(name).stem
    paths = [keep_file(folder, f"{stem}-{width}.png", picture, overwrite=True) for width, picture in seen.items()]
    return Shown(tuple(paths), len(paths), "browser")
