"""Write the parts of an artifact one by one, build it, and fix the parts that its checks blame."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, Protocol, TypeVar

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding
from inkwright.artifacts.vault import Verified
from inkwright.authoring.context import AuthorContext, run_concurrently
from inkwright.errors import GaveUp, InvalidOption, TypesettingFailed, TypesettingTimedOut
from inkwright.i18n import Language, text

I = TypeVar("I")  # noqa: E741 - an item
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class WriteFailure:
    """An item that no reply served: where it stands, counted from 0, its name, and what was wrong last."""

    at: int
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class WrittenItems(Generic[P]):
    """What was written, in order; None in the place of what was not."""

    parts: tuple[P | None, ...]
    failed: tuple[WriteFailure, ...] = ()


async def write_items(
    bench: AuthorContext, items: Sequence[I], name: Callable[[I], str], write: Callable[[int, I], Awaitable[P]]
) -> WrittenItems[P]:
    """Every item written, each told as it is done. Errors of the model pass as they are; a weak one is not asked."""
    count, done = len(items), 0
    if not bench.can_write:
        problem = text(bench.language, "authoring.weak")
        failed = tuple(WriteFailure(at, name(item), problem) for at, item in enumerate(items))
        return WrittenItems((None,) * count, failed)

    async def one(at: int) -> P | WriteFailure:
        nonlocal done
        called = name(items[at])
        try:
            part = await write(at, items[at])
        except GaveUp as problem:
            done += 1
            bench.say("not_written", number=done, count=count, title=called)
            return WriteFailure(at, called, problem.last_feedback)
        done += 1
        bench.say("written", number=done, count=count, title=called)
        return part

    found = await run_concurrently([lambda at=at: one(at) for at in range(count)])  # type: ignore[misc]  # bound at once
    failed = tuple(each for each in found if isinstance(each, WriteFailure))
    return WrittenItems(tuple(None if isinstance(each, WriteFailure) else each for each in found), failed)


FIX_ROUNDS: Final = 2
"""So often the parts that are to blame are thought anew."""

Blame = Mapping[int, Sequence[Finding]]
"""For each part that is to blame, counted from 0, what is wrong with it."""


class FixJob(Protocol[P]):
    """How one kind of artifact is made of its parts. What is not async works in a thread of its own."""

    @property
    def place(self) -> Literal["deck", "document"]:
        """What the whole is."""
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

    async def anew(self, bench: AuthorContext, at: int, part: P, findings: Sequence[Finding]) -> P:
        """The part written anew, so that the findings go away. GaveUp where that fails."""
        ...


@dataclass(frozen=True, slots=True)
class FixResult(Generic[P]):
    """What became of it: verified, or the errors that remain. `parts` are as they were built last."""

    verified: Verified | None
    parts: tuple[P, ...]
    findings: tuple[Finding, ...] = ()


async def build_and_fix(bench: AuthorContext, parts: Sequence[P], job: FixJob[P]) -> FixResult[P]:
    """Build it and let the vault check it; mend what is wrong and build it again, at most `ROUNDS` times."""
    now = tuple(parts)
    left = FIX_ROUNDS if bench.can_write else 0
    while True:
        bench.say("checking")
        kept = await _build_and_store(bench, job, now)
        if isinstance(kept, Verified):
            return FixResult(kept, now)
        findings, blame = kept
        fresh = await _rewrite_blamed(bench, job, now, blame) if left else now
        if fresh == now:
            return FixResult(None, now, findings)
        now, left = fresh, left - 1


async def _build_and_store(
    bench: AuthorContext, job: FixJob[P], parts: tuple[P, ...]
) -> Verified | tuple[tuple[Finding, ...], Blame]:
    """What the vault made of it, or what is wrong and who is to blame."""
    try:
        draft = await asyncio.to_thread(job.build, parts)
    except TypesettingTimedOut:
        raise
    except (InvalidOption, TypesettingFailed) as problem:
        whole = build_failure(Location(whole=job.place), problem)
        blame = await asyncio.to_thread(job.unbuilt, parts, whole)
        return tuple(each for found in blame.values() for each in found) or (whole,), blame
    kept = await bench.keep(draft)
    if isinstance(kept, Verified):
        return kept
    errors = tuple(each for each in kept if each.severity == "error")
    return errors, await asyncio.to_thread(job.blamed, parts, errors)


async def _rewrite_blamed(bench: AuthorContext, job: FixJob[P], parts: tuple[P, ...], blame: Blame) -> tuple[P, ...]:
    """The parts, those that are to blame written anew. One that cannot be stays as it was."""
    if blame:
        bench.say("mending", names=", ".join(job.name(parts[at]) for at in sorted(blame)))

    async def one(at: int) -> P:
        try:
            return await job.anew(bench, at, parts[at], blame[at])
        except GaveUp:
            return parts[at]

    order = sorted(blame)
    found = await run_concurrently([lambda at=at: one(at) for at in order])  # type: ignore[misc]  # bound at once
    fresh = dict(zip(order, found, strict=True))
    return tuple(fresh.get(at, part) for at, part in enumerate(parts))


def build_failure(location: Location, problem: Exception) -> Finding:
    """The finding of something that cannot even be built."""
    return finding("authoring.unbuildable", location, problem=str(problem))


def build_separately(count: int, attempt: Callable[[int], object], tell: Callable[[int, Exception], Finding]) -> Blame:
    """The parts that cannot be built alone either."""
    blame: dict[int, list[Finding]] = {}
    for at in range(count):
        try:
            attempt(at)
        except (InvalidOption, TypesettingFailed) as problem:
            blame[at] = [tell(at, problem)]
    return blame


def findings_text(findings: Sequence[Finding], language: Language) -> str:
    """The findings as a model reads them."""
    return "\n".join(f"- {each.message(language)} {each.fix(language)}" for each in findings)
