"""Items written one by one, at most a few at once: one that fails is told by its name, and the others are kept."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from inkwright.authoring.workbench import Workbench, side_by_side
from inkwright.errors import GaveUp
from inkwright.i18n import text

I = TypeVar("I")  # noqa: E741 - an item
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Unwritten:
    """An item that no reply served: where it stands, counted from 0, its name, and what was wrong last."""

    at: int
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class Written(Generic[P]):
    """What was written, in order; None in the place of what was not."""

    parts: tuple[P | None, ...]
    failed: tuple[Unwritten, ...] = ()


async def write_items(
    bench: Workbench, items: Sequence[I], name: Callable[[I], str], write: Callable[[int, I], Awaitable[P]]
) -> Written[P]:
    """Every item written, each told as it is done. Errors of the model pass as they are; a weak one is not asked."""
    count, done = len(items), 0
    if not bench.can_write:
        problem = text(bench.language, "authoring.weak")
        failed = tuple(Unwritten(at, name(item), problem) for at, item in enumerate(items))
        return Written((None,) * count, failed)

    async def one(at: int) -> P | Unwritten:
        nonlocal done
        called = name(items[at])
        try:
            part = await write(at, items[at])
        except GaveUp as problem:
            done += 1
            bench.say("not_written", number=done, count=count, title=called)
            return Unwritten(at, called, problem.last_feedback)
        done += 1
        bench.say("written", number=done, count=count, title=called)
        return part

    found = await side_by_side([lambda at=at: one(at) for at in range(count)])  # type: ignore[misc]  # bound at once
    failed = tuple(each for each in found if isinstance(each, Unwritten))
    return Written(tuple(None if isinstance(each, Unwritten) else each for each in found), failed)
