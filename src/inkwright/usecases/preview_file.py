"""Show a file: its pages as pictures in a folder."""

from dataclasses import dataclass
from pathlib import Path, PurePath

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.pages.office import Office
from inkwright.artifacts.pages.pictures import How, ShownFile, preview
from inkwright.i18n import Language
from inkwright.usecases.keep_file import keep_file


@dataclass(frozen=True, slots=True)
class Shown:
    """The pictures that were written, how many pages the file has, and how they were seen."""

    paths: tuple[Path, ...]
    count: int
    how: How


async def preview_file(
    name: str, content: bytes, folder: Path, language: Language, *, office: Office | None
) -> Shown | Finding:
    """A picture of each page, `NAME-01.png` and so on; or why there are none. Earlier ones of the same name go."""
    seen = await preview(ShownFile(name, content), language, office=office)
    if isinstance(seen, Finding):
        return seen
    stem, digits = PurePath(name).stem, max(2, len(str(seen.count)))
    paths = [
        keep_file(folder, f"{stem}-{number:0{digits}}.png", page, overwrite=True)
        for number, page in enumerate(seen.pages, 1)
    ]
    return Shown(tuple(paths), seen.count, seen.how)
