"""The folder of a paper: what was uploaded, what was generated, and a record of each finished stage."""

import json
import os
import re
import shutil
import zipfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.ids import Ids, is_id_prefix
from inkwright.papers.sources import PaperSource
from inkwright.parsing.filenames import safe_filename

FOLDER: Final = "papers"
_PARTS: Final = ("uploaded", "generated", "artifact")
_SETTINGS: Final = "paper.json"
_MAX_ID: Final = 80
_PLAIN_OWNER: Final = re.compile(r"[a-z0-9_]{1,60}")


@dataclass(frozen=True, slots=True)
class PaperSession:
    """A paper in work, in a folder `session_<time>_<id>`."""

    folder: Path

    @property
    def id(self) -> str:
        """Its id."""
        return "paper_" + self.folder.name.rpartition("_")[2]

    @property
    def settings(self) -> dict[str, Any]:
        """How it was asked for: `title`, `has_outline`, `template`, `created`, and the `job_id` that writes it."""
        found: dict[str, Any] = json.loads((self.folder / _SETTINGS).read_text("utf-8"))
        return found

    @property
    def records(self) -> dict[str, dict[str, Any]]:
        """The records of the finished stages, by stage."""
        paths = sorted((self.folder / "artifact").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        return {path.stem: json.loads(path.read_text("utf-8")) for path in paths}

    def sources(self) -> list[PaperSource]:
        """Return what was uploaded, in the order in which it was given."""
        paths = sorted((self.folder / "uploaded").iterdir())
        return [PaperSource(path.name.partition("_")[2], path.read_bytes()) for path in paths]

    def source_names(self) -> list[str]:
        """Return the names of what was uploaded, in the order in which it was given."""
        return [path.name.partition("_")[2] for path in sorted((self.folder / "uploaded").iterdir())]

    def generated(self) -> dict[str, bytes]:
        """Return the files that were generated, by name."""
        return {path.name: path.read_bytes() for path in sorted((self.folder / "generated").iterdir())}

    def read(self, name: str) -> bytes | None:
        """Return a file that was generated; None if there is none of this name."""
        path = self.folder / "generated" / name
        return path.read_bytes() if name == safe_filename(name) and path.is_file() else None

    def save(self, name: str, content: str | bytes) -> None:
        """Write a generated file, whole or not at all."""
        write_whole(self.folder / "generated" / safe_filename(name), content)

    def note_job(self, job_id: str) -> None:
        """Store which job writes the paper."""
        self._write_settings({**self.settings, "job_id": job_id})

    def _write_settings(self, settings: Mapping[str, Any]) -> None:
        write_whole(self.folder / _SETTINGS, json.dumps(settings, ensure_ascii=False, indent=1))

    def forget(self, stages: Sequence[str]) -> None:
        """Forget that these stages are finished, so that they are done again."""
        for stage in stages:
            (self.folder / "artifact" / f"{stage}.json").unlink(missing_ok=True)

    def archive(self) -> bytes:
        """Return everything as a zip file."""
        written = BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(self.folder.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(self.folder.parent).as_posix())
        return written.getvalue()

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do the work of a stage, or return its record: the folder itself is the `Steps` of its paper."""
        path = self.folder / "artifact" / f"{key}.json"
        if not path.is_file():
            write_whole(path, json.dumps(await work(), ensure_ascii=False, indent=1))
        return json.loads(path.read_text("utf-8"))


class PaperSessions:
    """All papers of an owner, in one folder."""

    def __init__(self, home: Path, owner: str, ids: Ids) -> None:
        self._folder = home / FOLDER / _owner_folder(owner)
        self._ids = ids

    def create(self, sources: Sequence[PaperSource], settings: Mapping[str, Any], now: datetime) -> PaperSession:
        """Create the folder of a paper with its sources."""
        made = self._ids.new("paper").removeprefix("paper_")
        session = PaperSession(self._folder / f"session_{now:%Y%m%dT%H%M%S}_{made}")
        for part in _PARTS:
            (session.folder / part).mkdir(parents=True, mode=0o700)
        for number, source in enumerate(sources):
            write_whole(session.folder / "uploaded" / f"{number:02}_{safe_filename(source.name)}", source.content)
        written = {**settings, "created": now.isoformat()}
        write_whole(session.folder / _SETTINGS, json.dumps(written, ensure_ascii=False, indent=1))
        return session

    def all(self) -> list[PaperSession]:
        """Return the papers, the newest first."""
        found = sorted(self._folder.glob("session_*_*"), reverse=True) if self._folder.is_dir() else []
        return [PaperSession(path) for path in found if (path / _SETTINGS).is_file()]

    def find(self, written: str) -> PaperSession:
        """Return the paper of an id, or of the only id that begins so. NotFound if there is none."""
        found = [each for each in self.all() if is_id_prefix(each.id, written) or each.id.endswith(written)]
        if not written or len(found) != 1:
            raise NotFound(what_kind=Reason("paper.word"), id=written)
        return found[0]

    def get(self, paper_id: str) -> PaperSession:
        """Return the paper of exactly this id. NotFound if this owner has none."""
        found = [each for each in self.all() if each.id == paper_id]
        if not found:
            raise NotFound(what_kind=Reason("paper.word"), id=paper_id[:_MAX_ID])
        return found[0]

    def search(self, words: str) -> list[PaperSession]:
        """Return the papers whose title, sources or texts have these words."""
        return [each for each in self.all() if _has_words(each, words.casefold())]

    def delete(self, session: PaperSession) -> None:
        """Delete a paper with everything that belongs to it."""
        shutil.rmtree(session.folder)


def _owner_folder(owner: str) -> str:
    """Return the name of the folder of an owner, which no other owner has."""
    if _PLAIN_OWNER.fullmatch(owner):
        return owner
    return f"{safe_filename(owner)[:60]}-{sha256(owner.encode()).hexdigest()[:16]}"


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    unfinished = path.with_name(f".{path.name}.partial")
    unfinished.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.replace(unfinished, path)


def _has_words(session: PaperSession, words: str) -> bool:
    texts = [str(session.settings.get("title", "")), *(source.name for source in session.sources())]
    texts += [
        content.decode("utf-8", "replace") for name, content in session.generated().items() if not name.endswith(".pdf")
    ]
    return any(words in each.casefold() for each in texts)
