"""The journal: numbers without gaps, merged texts, late and following readers, and grouped commits."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, make_url, select
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.events import Event, TextAppended, TextEnded, TurnFinished, TurnStarted, Warned
from inkwright.conversation.turns import Answered, Asked, TurnState
from inkwright.errors import NotFound, StoreUnavailable
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.journal import StoredJournal
from inkwright.store.tables import journal
from tests.clocks import PATIENCE
from tests.conversation.samples import EVENTS, ROUTE

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="x", route=ROUTE)
FINISHED = TurnFinished(outcome=Answered(message="Yes."))
ASKED = TurnFinished(outcome=Asked(message="Which?", ask_id="ask_1"))
STARTED = TurnStarted(turn_id="turn_1")


async def prepared(url: URL) -> tuple[Database, StoredJournal]:
    database = Database(url)
    await database.open()
    conversations = StoredConversations(database, SystemClock())
    for number in (1, 2):
        await conversations.save_turn(TURN.model_copy(update={"id": f"turn_{number}"}))
    return database, StoredJournal(database)


def grown(*pieces: str) -> list[Event]:
    return [*(TextAppended(text_id="text_1", text=piece) for piece in pieces), TextEnded(text_id="text_1")]


def test_every_event_comes_back_as_it_was_with_numbers_from_one(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        numbers = await kept.append("turn_1", EVENTS[:2]) + await kept.append("turn_1", EVENTS[2:])
        found = await StoredJournal(database).read("turn_1")
        await database.close()
        return numbers, found

    numbers, found = asyncio.run(go())
    assert numbers == list(range(1, len(EVENTS) + 1))
    assert found == list(zip(numbers, EVENTS, strict=True))


def test_simultaneous_events_are_saved_in_order_and_in_few_commits(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        events = [Warned(code="w", message=str(n)) for n in range(300)]
        numbers = await asyncio.gather(*(kept.append(f"turn_{1 + n % 2}", [event]) for n, event in enumerate(events)))
        found = [await kept.read(turn) for turn in ("turn_1", "turn_2")]
        await database.close()
        return numbers, found

    numbers, (first, second) = asyncio.run(go())
    assert numbers == [[1 + n // 2] for n in range(300)]
    assert [event.message for _, event in first] == [str(n) for n in range(0, 300, 2)]
    assert [number for number, _ in second] == list(range(1, 151))


def test_events_of_many_turns_that_come_one_after_the_other_share_a_commit_and_keep_their_numbers(url: URL) -> None:
    turns = [f"turn_{number}" for number in range(1, 41)]
    commits: list[object] = []

    class Counting(Database):
        async def write(self, work: Any, *, is_short: bool = False) -> Any:
            commits.append(work)
            return await super().write(work, is_short=is_short)

    async def say(kept: StoredJournal, place: int, turn: str, words: str) -> list[int]:
        for _ in range(3 * place):
            await asyncio.sleep(0)
        return await kept.append(turn, [TextAppended(text_id="t", text=words)])

    async def go() -> Any:
        database, _ = await prepared(url)
        conversations = StoredConversations(database, SystemClock())
        for turn in turns:
            await conversations.save_turn(TURN.model_copy(update={"id": turn}))
        counting = Counting(url)
        kept = StoredJournal(counting)
        await asyncio.gather(*(say(kept, 0, turn, "begun") for turn in turns))
        commits.clear()
        numbers = await asyncio.gather(*(say(kept, place, turn, "more") for place, turn in enumerate(turns)))
        for each in (database, counting):
            await each.close()
        return numbers

    assert asyncio.run(go()) == [[2]] * len(turns)
    assert len(commits) < len(turns) / 2


def test_the_pieces_of_a_text_become_one_row_when_it_has_ended(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        for event in (TurnStarted(turn_id="turn_1"), *grown("Once ", "upon ", "a ", "time."), FINISHED):
            await kept.append("turn_1", [event])
        asked = select(func.count()).select_from(journal)
        rows = await database.read(lambda connection: connection.scalar(asked))
        found = await kept.read("turn_1")
        await database.close()
        return rows, found

    rows, found = asyncio.run(go())
    assert rows == 4
    assert [number for number, _ in found] == [1, 5, 6, 7]
    assert found[1][1] == TextAppended(text_id="text_1", text="Once upon a time.")


@pytest.mark.parametrize("seen", range(8))
def test_a_reader_that_saw_some_pieces_gets_exactly_the_rest(url: URL, seen: int) -> None:
    async def go() -> str:
        database, kept = await prepared(url)
        told = [TurnStarted(turn_id="turn_1"), *grown("Once ", "upon ", "a ", "time."), FINISHED]
        for event in told:
            await kept.append("turn_1", [event])
        heard = "".join(event.text for event in told[:seen] if isinstance(event, TextAppended))
        rest = [event.text for _, event in await kept.read("turn_1", seen) if isinstance(event, TextAppended)]
        await database.close()
        return heard + "".join(rest)

    assert asyncio.run(go()) == "Once upon a time."


def test_two_texts_are_not_mixed(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        other = TextAppended(text_id="text_2", text="other")
        for event in (other, *grown("a", "b"), other):
            await kept.append("turn_1", [event])
        found = await kept.read("turn_1")
        await database.close()
        return [(event.text_id, event.text) for _, event in found if isinstance(event, TextAppended)]

    assert asyncio.run(go()) == [("text_2", "other"), ("text_1", "ab"), ("text_2", "other")]


def test_a_reader_elsewhere_follows_until_the_turn_has_finished(url: URL) -> None:
    async def go() -> list[str]:
        database, kept = await prepared(url)
        other = Database(url)
        elsewhere = StoredJournal(other)

        async def read() -> list[str]:
            return [event.kind async for batch in elsewhere.follow("turn_1") for _, event in batch]

        reading = asyncio.create_task(read())
        for event in (TurnStarted(turn_id="turn_1"), Warned(code="w", message="m"), FINISHED):
            await kept.append("turn_1", [event])
            await asyncio.sleep(0.01)
        kinds = await asyncio.wait_for(reading, PATIENCE)
        await database.close()
        await other.close()
        return kinds

    assert asyncio.run(go()) == ["turn_started", "warned", "turn_finished"]


def test_another_writer_continues_where_the_first_stopped(url: URL) -> None:
    async def go() -> list[list[int]]:
        database, kept = await prepared(url)
        await kept.append("turn_1", [EVENTS[0]])
        again = StoredJournal(database)
        numbers = [await again.append("turn_1", [EVENTS[0]]) for _ in range(2)]
        await database.close()
        return numbers

    assert asyncio.run(go()) == [[2], [3]]


def test_an_event_of_an_unknown_turn_is_an_error_and_the_writer_continues(url: URL) -> None:
    async def go() -> list[int]:
        database, kept = await prepared(url)
        with pytest.raises(NotFound):
            await kept.append("turn_none", [EVENTS[0]])
        numbers = await kept.append("turn_1", [EVENTS[0]])
        await database.close()
        return numbers

    assert asyncio.run(go()) == [1]


def test_a_cancelled_writer_of_an_event_loses_nothing(url: URL) -> None:
    async def go() -> int:
        database, kept = await prepared(url)
        task = asyncio.create_task(kept.append("turn_1", [EVENTS[0]]))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await kept.close()
        found = await kept.read("turn_1")
        await database.close()
        return len(found)

    assert asyncio.run(go()) == 1


def test_the_end_of_a_turn_its_reply_and_its_last_event_are_stored_all_or_none(url: URL) -> None:
    ended = TURN.ended(FINISHED.outcome)
    reply = TURN.replied("msg_1", FINISHED.outcome)

    async def go() -> Any:
        database, kept = await prepared(url)
        conversations = StoredConversations(database, SystemClock())

        async def finish_twice() -> None:
            await conversations.finish_turn(ended, reply)
            await conversations.finish_turn(ended, reply)  # a message cannot be stored twice

        async def found() -> Any:
            turn = await conversations.load_turn("turn_1", owner="me")
            messages = await conversations.messages("conv_1", owner="me")
            return turn and turn.status, len(messages), len(await kept.read("turn_1"))

        with pytest.raises(NotFound):
            await kept.append("turn_1", [FINISHED], finish_twice)
        before = await found()
        await kept.append("turn_1", [FINISHED], lambda: conversations.finish_turn(ended, reply))
        followed = [event async for batch in kept.follow("turn_1") for _, event in batch]
        after = await found()
        await database.close()
        return before, after, followed

    assert asyncio.run(go()) == (("running", 0, 0), ("finished", 1, 1), [FINISHED])


def test_a_missing_database_is_reported(tmp_path: Any) -> None:
    async def go() -> None:
        database = Database(make_url(f"sqlite:///{tmp_path / 'none' / 'x.db'}"))
        with pytest.raises(StoreUnavailable):
            await StoredJournal(database).append("turn_1", [EVENTS[0]])
        await database.close()

    asyncio.run(go())


def test_an_event_of_a_deleted_turn_does_not_block_others(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        results = await asyncio.gather(
            kept.append("turn_gone", [TurnStarted(turn_id="turn_gone")]),
            kept.append("turn_1", [TurnStarted(turn_id="turn_1")]),
            return_exceptions=True,
        )
        await database.close()
        return results

    gone, numbers = asyncio.run(go())
    assert isinstance(gone, NotFound)
    assert numbers == [1]


def test_two_processes_that_write_events_of_one_turn_share_its_numbers(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        other_database = Database(url)
        other = StoredJournal(other_database)
        numbers = [
            await each.append("turn_1", [TurnStarted(turn_id="turn_1")]) for each in (kept, other, kept, other, kept)
        ]
        await other_database.close()
        await database.close()
        return numbers

    assert asyncio.run(go()) == [[1], [2], [3], [4], [5]]


def test_no_events_give_no_numbers_and_nothing_is_saved(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        numbers = [await kept.append(turn, []) for turn in ("turn_1", "turn_none")]
        found = await kept.read("turn_1")
        await database.close()
        return numbers, found

    assert asyncio.run(go()) == ([[], []], [])


def test_a_group_with_an_invalid_event_is_not_saved_and_does_not_block_others(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        good, bad = Warned(code="w", message="good"), Warned.model_construct(code="w", message="half \ud83d")
        told = await asyncio.gather(
            kept.append("turn_1", [good]),
            kept.append("turn_2", [good, bad, good]),
            kept.append("turn_none", [good, good]),
            kept.append("turn_2", [good, good]),
            kept.append("turn_1", [good]),
            return_exceptions=True,
        )
        found = [[number for number, _ in await kept.read(turn)] for turn in ("turn_1", "turn_2")]
        await database.close()
        return told, found

    (first, bad, none, second, last), found = asyncio.run(go())
    assert (first, second, last) == ([1], [1, 2], [2])
    assert isinstance(bad, ValueError)
    assert isinstance(none, NotFound)
    assert found == [[1, 2], [1, 2]]


def test_few_small_events_are_a_short_write_and_long_ones_or_texts_of_many_pieces_are_not(url: URL) -> None:
    asked: list[bool] = []

    class Noting(Database):
        async def write(self, work: Any, *, is_short: bool = False) -> Any:
            asked.append(is_short)
            return await super().write(work, is_short=is_short)

    async def go() -> None:
        database, _ = await prepared(url)
        noting = Noting(url)
        kept = StoredJournal(noting)
        await kept.append("turn_1", grown("a", "b"))
        await kept.append("turn_1", [Warned(code="w", message="long " * 20_000)])
        await kept.append("turn_1", grown(*("piece" for _ in range(300))))
        await kept.append("turn_1", grown("of a turn in which much was said"))
        for each in (database, noting):
            await each.close()

    asyncio.run(go())
    assert asked == [True, False, False, False]


def test_an_event_for_a_closed_database_is_an_error_and_nothing_hangs(url: URL) -> None:
    async def go() -> None:
        database, kept = await prepared(url)
        await database.close()
        if database.is_sqlite:
            with pytest.raises(StoreUnavailable):
                await kept.append("turn_1", [EVENTS[0]])
        await kept.close()

    asyncio.run(go())


def test_a_reader_follows_an_answered_turn_to_its_real_end(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        await kept.append("turn_1", [STARTED, ASKED])
        await kept.append("turn_1", [STARTED, FINISHED])
        found = [number async for batch in kept.follow("turn_1") for number, _ in batch]
        await database.close()
        return found

    assert asyncio.run(go()) == [1, 2, 3, 4]


def test_many_readers_from_any_number_get_every_event_and_a_slow_one_loses_none(url: URL) -> None:
    async def go() -> Any:
        database, kept = await prepared(url)
        await kept.append("turn_1", [STARTED])
        is_written = asyncio.Event()

        async def read(after: int, *, is_slow: bool) -> list[int]:
            found = []
            async for batch in kept.follow("turn_1", after):
                found += [number for number, _ in batch]
                if is_slow and not is_written.is_set():
                    await is_written.wait()
            return found

        readers = [asyncio.create_task(read(after, is_slow=after == 0)) for after in (0, 1, 1, 900)]
        await asyncio.sleep(0)
        for _ in range(50):
            await kept.append("turn_1", [Warned(code="w", message="x")] * 50)
        await kept.append("turn_1", [FINISHED])
        is_written.set()
        found = await asyncio.gather(*readers)
        await database.close()
        return found

    slow, first, second, late = asyncio.run(go())
    assert slow == list(range(1, 2_503))
    assert first == second == slow[1:]
    assert late == slow[900:]
