"""Pictures of the pages of artifacts: drawn once per file, and the latest files kept in memory."""

import asyncio
from collections import OrderedDict
from typing import Final

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.previews import PagePreview, PreviewSource, preview
from inkwright.artifacts.rendering.office import Office, find_office

_MAX_KEPT_BYTES: Final = 64 * 1024 * 1024
_WIDTH: Final = 1_280


class PagePictures:
    """Draws the pages of files, one file at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, PagePreview] = OrderedDict()
        self._drawing = asyncio.Lock()

    def kept(self, digest: str) -> PagePreview | None:
        """Return the pages of a file that was drawn before, if they are still in memory."""
        return self._kept.get(digest)

    async def of(self, name: str, digest: str, content: bytes) -> PagePreview | None:
        """Return the pages of a file; None if it has none that can be shown."""
        async with self._drawing:
            if digest not in self._kept:
                program = find_office()
                office = Office(program) if program else None
                seen = await preview(PreviewSource(name, content), office=office, width=_WIDTH)
                if isinstance(seen, Finding):
                    return None
                self._keep(digest, seen)
            self._kept.move_to_end(digest)
            return self._kept[digest]

    def _keep(self, digest: str, seen: PagePreview) -> None:
        self._kept[digest] = seen
        while len(self._kept) > 1 and self._size() > _MAX_KEPT_BYTES:
            self._kept.popitem(last=False)

    def _size(self) -> int:
        return sum(len(page) for seen in self._kept.values() for page in seen.pages)
