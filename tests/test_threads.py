"""Long work runs in a thread, short work at once."""

import asyncio
import threading

import pytest

from inkwright.threads import MAX_INLINE, run_by_size


def test_work_on_a_long_text_runs_in_another_thread_and_on_a_short_one_at_once() -> None:
    def where(text: str) -> tuple[bool, int]:
        return threading.current_thread() is threading.main_thread(), len(text)

    async def go() -> list[tuple[bool, int]]:
        return [await run_by_size(size, where, "x" * size) for size in (0, MAX_INLINE, MAX_INLINE + 1)]

    assert asyncio.run(go()) == [(True, 0), (True, MAX_INLINE), (False, MAX_INLINE + 1)]


@pytest.mark.parametrize("size", [1, MAX_INLINE + 1])
def test_an_error_of_the_work_is_raised(size: int) -> None:
    def fail() -> None:
        raise KeyError(size)

    async def go() -> None:
        with pytest.raises(KeyError):
            await run_by_size(size, fail)

    asyncio.run(go())
