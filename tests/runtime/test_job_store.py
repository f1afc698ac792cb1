"""Jobs are stored, listed, paused and cancelled from any process, also while none runs them."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.errors import InvalidOption, NotFound
from inkwright.runtime.job_store import JobStore
from tests.runtime.test_job_runner import opened

BATCH = ("batch", {"messages": ["Hi"]})


def on(url: URL, test: Callable[[JobStore], Awaitable[Any]]) -> Any:
    """What a test finds in jobs that no process runs."""

    async def go() -> Any:
        async with opened(url, is_running=False) as (store, _):
            return await test(store)

    return asyncio.run(go())


def test_a_job_that_waits_is_paused_resumed_and_cancelled_by_its_owner_alone(file_url: URL) -> None:
    async def test(store: JobStore) -> Any:
        job = await store.begin(*BATCH, owner="me", title="x" * 500, max_dollars=2.0)
        for change in (store.get, store.pause, store.resume, store.cancel):
            with pytest.raises(NotFound):
                await change(job.id, owner="you")
        assert (len(job.title), job.max_dollars, job.arguments) == (200, 2.0, {"messages": ["Hi"]})
        changes = (store.resume, store.pause, store.pause, store.resume, store.cancel, store.pause)
        seen = [(await change(job.id, owner="me")).status for change in changes]
        return seen, [each.id for each in await store.of("you")]

    statuses, others = on(file_url, test)
    assert statuses == ["waiting", "paused", "paused", "waiting", "cancelled", "cancelled"]
    assert others == []


def test_the_newest_jobs_are_listed_first_page_by_page(file_url: URL) -> None:
    async def test(store: JobStore) -> Any:
        ids = [(await store.begin(*BATCH, owner="me")).id for _ in range(3)]
        listed = await store.of("me", limit=2), await store.of("me", limit=2, offset=2)
        return ids, [[each.id for each in page] for page in listed]

    (first, second, third), pages = on(file_url, test)
    assert pages == [[third, second], [first]]


@pytest.mark.parametrize(
    ("kind", "arguments", "option"),
    [
        ("no such kind", {}, "kind"),
        ("batch", {}, "messages"),
        ("batch", {"messages": ["Hi", ""]}, "messages.1"),
        ("batch", {"messages": ["Hi"], "more": 1}, "more"),
    ],
)
def test_wrong_arguments_are_refused_by_name(file_url: URL, kind: str, arguments: dict[str, Any], option: str) -> None:
    async def test(store: JobStore) -> Any:
        with pytest.raises(InvalidOption) as refused:
            await store.begin(kind, arguments, owner="me")
        return refused.value.fields["option"]

    assert on(file_url, test) == option
