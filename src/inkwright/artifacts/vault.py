"""The vault: checks drafts by kind, stores the good ones, and is the only place that verifies artifacts."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from types import MappingProxyType
from typing import Final, NoReturn, Protocol, final

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.clock import Clock
from inkwright.i18n import Reason
from inkwright.ids import Ids


class ArtifactRecord(BaseModel):
    """What is stored about one artifact, apart from its files. `digests` holds the SHA-256 of each file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    version: int
    kind: str
    name: str
    title: str
    size: int
    sha256: str
    report: tuple[Finding, ...]
    made_at: datetime
    owner: str
    turn_id: str
    digests: dict[str, str]


Checker = Callable[[Draft], list[Finding]]
"""Opens a draft of one kind and returns all its problems."""

_SEAL: Final = object()


@final
@dataclass(frozen=True, slots=True, init=False)
class Verified:
    """An artifact that was opened and checked. `sha256` and `size` describe its main file.

    It is a proof, so it cannot be created, copied or loaded outside of this module: ask the vault for it by its id.
    """

    id: str
    version: int
    kind: str
    name: str
    title: str
    size: int
    sha256: str
    report: tuple[Finding, ...]
    made_at: datetime

    def __init__(self, seal: object, record: ArtifactRecord) -> None:
        if seal is not _SEAL:
            raise TypeError("only the vault creates a Verified")
        for field in self.__slots__:
            object.__setattr__(self, field, getattr(record, field))

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a subclass of Verified could skip the seal")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a Verified cannot be copied or pickled: ask the vault for it by its id")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a Verified has no state to copy: ask the vault for it by its id")

    def __setstate__(self, state: object) -> NoReturn:
        raise TypeError("a Verified cannot be changed")


class ArtifactVault(Protocol):
    """Storage for verified artifacts. Artifacts of another owner are not found."""

    async def keep(self, draft: Draft, *, owner: str, turn_id: str) -> Verified | tuple[Finding, ...]:
        """Check the draft and store it; or return its problems and store nothing.

        The same files in the same turn are the same artifact, so a retry stores nothing twice.
        """
        ...

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        """Return the artifact, or None if this owner has none with this id."""
        ...

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        """Return the content of one of its files: the main one unless a name is given."""
        ...

    async def latest(self, *, owner: str, limit: int) -> list[Verified]:
        """Return the newest artifacts of this owner, newest first."""
        ...


class ArtifactRecords(Protocol):
    """Storage for a vault. Implementations store and find records; they verify nothing."""

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        """Store the record and its files, or nothing. False if another writer has taken this version of the name."""
        ...

    async def known(self, owner: str, kind: str, name: str, turn_id: str) -> tuple[int, list[ArtifactRecord]]:
        """Return the newest version number of a name, or 0, and the versions that were made in this turn."""
        ...

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        """Return the record of an artifact of this owner."""
        ...

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        """Return the content of one of its files."""
        ...

    async def newest(self, owner: str, *, limit: int) -> list[ArtifactRecord]:
        """Return the newest artifacts of an owner, newest first."""
        ...


class _CheckerFailed(Exception):
    """A checker failed instead of returning findings."""

    def __init__(self, reason: Reason | str) -> None:
        super().__init__(reason)
        self.reason = reason


class Vault:
    """Checks every draft and stores it if it passes. Only a vault creates a `Verified`."""

    def __init__(self, records: ArtifactRecords, checkers: Mapping[str, Checker], *, ids: Ids, clock: Clock) -> None:
        self._records = records
        self._checkers = dict(checkers)
        self._ids = ids
        self._clock = clock

    async def keep(self, draft: Draft, *, owner: str, turn_id: str) -> Verified | tuple[Finding, ...]:
        findings = await self._findings(draft)
        if any(each.severity == "error" for each in findings):
            return findings
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in draft.files.items()}
        while True:
            newest, of_this_turn = await self._records.known(owner, draft.kind, draft.name, turn_id)
            for record in of_this_turn:
                if record.digests == digests:
                    return Verified(_SEAL, record)
            record = ArtifactRecord(
                id=self._ids.new("art"),
                version=newest + 1,
                kind=draft.kind,
                name=draft.name,
                title=draft.title,
                size=len(draft.main),
                sha256=digests[draft.name],
                report=findings,
                made_at=self._clock.now(),
                owner=owner,
                turn_id=turn_id,
                digests=digests,
            )
            if await self._records.add(record, draft.files):
                return Verified(_SEAL, record)

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        record = await self._records.get(artifact_id, owner)
        return Verified(_SEAL, record) if record else None

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        record = await self._records.get(artifact_id, owner)
        return await self._records.read(record, name if name is not None else record.name) if record else None

    async def latest(self, *, owner: str, limit: int) -> list[Verified]:
        return [Verified(_SEAL, record) for record in await self._records.newest(owner, limit=limit)]

    async def _findings(self, draft: Draft) -> tuple[Finding, ...]:
        location = Location(file=draft.name)
        checker = self._checkers.get(draft.kind)
        if checker is None:
            known = ", ".join(sorted(self._checkers))
            return (finding("unknown_kind", location, kind=draft.kind, known=known),)
        try:
            return await asyncio.to_thread(_run_checker, checker, draft)
        except _CheckerFailed as problem:
            return (finding("unchecked", location, problem=problem.reason),)


def _run_checker(checker: Checker, draft: Draft) -> tuple[Finding, ...]:
    """Run the checker. Anything that it raises becomes one known error, so that nothing passes unchecked."""
    try:
        findings = tuple(checker(draft))
    except Exception as problem:
        raise _CheckerFailed(f"{type(problem).__name__}: {problem}"[:300]) from problem
    if not all(isinstance(each, Finding) for each in findings):
        raise _CheckerFailed(Reason("reason.checker.not_a_finding"))
    return findings


def _lazy_checker(module: str, name: str) -> Checker:
    """A checker that is imported when a draft is checked: most commands check nothing."""

    def check(draft: Draft) -> list[Finding]:
        found: Checker = getattr(import_module(f"inkwright.artifacts.{module}"), name)
        return found(draft)

    return check


CHECKERS: Final[Mapping[str, Checker]] = MappingProxyType(
    {
        "docx": _lazy_checker("documents.docx.docx_checks", "check_docx"),
        "html": _lazy_checker("webpages.static_checks", "check_page"),
        "pdf": _lazy_checker("documents.pdf.pdf_checks", "check_pdf"),
        "pptx": _lazy_checker("slides.checks.deck", "check_deck"),
        "quiz": _lazy_checker("quizzes.lint", "check_quiz"),
        "tex": _lazy_checker("documents.tex.tex_checks", "check_tex"),
    }
)
