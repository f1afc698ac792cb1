"""Stored attachments behave like the reference; they belong to their owner and are deleted with their conversation."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.attachments import MAX_CHARACTERS, MAX_FILES, Attachment
from inkwright.conversation.protocols import Attachments
from inkwright.conversation.turns import Message
from inkwright.errors import InvalidOption
from inkwright.store.attachments import StoredAttachments
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.testing.memory_conversations import MemoryAttachments

Test = Callable[[Attachments], Awaitable[Any]]


def on(url: URL, test: Callable[[Database], Awaitable[Any]]) -> Any:
    """What a test finds on an opened, empty database."""

    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await test(database)
        finally:
            await database.close()

    return asyncio.run(go())


def alike(url: URL, test: Test) -> Any:
    """What a test finds in the store; in memory it finds the same."""
    found = on(url, lambda database: test(StoredAttachments(database, SystemClock())))
    assert found == asyncio.run(_in_memory(test))
    return found


async def _in_memory(test: Test) -> Any:
    return await test(MemoryAttachments())


def test_a_text_comes_back_as_it_was_and_the_same_name_replaces_it(url: URL) -> None:
    async def go(kept: Attachments) -> Any:
        for name, text in (("雨.md", "old"), ("b.txt", ""), ("雨.md", "雨从海上来。\r\n\t$x$")):
            await kept.add("conv_1", name, text, owner="me")
        names = ("雨.md", "b.txt", "none.txt")
        return await kept.of("conv_1", owner="me"), [await kept.read("conv_1", name, owner="me") for name in names]

    assert alike(url, go) == (
        [Attachment(name="b.txt", characters=0), Attachment(name="雨.md", characters=12)],
        ["雨从海上来。\r\n\t$x$", "", None],
    )


def test_files_of_another_owner_are_hidden_even_with_the_same_name(url: URL) -> None:
    async def go(kept: Attachments) -> Any:
        await kept.add("conv_1", "a.txt", "mine", owner="me")
        empty = [await kept.of("conv_1", owner="you"), await kept.read("conv_1", "a.txt", owner="you")]
        await kept.add("conv_1", "a.txt", "yours", owner="you")
        elsewhere = [await kept.of("conv_2", owner="me"), await kept.read("conv_2", "a.txt", owner="me")]
        return empty, elsewhere, [await kept.read("conv_1", "a.txt", owner=owner) for owner in ("me", "you")]

    assert alike(url, go) == ([[], None], [[], None], ["mine", "yours"])


@pytest.mark.parametrize(
    ("given", "name"),
    [("../../etc/passwd", "_.._etc_passwd"), ("a:b?.txt", "a_b_.txt"), (".hidden.md", "hidden.md"), ("nul", "_nul")],
)
def test_a_name_is_made_safe_and_found_as_it_was_given(url: URL, given: str, name: str) -> None:
    async def go(kept: Attachments) -> Any:
        made = await kept.add("conv_1", given, "x", owner="me")
        return made.name, await kept.read("conv_1", given, owner="me"), await kept.read("conv_1", name, owner="me")

    assert alike(url, go) == (name, "x", "x")


def test_what_no_text_can_hold_is_left_out(url: URL) -> None:
    async def go(kept: Attachments) -> Any:
        made = await kept.add("conv_1", "a.txt", "a\0b\ud800c", owner="me")
        return made.characters, await kept.read("conv_1", "a.txt", owner="me")

    assert alike(url, go) == (4, "ab?c")


def test_a_text_that_is_too_long_and_a_file_too_many_are_refused(url: URL) -> None:
    async def go(kept: Attachments) -> Any:
        with pytest.raises(InvalidOption, match="at most 2,000,000 characters"):
            await kept.add("conv_1", "long.txt", "x" * (MAX_CHARACTERS + 1), owner="me")
        await kept.add("conv_1", "long.txt", "雨" * MAX_CHARACTERS, owner="me")
        for number in range(MAX_FILES - 1):
            await kept.add("conv_1", f"{number}.txt", "x", owner="me")
        with pytest.raises(InvalidOption, match="at most 50 files"):
            await kept.add("conv_1", "more.txt", "x", owner="me")
        await kept.add("conv_1", "0.txt", "again", owner="me")
        await kept.add("conv_2", "more.txt", "x", owner="me")
        return len(await kept.of("conv_1", owner="me")), await kept.read("conv_1", "0.txt", owner="me")

    assert alike(url, go) == (MAX_FILES, "again")


def test_who_attach_at_once_do_not_get_beyond_the_bound_together(url: URL) -> None:
    async def go(database: Database) -> Any:
        kept = StoredAttachments(database, SystemClock())
        adding = [kept.add("conv_1", f"{number}.txt", "x", owner="me") for number in range(MAX_FILES + 5)]
        done = await asyncio.gather(*adding, return_exceptions=True)
        return sum(isinstance(each, InvalidOption) for each in done), len(await kept.of("conv_1", owner="me"))

    assert on(url, go) == (5, MAX_FILES)


def test_files_go_with_their_conversation(url: URL) -> None:
    async def go(database: Database) -> Any:
        kept, conversations = StoredAttachments(database, SystemClock()), StoredConversations(database, SystemClock())
        for conversation in ("conv_1", "conv_2"):
            await kept.add(conversation, "a.txt", "x", owner="me")
        assert not await conversations.delete("conv_1", owner="you")
        assert await conversations.delete("conv_1", owner="me")
        return [await kept.read(conversation, "a.txt", owner="me") for conversation in ("conv_1", "conv_2")]

    assert on(url, go) == [None, "x"]


def test_a_conversation_that_starts_with_a_file_gets_its_title_from_the_first_message(url: URL) -> None:
    async def go(database: Database) -> Any:
        kept, conversations = StoredAttachments(database, SystemClock()), StoredConversations(database, SystemClock())
        titles = []
        await kept.add("conv_1", "a.txt", "x", owner="me")
        for number, (owner, words) in enumerate((("you", "Stolen"), ("me", "\nWhat is\nit?"), ("me", "More"))):
            titles += [row.title for row in await conversations.conversations("me")]
            message = Message(id=f"m{number}", conversation_id="conv_1", owner=owner, role="user", text=words)
            await conversations.add_message(message)
        return titles, [row.title for row in await conversations.conversations("me")]

    assert on(url, go) == (["", "", "What is"], ["What is"])
