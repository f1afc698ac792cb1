"""The token under which a task writes is its own, and that of everything it starts."""

import asyncio

from inkwright.conversation.fencing import FencingToken, current_token, fenced

FIRST, SECOND = FencingToken("turn_1", 1), FencingToken("turn_2", 1)


def test_tasks_and_threads_of_a_turn_write_under_its_token_and_those_of_another_under_theirs() -> None:
    async def token_below() -> tuple[FencingToken | None, ...]:
        return await asyncio.create_task(asyncio.sleep(0, current_token())), await asyncio.to_thread(current_token)

    async def under(token: FencingToken) -> tuple[FencingToken | None, ...]:
        with fenced(token):
            found = await token_below()
            with fenced(None):
                return *found, current_token()

    async def go() -> None:
        found = [*await asyncio.gather(under(FIRST), under(SECOND))]
        assert found == [(FIRST, FIRST, None), (SECOND, SECOND, None)]
        assert current_token() is None

    asyncio.run(go())
