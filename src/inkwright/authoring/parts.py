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
    """An item for which no reply was accepted: its index, its name, and the last problem."""

    at: int
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class WrittenItems(Generic[P]):
    """The written parts in order; None for each item that failed."""

    parts: tuple[P | None, ...]
    failed: tuple[WriteFailure, ...] = ()


async def write_items(
    context: AuthorContext, items: Sequence[I], name: Callable[[I], str], write: Callable[[int, I], Awaitable[P]]
) -> WrittenItems[P]:
    """Write every item and report progress. Model errors are raised; a weak model is not asked."""
    count, done = len(items), 0
    if not context.can_write:
        problem = text(context.language, "authoring.weak")
        failed = tuple(WriteFailure(index, name(item), problem) for index, item in enumerate(items))
        return WrittenItems((None,) * count, failed)

    async def one(index: int) -> P | WriteFailure:
        nonlocal done
        called = name(items[index])
        try:
            part = await write(index, items[index])
        except GaveUp as problem:
            done += 1
            context.say("not_written", number=done, count=count, title=called)
            return WriteFailure(index, called, problem.last_feedback)
        done += 1
        context.say("written", number=done, count=count, title=called)
        return part

    found = await run_concurrently([lambda index=index: one(index) for index in range(count)])  # type: ignore[misc]  # bound at once
    failed = tuple(each for each in found if isinstance(each, WriteFailure))
    return WrittenItems(tuple(None if isinstance(each, WriteFailure) else each for each in found), failed)


FIX_ROUNDS: Final = 2
"""How often rejected parts are rewritten."""

Blame = Mapping[int, Sequence[Finding]]
"""The findings of each rejected part, by its index."""


class FixJob(Protocol[P]):
    """How to build one kind of artifact from its parts. Synchronous methods run in a thread."""

    @property
    def place(self) -> Literal["deck", "document"]:
        """What the whole is."""
        ...

    def build(self, parts: Sequence[P]) -> Draft:
        """Build the artifact. Raise InvalidOption or TypesettingFailed if that is impossible."""
        ...

    def blamed(self, parts: Sequence[P], findings: Sequence[Finding]) -> Blame:
        """Return which parts cause the errors of the built artifact."""
        ...

    def unbuilt(self, parts: Sequence[P], whole: Finding) -> Blame:
        """Return which parts prevent the artifact from being built; `whole` is the finding about all of it."""
        ...

    def name(self, part: P) -> str:
        """Return the name of the part for messages."""
        ...

    async def rewrite(self, context: AuthorContext, index: int, part: P, findings: Sequence[Finding]) -> P:
        """Rewrite the part so that it has none of the findings. Raise GaveUp if that fails."""
        ...


@dataclass(frozen=True, slots=True)
class FixResult(Generic[P]):
    """The verified artifact, or the remaining errors. `parts` are as last built."""

    verified: Verified | None
    parts: tuple[P, ...]
    findings: tuple[Finding, ...] = ()


async def build_and_fix(context: AuthorContext, parts: Sequence[P], job: FixJob[P]) -> FixResult[P]:
    """Build the artifact and let the vault check it; fix errors and build again, at most `FIX_ROUNDS` times."""
    current = tuple(parts)
    rounds_left = FIX_ROUNDS if context.can_write else 0
    while True:
        context.say("checking")
        result = await _build_and_store(context, job, current)
        if isinstance(result, Verified):
            return FixResult(result, current)
        findings, blame = result
        rewritten = await _rewrite_blamed(context, job, current, blame) if rounds_left else current
        if rewritten == current:
            return FixResult(None, current, findings)
        current, rounds_left = rewritten, rounds_left - 1


async def _build_and_store(
    context: AuthorContext, job: FixJob[P], parts: tuple[P, ...]
) -> Verified | tuple[tuple[Finding, ...], Blame]:
    """Return the verified artifact, or its errors and the parts that cause them."""
    try:
        draft = await asyncio.to_thread(job.build, parts)
    except TypesettingTimedOut:
        raise
    except (InvalidOption, TypesettingFailed) as problem:
        whole = build_failure(Location(whole=job.place), problem)
        blame = await asyncio.to_thread(job.unbuilt, parts, whole)
        return tuple(each for found in blame.values() for each in found) or (whole,), blame
    result = await context.keep(draft)
    if isinstance(result, Verified):
        return result
    errors = tuple(each for each in result if each.severity == "error")
    return errors, await asyncio.to_thread(job.blamed, parts, errors)


async def _rewrite_blamed(context: AuthorContext, job: FixJob[P], parts: tuple[P, ...], blame: Blame) -> tuple[P, ...]:
    """Rewrite the parts that cause errors. A part that cannot be rewritten stays as it was."""
    if blame:
        context.say("mending", names=", ".join(job.name(parts[index]) for index in sorted(blame)))

    async def one(index: int) -> P:
        try:
            return await job.rewrite(context, index, parts[index], blame[index])
        except GaveUp:
            return parts[index]

    order = sorted(blame)
    found = await run_concurrently([lambda index=index: one(index) for index in order])  # type: ignore[misc]  # bound at once
    rewritten = dict(zip(order, found, strict=True))
    return tuple(rewritten.get(index, part) for index, part in enumerate(parts))


def build_failure(location: Location, problem: Exception) -> Finding:
    """Return the finding about an artifact or part that cannot be built."""
    return finding("authoring.unbuildable", location, problem=str(problem))


def build_separately(count: int, attempt: Callable[[int], object], tell: Callable[[int, Exception], Finding]) -> Blame:
    """Return the parts that cannot be built separately either."""
    blame: dict[int, list[Finding]] = {}
    for index in range(count):
        try:
            attempt(index)
        except (InvalidOption, TypesettingFailed) as problem:
            blame[index] = [tell(index, problem)]
    return blame


def findings_text(findings: Sequence[Finding], language: Language) -> str:
    """Return the findings as text for a model."""
    return "\n".join(f"- {each.message(language)} {each.fix(language)}" for each in findings)
