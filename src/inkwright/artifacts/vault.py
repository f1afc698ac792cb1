"""The vault: checks drafts by kind, stores those that pass, and alone declares an artifact verified."""

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
from inkwright.ids import Ids


class ArtifactRecord(BaseModel):
    """What a vault knows of one artifact, beside its files. `digests` has the SHA-256 of each."""

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
"""Opens a draft of one kind and tells all that is wrong with it, in the given language."""

_SEAL: Final = object()


@final
@dataclass(frozen=True, slots=True, init=False)
class Verified:
    """An artifact that was opened and checked. `sha256` and `size` are those of its main file.

    It is a proof, so it cannot be made, copied or loaded outside this module: whoever has its id asks the vault.
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
            raise TypeError("only the vault makes a Verified")
        for field in self.__slots__:
            object.__setattr__(self, field, getattr(record, field))

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a kind of Verified could skip the seal")

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a Verified is neither copied nor pickled: ask the vault for it by its id")

    def __getstate__(self) -> NoReturn:
        raise TypeError("a Verified has no state to take along: ask the vault for it by its id")

    def __setstate__(self, state: object) -> NoReturn:
        raise TypeError("a Verified does not change")


class ArtifactVault(Protocol):
    """Where artifacts are kept. What belongs to another owner is simply not there."""

    async def keep(self, draft: Draft, *, owner: str, turn_id: str) -> Verified | tuple[Finding, ...]:
        """Check the draft and keep it; or tell what is wrong with it, and keep nothing.

        The same files in the same turn are the same artifact: a retry makes nothing twice. The findings are in
        this language, or else in that of the draft's title.
        """
        ...

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        """The artifact, or None where this owner has none of this id."""
        ...

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        """The content of one file of it, of the main one where no name is given."""
        ...

    async def latest(self, *, owner: str, limit: int) -> list[Verified]:
        """What this owner has, newest first, at most so many."""
        ...


class ArtifactRecords(Protocol):
    """Where a vault keeps what passed its checks. Implementations store and find; they verify nothing."""

    async def add(self, record: ArtifactRecord, files: Mapping[str, bytes]) -> bool:
        """Keep it, whole or not at all. False if that version of that name is taken: somebody else was faster."""
        ...

    async def known(self, owner: str, kind: str, name: str, turn_id: str) -> tuple[int, list[ArtifactRecord]]:
        """The number of the newest version of a name, 0 where there is none; and the versions made in this turn."""
        ...

    async def get(self, artifact_id: str, owner: str) -> ArtifactRecord | None:
        """What is known of an artifact of this owner."""
        ...

    async def read(self, record: ArtifactRecord, name: str) -> bytes | None:
        """The content of one of its files."""
        ...

    async def newest(self, owner: str, *, limit: int) -> list[ArtifactRecord]:
        """The artifacts of an owner, newest first, at most so many."""
        ...


class _CheckerFailed(Exception):
    """A checker made a mistake of its own."""


class Vault:
    """Opens and checks every draft, and keeps what passes among its records. It alone makes a `Verified`."""

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
            return (finding("unchecked", location, problem=str(problem)),)


def _run_checker(checker: Checker, draft: Draft) -> tuple[Finding, ...]:
    """What the checker finds. Whatever it raises becomes one known error: nothing unchecked may slip through."""
    try:
        findings = tuple(checker(draft))
    except Exception as problem:
        raise _CheckerFailed(f"{type(problem).__name__}: {problem}"[:300]) from problem
    if not all(isinstance(each, Finding) for each in findings):
        raise _CheckerFailed("the checker returned something that is no finding")
    return findings


def _lazy_checker(module: str, name: str) -> Checker:
    """The checker that stands there, loaded when there is something to check: most commands only look."""

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
