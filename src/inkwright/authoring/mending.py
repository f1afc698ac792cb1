"""Made, checked, and mended where the checks say so: only the parts that are to blame are thought anew."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.workbench import Workbench, side_by_side
from inkwright.errors import GaveUp, InvalidOption, TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import Language, text

ROUNDS: Final = 2
"""So often the parts that are to blame are thought anew."""

P = TypeVar("P")
Blame = Mapping[int, Sequence[Finding]]
"""For each part that is to blame, counted from 0, what is wrong with it."""


class Job(Protocol[P]):
    """How one kind of artifact is made of its parts. What is not async works in a thread of its own."""

    @property
    def place(self) -> str:
        """How the whole is called, as the end of the key of a message."""
        ...

    def build(self, parts: Sequence[P]) -> Draft:
        """The artifact. What cannot be built is an InvalidOption or a TypesettingFailed."""
        ...

    def blamed(self, parts: Sequence[P], findings: Sequence[Finding]) -> Blame:
        """Which parts the errors of what was built belong to."""
        ...

    def unbuilt(self, parts: Sequence[P], whole: Finding) -> Blame:
        """Which parts kept it from being built; `whole` is what is wrong with all of it."""
        ...

    def name(self, part: P) -> str:
        """How a person calls the part."""
        ...

    async def anew(self, bench: Workbench, at: int, part: P, findings: Sequence[Finding]) -> P:
        """The part written anew, so that the findings go away. GaveUp where that fails."""
        ...


@dataclass(frozen=True, slots=True)
class Mended(Generic[P]):
    """What became of it: verified, or the errors that remain. `parts` are as they were built last."""

    verified: Verified | None
    parts: tuple[P, ...]
    findings: tuple[Finding, ...] = ()


async def mend(bench: Workbench, parts: Sequence[P], job: Job[P]) -> Mended[P]:
    """Build it and let the vault check it; mend what is wrong and build it again, at most `ROUNDS` times."""
    now = tuple(parts)
    left = ROUNDS if bench.can_write else 0
    while True:
        bench.say("checking")
        kept = await _kept(bench, job, now)
        if isinstance(kept, Verified):
            return Mended(kept, now)
        findings, blame = kept
        fresh = await _anew(bench, job, now, blame) if left else now
        if fresh == now:
            return Mended(None, now, findings)
        now, left = fresh, left - 1


async def _kept(bench: Workbench, job: Job[P], parts: tuple[P, ...]) -> Verified | tuple[tuple[Finding, ...], Blame]:
    """What the vault made of it, or what is wrong and who is to blame."""
    try:
        draft = await asyncio.to_thread(job.build, parts)
    except TypesettingTimedOut:
        raise
    except (InvalidOption, TypesettingFailed) as problem:
        place = text(bench.language, f"finding.authoring.place.{job.place}")
        whole = unbuildable(bench.language, place, problem)
        blame = await asyncio.to_thread(job.unbuilt, parts, whole)
        return tuple(each for found in blame.values() for each in found) or (whole,), blame
    kept = await bench.keep(draft)
    if isinstance(kept, Verified):
        return kept
    errors = tuple(each for each in kept if each.severity == "error")
    return errors, await asyncio.to_thread(job.blamed, parts, errors)


async def _anew(bench: Workbench, job: Job[P], parts: tuple[P, ...], blame: Blame) -> tuple[P, ...]:
    """The parts, those that are to blame written anew. One that cannot be stays as it was."""
    if blame:
        bench.say("mending", names=", ".join(job.name(parts[at]) for at in sorted(blame)))

    async def one(at: int) -> P:
        try:
            return await job.anew(bench, at, parts[at], blame[at])
        except GaveUp:
            return parts[at]

    order = sorted(blame)
    found = await side_by_side([lambda at=at: one(at) for at in order])  # type: ignore[misc]  # bound at once
    fresh = dict(zip(order, found, strict=True))
    return tuple(fresh.get(at, part) for at, part in enumerate(parts))


def unbuildable(language: Language, place: str, problem: Exception) -> Finding:
    """The finding of something that cannot even be built."""
    return finding(language, "authoring.unbuildable", place=place, problem=str(problem))


def tried_alone(count: int, attempt: Callable[[int], object], tell: Callable[[int, Exception], Finding]) -> Blame:
    """The parts that cannot be built alone either."""
    blame: dict[int, list[Finding]] = {}
    for at in range(count):
        try:
            attempt(at)
        except (InvalidOption, TypesettingFailed) as problem:
            blame[at] = [tell(at, problem)]
    return blame


def told(findings: Sequence[Finding]) -> str:
    """The findings as a model reads them."""
    return "\n".join(f"- {each.what} {each.mend}" for each in findings)
