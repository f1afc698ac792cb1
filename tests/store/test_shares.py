"""Share links: signed, expiring, revocable, and only of their owner."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import NotFound
from inkwright.ids import TimedIds
from inkwright.store.database import Database
from inkwright.store.shares import Share, ShareTerms, StoredShares


class MovedClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 31, 9, 30, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def elapsed(self) -> float:
        return self.at.timestamp()


def run_on(url: URL, play: Callable[[StoredShares, MovedClock, Database], Awaitable[Any]]) -> Any:
    async def go() -> Any:
        database, clock = Database(url), MovedClock()
        await database.open()
        try:
            return await play(StoredShares(database, TimedIds(), clock), clock, database)
        finally:
            await database.close()

    return asyncio.run(go())


async def shared(shares: StoredShares, clock: MovedClock, owner: str = "me", target: str = "art_1") -> Share:
    terms = ShareTerms(
        kind="artifact", target=target, name="雨", expires_at=clock.at + timedelta(days=2), options={"latest": True}
    )
    return await shares.new(owner, terms)


def test_a_link_opens_until_it_expires(url: URL) -> None:
    async def play(shares: StoredShares, clock: MovedClock, _: Database) -> None:
        share = await shared(shares, clock)
        token = await shares.token(share)
        assert await shares.open(token, "artifact") == share
        assert await shares.open(token, "app") is None
        clock.at += timedelta(days=1, hours=23, minutes=59)
        assert await shares.open(token, "artifact") == share
        clock.at += timedelta(minutes=1)
        assert await shares.open(token, "artifact") is None

    run_on(url, play)


def test_a_revoked_link_opens_nothing_and_stays_in_the_list(url: URL) -> None:
    async def play(shares: StoredShares, clock: MovedClock, _: Database) -> None:
        share = await shared(shares, clock)
        token = await shares.token(share)
        with pytest.raises(NotFound):
            await shares.revoke(share.id, "you")
        assert await shares.open(token, "artifact") is not None
        revoked = await shares.revoke(share.id, "me")
        assert await shares.open(token, "artifact") is None
        clock.at += timedelta(hours=1)
        assert await shares.revoke(share.id, "me") == revoked
        assert await shares.all("me") == [revoked]
        assert await shares.all("you") == []
        with pytest.raises(NotFound):
            await shares.get(share.id, "you")

    run_on(url, play)


def test_what_was_not_signed_here_opens_nothing(url: URL) -> None:
    async def play(shares: StoredShares, clock: MovedClock, _: Database) -> None:
        share, other = await shared(shares, clock), await shared(shares, clock, "you", "art_2")
        token, foreign = await shares.token(share), await shares.token(other)
        number, signature = token.split(".")
        tried = (
            "",
            ".",
            share.id,
            number,
            f"{number}.",
            f"{number}.{'A' * 32}",
            f"{number}.{signature[:-1]}",
            f"{number}.{signature}=",
            f"{number}.{foreign.partition('.')[2]}",
            f"{foreign.partition('.')[0]}.{signature}",
            f"share_{token}",
            f"{number.upper()}.{signature}",
            f"{token}\n",
            f"{token}\x00",
            "é" * 65,
            token * 1_000,
        )
        for wrong in tried:
            assert await shares.open(wrong, "artifact") is None, wrong[:80]

    run_on(url, play)


def test_every_process_of_a_service_knows_the_same_links(url: URL) -> None:
    async def play(shares: StoredShares, clock: MovedClock, database: Database) -> None:
        another = StoredShares(database, TimedIds(), clock)
        share = await shared(shares, clock)
        first, second = await asyncio.gather(shares.token(share), another.token(share))
        assert first == second
        assert await another.open(first, "artifact") == share

    run_on(url, play)


def test_a_signature_is_for_one_purpose(url: URL) -> None:
    async def play(shares: StoredShares, *_: Any) -> None:
        assert await shares.signature("share", "x") == await shares.signature("share", "x")
        assert await shares.signature("share", "x") != await shares.signature("receipt", "x")

    run_on(url, play)
