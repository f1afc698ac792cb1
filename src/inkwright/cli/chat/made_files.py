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
from inkwright.artifacts.webpages.browser import shared_browser
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.conversation.turns import ArtifactRef
from inkwright.usecases.deliveries import deliver_files
from inkwright.usecases.render import preview_file
from inkwright.usecases.store import LOCAL_OWNER, Store

PREVIEWS_FOLDER: Final = "previews"
_MAX_BYTES: Final = 200_000_000
_MAX_AGE_SECONDS: Final = 30 * 24 * 3_600
_FRESH_SECONDS: Final = 3_600
"""Recently used previews stay: another chat may have just printed their path."""


class PreviewCache:
    """A folder of page images for each artifact, named by its id."""

    def __init__(self, home: Path) -> None:
        self._root = home / PREVIEWS_FOLDER

    def folder(self, artifact_id: str) -> Path:
        """Return the folder for the images of an artifact."""
        return self._root / artifact_id

    def drawn(self, artifact_id: str) -> list[Path]:
        """Return the cached images, and mark them as recently used."""
        folder = self.folder(artifact_id)
        images = sorted(folder.glob("*.png"))
        if images:
            os.utime(folder)
        return images

    def tidy(self, now: float | None = None, max_bytes: int = _MAX_BYTES) -> None:
        """Delete previews that were not used for a month, and the oldest ones beyond `max_bytes`."""
        moment = time.time() if now is None else now
        left = max_bytes
        for used, folder in sorted(self._folders(), reverse=True):
            age = moment - used
            left -= _folder_size(folder)
            if age > _MAX_AGE_SECONDS or (left < 0 and age > _FRESH_SECONDS):
                shutil.rmtree(folder, ignore_errors=True)

    def _folders(self) -> list[tuple[float, Path]]:
        """Return each folder with the time of its last use. Links are ignored."""
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
    """Return the bytes in a folder; 0 if another chat is deleting it."""
    try:
        return sum(path.stat().st_size for path in folder.glob("*.png"))
    except OSError:
        return 0


_THUMBNAIL_PIXELS: Final = 480


class ChatFiles:
    """The artifacts of a chat and the paths where they were saved."""

    def __init__(self, store: Store, folder: Path, home: Path) -> None:
        self._store = store
        self._folder = folder
        self.previews = PreviewCache(home)
        self._paths: dict[str, Path] = {}
        self._others: dict[str, list[Path]] = {}

    async def deliver(self, artifacts: Sequence[ArtifactRef]) -> list[ArtifactRef]:
        """Save artifacts that are not in the folder yet, without overwriting files; return the saved ones."""
        saved = []
        for artifact in artifacts:
            known = self._paths.get(artifact.id)
            if known is not None and known.exists():
                continue
            paths = await deliver_files(self._store.vault, artifact, self._folder)
            if paths:
                self._paths[artifact.id], *self._others[artifact.id] = paths
                saved.append(artifact)
        return saved

    def other_paths(self, artifact: ArtifactRef) -> list[Path]:
        """Return where its further files were saved: the sheet of a quiz."""
        return self._others.get(artifact.id, [])

    async def made(self, conversation_id: str) -> list[ArtifactRef]:
        """Return every artifact of a conversation, in order."""
        turns = await self._store.conversations.turns(conversation_id, owner=LOCAL_OWNER)
        entries = [entry for turn in turns for entry in await self._store.ledger.of(turn.id)]
        return [entry.artifact for entry in entries]

    def card(self, artifact: ArtifactRef) -> FileCard:
        """Return how the file is shown; with its path if it was saved in this chat."""
        path = self._paths.get(artifact.id)
        if path is None or not path.exists():
            return FileCard(artifact.name, artifact.artifact_kind, artifact.size, path)
        if path.suffix == Path(artifact.name).suffix:
            return FileCard(path.name, artifact.artifact_kind, artifact.size, path)
        return FileCard(path.name, path.suffix.removeprefix("."), path.stat().st_size, path)

    async def pictures(self, artifact: ArtifactRef) -> list[Path] | Finding | None:
        """Return images of its pages, or why there are none; None if the file itself is gone."""
        if drawn := self.previews.drawn(artifact.id):
            return drawn
        content = await self._store.vault.read(artifact.id, owner=LOCAL_OWNER)
        if content is None:
            return None
        is_page = artifact.artifact_kind == "html"
        program = None if is_page else find_office()
        office = Office(program) if program else None
        browser = shared_browser() if is_page else None
        folder = self.previews.folder(artifact.id)
        result = await preview_file(artifact.name, content, folder, office=office, browser=browser, overwrite=True)
        return result if isinstance(result, Finding) else list(result.paths)

    async def thumbnail(self, artifact: ArtifactRef) -> bytes | None:
        """Return its first page if it is cached or can be drawn without starting another program."""
        if drawn := self.previews.drawn(artifact.id):
            return await asyncio.to_thread(drawn[0].read_bytes)
        content = await self._store.vault.read(artifact.id, owner=LOCAL_OWNER)
        if content is None:
            return None
        file = PreviewSource(artifact.name, content)
        result = await preview(file, office=None, width=_THUMBNAIL_PIXELS, max_pages=1)
        return None if isinstance(result, Finding) else result.pages[0]
