"""The files made in a chat: saved to the workspace and previewed as cached images."""

import asyncio
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.previews import PreviewSource, preview
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.webpages.browser import Browser
from inkwright.artifacts.webpages.chromium import find_chromium
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.conversation.turns import ArtifactRef
from inkwright.usecases.files import save_file
from inkwright.usecases.render import preview_file
from inkwright.usecases.store import LOCAL_OWNER, Store

PREVIEWS_FOLDER: Final = "previews"
_MAX_BYTES: Final = 200_000_000
_MAX_AGE_SECONDS: Final = 30 * 24 * 3_600
_FRESH_SECONDS: Final = 3_600
"""What was looked at so lately stays: another talk may just have named its path."""


class PreviewCache:
    """A folder for each file that was made, named by its id."""

    def __init__(self, home: Path) -> None:
        self._root = home / PREVIEWS_FOLDER

    def folder(self, artifact_id: str) -> Path:
        """Where the pictures of a file belong."""
        return self._root / artifact_id

    def drawn(self, artifact_id: str) -> list[Path]:
        """The pictures that are there. To look at them keeps them for longer."""
        folder = self.folder(artifact_id)
        pictures = sorted(folder.glob("*.png"))
        if pictures:
            os.utime(folder)
        return pictures

    def tidy(self, now: float | None = None, most_bytes: int = _MAX_BYTES) -> None:
        """Take away what nobody has looked at for a month, and the oldest of what is too much."""
        moment = time.time() if now is None else now
        left = most_bytes
        for used, folder in sorted(self._folders(), reverse=True):
            age = moment - used
            left -= _folder_size(folder)
            if age > _MAX_AGE_SECONDS or (left < 0 and age > _FRESH_SECONDS):
                shutil.rmtree(folder, ignore_errors=True)

    def _folders(self) -> list[tuple[float, Path]]:
        """Each folder, with the moment when it was last looked at. Links are left alone."""
        try:
            with os.scandir(self._root) as entries:
                return [
                    (entry.stat(follow_symlinks=False).st_mtime, Path(entry.path))
                    for entry in entries
                    if entry.is_dir(follow_symlinks=False)
                ]
        except OSError:
            return []


def _folder_size(folder: Path) -> int:
    """The bytes in a folder; none where another talk is taking it away."""
    try:
        return sum(path.stat().st_size for path in folder.glob("*.png"))
    except OSError:
        return 0


_THUMBNAIL_PIXELS = 480


class ChatFiles:
    """What was made in a talk, and where it lies."""

    def __init__(self, store: Store, folder: Path, home: Path) -> None:
        self._store = store
        self._folder = folder
        self.previews = PreviewCache(home)
        self._paths: dict[str, Path] = {}

    async def deliver(self, artifacts: Sequence[ArtifactRef]) -> list[ArtifactRef]:
        """Write what is not there yet into the folder, never over another file; those that were written."""
        written = []
        for artifact in artifacts:
            known = self._paths.get(artifact.id)
            if known is not None and known.exists():
                continue
            content = await self._store.vault.read(artifact.id, owner=LOCAL_OWNER)
            if content is not None:
                self._paths[artifact.id] = await asyncio.to_thread(save_file, self._folder, artifact.name, content)
                written.append(artifact)
        return written

    async def made(self, conversation_id: str) -> list[ArtifactRef]:
        """Everything that was made in a conversation, in order."""
        turns = await self._store.conversations.turns(conversation_id, owner=LOCAL_OWNER)
        entries = [entry for turn in turns for entry in await self._store.ledger.of(turn.id)]
        return [entry.artifact for entry in entries]

    def card(self, artifact: ArtifactRef) -> FileCard:
        """The file as it is shown; with its path where it was written in this talk."""
        return FileCard(artifact.name, artifact.artifact_kind, artifact.size, self._paths.get(artifact.id))

    async def pictures(self, artifact: ArtifactRef) -> list[Path] | Finding | None:
        """Its pages as pictures, drawn once; why there are none; None where the file itself is gone."""
        if drawn := self.previews.drawn(artifact.id):
            return drawn
        content = await self._store.vault.read(artifact.id, owner=LOCAL_OWNER)
        if content is None:
            return None
        is_page = artifact.artifact_kind == "html"
        program = find_chromium() if is_page else find_office()
        office = Office(program) if program and not is_page else None
        browser = Browser(program) if program and is_page else None
        folder = self.previews.folder(artifact.id)
        shown = await preview_file(artifact.name, content, folder, office=office, browser=browser)
        return shown if isinstance(shown, Finding) else list(shown.paths)

    async def glimpse(self, artifact: ArtifactRef) -> bytes | None:
        """Its first page, if it has been drawn or is drawn at once: no other program is started for it."""
        if drawn := self.previews.drawn(artifact.id):
            return await asyncio.to_thread(drawn[0].read_bytes)
        content = await self._store.vault.read(artifact.id, owner=LOCAL_OWNER)
        if content is None:
            return None
        file = PreviewSource(artifact.name, content)
        seen = await preview(file, office=None, width=_THUMBNAIL_PIXELS, max_pages=1)
        return None if isinstance(seen, Finding) else seen.pages[0]
