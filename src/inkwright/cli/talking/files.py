"""The files of a talk: written into the workspace, and shown as pictures where that is possible."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.browser import Browser, find_chromium
from inkwright.artifacts.pages.office import Office, find_office
from inkwright.artifacts.pages.pictures import ShownFile, preview
from inkwright.cli.talking.previews import Previews
from inkwright.cli.terminal.event_lines import FileCard
from inkwright.conversation.outcomes import ArtifactRef
from inkwright.i18n import Language
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.open_store import OWNER, Store
from inkwright.usecases.preview_file import preview_file

_GLIMPSE_PIXELS = 480


class TalkFiles:
    """What was made in a talk, and where it lies."""

    def __init__(self, store: Store, folder: Path, home: Path) -> None:
        self._store = store
        self._folder = folder
        self.previews = Previews(home)
        self._paths: dict[str, Path] = {}

    async def deliver(self, artifacts: Sequence[ArtifactRef]) -> list[ArtifactRef]:
        """Write what is not there yet into the folder, never over another file; those that were written."""
        written = []
        for artifact in artifacts:
            known = self._paths.get(artifact.id)
            if known is not None and known.exists():
                continue
            content = await self._store.vault.read(artifact.id, owner=OWNER)
            if content is not None:
                self._paths[artifact.id] = await asyncio.to_thread(keep_file, self._folder, artifact.name, content)
                written.append(artifact)
        return written

    async def made(self, conversation_id: str) -> list[ArtifactRef]:
        """Everything that was made in a conversation, in order."""
        turns = await self._store.conversations.turns(conversation_id, owner=OWNER)
        entries = [entry for turn in turns for entry in await self._store.ledger.of(turn.id)]
        return [entry.artifact for entry in entries]

    def card(self, artifact: ArtifactRef) -> FileCard:
        """The file as it is shown; with its path where it was written in this talk."""
        return FileCard(artifact.name, artifact.artifact_kind, artifact.size, self._paths.get(artifact.id))

    async def pictures(self, artifact: ArtifactRef, language: Language) -> list[Path] | Finding | None:
        """Its pages as pictures, drawn once; why there are none; None where the file itself is gone."""
        if drawn := self.previews.drawn(artifact.id):
            return drawn
        content = await self._store.vault.read(artifact.id, owner=OWNER)
        if content is None:
            return None
        is_page = artifact.artifact_kind == "html"
        program = find_chromium() if is_page else find_office()
        office = Office(program) if program and not is_page else None
        browser = Browser(program) if program and is_page else None
        folder = self.previews.folder(artifact.id)
        shown = await preview_file(artifact.name, content, folder, language, office=office, browser=browser)
        return shown if isinstance(shown, Finding) else list(shown.paths)

    async def glimpse(self, artifact: ArtifactRef, language: Language) -> bytes | None:
        """Its first page, if it has been drawn or is drawn at once: no other program is started for it."""
        if drawn := self.previews.drawn(artifact.id):
            return await asyncio.to_thread(drawn[0].read_bytes)
        content = await self._store.vault.read(artifact.id, owner=OWNER)
        if content is None:
            return None
        file = ShownFile(artifact.name, content)
        seen = await preview(file, language, office=None, width=_GLIMPSE_PIXELS, most_pages=1)
        return None if isinstance(seen, Finding) else seen.pages[0]
