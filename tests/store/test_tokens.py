"""Tokens: only their digest is stored, they expire, and they are revoked."""

import asyncio
from datetime import timedelta
from typing import Any

from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.ids import TimedIds
from inkwright.store.database import Database
from inkwright.store.tokens import StoredTokens


def run_on(url: URL, play: Any) -> Any:
    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await play(StoredTokens(database, TimedIds(), SystemClock()))
        finally:
            await database.close()

    return asyncio.run(go())


def test_a_token_opens_until_it_is_revoked(url: URL) -> None:
    async def play(tokens: StoredTokens) -> None:
        token, secret = await tokens.new("me", "laptop")
        assert await tokens.verify(secret) == token
        assert await tokens.all("me") == [token]
        assert await tokens.all("you") == []
        assert not await tokens.revoke(token.id, owner="you")
        assert await tokens.revoke(token.id)
        assert await tokens.verify(secret) is None

    run_on(url, play)


def test_what_is_not_the_token_does_not_open(url: URL) -> None:
    async def play(tokens: StoredTokens) -> None:
        token, secret = await tokens.new("me", "laptop")
        for wrong in (
            "",
            ".",
            token.id,
            f"{token.id}.",
            f"{secret}x",
            secret[:-1],
            "token_0.x",
            "é.\ud800",
            "x" * 9_999,
        ):
            assert await tokens.verify(wrong) is None, wrong

    run_on(url, play)


def test_a_session_expires_ends_with_its_token_and_is_not_listed(url: URL) -> None:
    async def play(tokens: StoredTokens) -> None:
        token, _ = await tokens.new("me", "laptop")
        _, lasting = await tokens.new("me", token.id, lifetime=timedelta(days=1), is_session=True)
        _, over = await tokens.new("me", token.id, lifetime=timedelta(seconds=-1), is_session=True)
        assert await tokens.verify(lasting) is not None
        assert await tokens.verify(over) is None
        assert await tokens.all() == [token]
        await tokens.revoke(token.id)
        assert await tokens.verify(lasting) is None

    run_on(url, play)
