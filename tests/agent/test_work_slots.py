"""Slots: few turns work at once, and one that waits for a model or a tool lets others work."""

import asyncio

import pytest

from inkwright.agent.work_slots import WorkSlots, slot_given_up


def test_only_so_many_turns_work_at_once_and_those_that_wait_do_not_count() -> None:
    async def go() -> tuple[int, int]:
        slots, working, waiting = WorkSlots(2), [0, 0], [0, 0]
        all_wait = asyncio.Event()

        async def turn() -> None:
            async with slots.one():
                working[0] += 1
                working[1] = max(working)
                await asyncio.sleep(0)
                working[0] -= 1
                async with slot_given_up():
                    waiting[0] += 1
                    if waiting[0] == 10:
                        all_wait.set()
                    await all_wait.wait()
                working[0] += 1
                working[1] = max(working)
                await asyncio.sleep(0)
                working[0] -= 1

        await asyncio.gather(*(turn() for _ in range(10)))
        return working[1], waiting[0]

    assert asyncio.run(go()) == (2, 10)


def test_parallel_calls_of_one_turn_need_one_slot_and_leave_none_behind() -> None:
    async def go() -> int:
        slots, working = WorkSlots(1), [0, 0]

        async def call() -> None:
            async with slot_given_up():
                await asyncio.sleep(0)

        async def turn() -> None:
            async with slots.one():
                working[0] += 1
                working[1] = max(working)
                await asyncio.sleep(0)
                working[0] -= 1

        async with slots.one():
            await asyncio.gather(*(call() for _ in range(5)))
        await asyncio.gather(*(turn() for _ in range(3)))
        return working[1]

    assert asyncio.run(go()) == 1


def test_a_cancelled_turn_gives_its_slot_back_wherever_it_is() -> None:
    async def go() -> None:
        slots, is_inside = WorkSlots(1), asyncio.Event()

        async def turn() -> None:
            async with slots.one(), slot_given_up():
                is_inside.set()
                await asyncio.Event().wait()

        for _ in range(3):
            is_inside.clear()
            running = asyncio.create_task(turn())
            await is_inside.wait()
            async with slots.one():
                queued = asyncio.create_task(turn())
                await asyncio.sleep(0)
                for task in (running, queued):
                    task.cancel()
                    with pytest.raises(asyncio.CancelledError):
                        await task
        async with slots.one():
            pass

    asyncio.run(go())
