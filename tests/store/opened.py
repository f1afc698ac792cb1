"""Opened databases for tests, with one turn in them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.turns import Message, TurnState
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from tests.conversation.samples import ROUTE

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make it.\nNow.", route=ROUTE)


def run_on(url: URL, test: Callable[[Database], Awaitable[Any]]) -> Any:
    """Return the result of a test on an opened database with one turn in it."""

    async def go() -> Any:
        database = Database(url)
        await database.open()
        await StoredConversations(database, SystemClock()).save_turn(TURN)
        try:
            return await test(database)
        finally:
            await database.close()

    return asyncio.run(go())


def message(number: int, text: str, owner: str = "me", conversation: str = "conv_1") -> Message:
    return Message(id=f"msg_{number}", conversation_id=conversation, owner=owner, role="user", text=text)
