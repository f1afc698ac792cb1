"""Conversations, asks, ledger, steps and calls on disk keep what their references keep; owners stay apart."""

import asyncio
import contextvars
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright import AlreadyAnswered, NotFound
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer
from inkwright.conversation.turns import ConversationExcerpt, LedgerEntry, Message, TurnState
from inkwright.llm.call_log import Call
from inkwright.llm.models import Usage
from inkwright.store.calls import StoredCalls, WayCount
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.turn_progress import LEASE_SECONDS, StoredAsks, StoredLedger, StoredSteps
from inkwright.usecases.store import FileCallLog
from tests.clocks import FixedClock
from tests.conversation.samples import ASK, DECK, OUTCOMES, ROUTE

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make it.\nNow.", route=ROUTE)
Test = Callable[[Database], Awaitable[Any]]


def on(url: URL, test: Test) -> Any:
    """What a test finds on an opened database with one turn in it."""

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


def test_a_turn_is_kept_as_it_stands_and_only_for_its_owner(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        finished = TURN.model_copy(update={"status": "finished", "outcome": OUTCOMES[1]})
        await kept.save_turn(finished)
        assert await kept.load_turn("turn_1", owner="me") == finished
        assert await kept.load_turn("turn_1", owner="you") is None
        await kept.save_turn(finished.model_copy(update={"owner": "you", "message": "stolen"}))
        assert await kept.load_turn("turn_1", owner="me") == finished
        assert await kept.turns("conv_1", owner="me") == [finished]
        assert await kept.turns("conv_1", owner="you") == []

    on(url, go)


def test_messages_come_back_in_order_and_can_be_found_in_both_languages(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        for number, text in enumerate(["Rain in Spain", "下雨了，河水涨了", "100% sure_thing", "other"]):
            await kept.add_message(message(number, text))
        await kept.add_message(message(9, "Rain of somebody else", owner="you", conversation="conv_2"))
        assert [each.text for each in await kept.messages("conv_1", owner="me")][:2] == [
            "Rain in Spain",
            "下雨了，河水涨了",
        ]
        assert await kept.messages("conv_1", owner="you") == []
        for words, found in (
            ("rain", ["msg_0"]),
            ("河水", ["msg_1"]),
            ("100%", ["msg_2"]),
            ("e_t", ["msg_2"]),
            ("%", ["msg_2"]),
        ):
            assert [each.message.id for each in await kept.search("me", words)] == found

    on(url, go)


def test_conversations_are_listed_and_deleted_by_their_owner_alone(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        await kept.add_message(message(1, "Rain"))
        (row,) = await kept.conversations("me")
        assert (row.id, row.title, row.turns) == ("conv_1", "Make it.", 1)
        assert await kept.conversations("you") == []
        assert not await kept.delete("conv_1", owner="you")
        assert await kept.delete("conv_1", owner="me")
        assert await kept.messages("conv_1", owner="me") == []
        assert await kept.load_turn("turn_1", owner="me") is None

    on(url, go)


def test_the_latest_summary_counts(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        assert await kept.summary("conv_1", owner="me") is None
        for upto, text in (("turn_1", "old"), ("turn_2", "new"), ("turn_2", "newer")):
            await kept.put_summary("conv_1", upto, text, owner="me")
        assert await kept.summary("conv_1", owner="me") == ("turn_2", "newer")
        assert await kept.summary("conv_1", owner="you") is None

    on(url, go)


def test_an_ask_is_answered_once_by_its_owner_also_when_two_answer_at_once(url: URL) -> None:
    async def go(database: Database) -> None:
        asks, answer = StoredAsks(database), Answer(status="cancelled")
        await asks.open(ASK)
        assert await asks.waiting(owner="me") == [ASK]
        assert await asks.get(ASK.id, owner="you") is None
        with pytest.raises(NotFound):
            await asks.answer(ASK.id, answer, owner="you")
        results = await asyncio.gather(
            *(asks.answer(ASK.id, answer, owner="me") for _ in range(3)), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == ["AlreadyAnswered", "AlreadyAnswered", "Ask"]
        assert any(isinstance(result, AlreadyAnswered) for result in results)
        assert await asks.waiting(owner="me") == []
        assert [await asks.answer_to(ASK.id, owner=owner) for owner in ("me", "you")] == [answer, None]

    on(url, go)


def test_a_turn_is_changed_with_its_message_by_one_of_several_and_only_as_it_stood(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        changes = [TURN.model_copy(update={"extra_runs": number}) for number in (1, 2, 3)]
        tries = (kept.change_turn(TURN, change, message(change.extra_runs, "Rain")) for change in changes)
        results = await asyncio.gather(*tries)
        assert sorted(results) == [False, False, True]
        won = changes[results.index(True)]
        assert await kept.load_turn(TURN.id, owner="me") == won
        assert await kept.messages("conv_1", owner="me") == [message(won.extra_runs, "Rain")]
        strange = won.model_copy(update={"owner": "you"})
        assert not await kept.change_turn(strange, strange)
        assert await kept.change_turn(won, TURN)

    on(url, go)


def test_a_ledger_counts_the_same_artifact_once(url: URL) -> None:
    async def go(database: Database) -> list[LedgerEntry]:
        ledger = StoredLedger(database)
        for call_id in ("c1", "c2"):
            await ledger.add("turn_1", LedgerEntry(artifact=DECK, tool="generate_pptx", call_id=call_id))
        return await ledger.of("turn_1")

    assert [entry.call_id for entry in on(url, go)] == ["c1"]


def test_a_step_is_done_once_at_once_and_failures_are_not_kept(url: URL) -> None:
    done: list[int] = []

    async def work() -> dict[str, int]:
        done.append(1)
        await asyncio.sleep(0.01)
        if len(done) == 1:
            raise OSError("disk full")
        return {"n": len(done)}

    async def go(database: Database) -> Any:
        steps = StoredSteps(database, SystemClock())
        with pytest.raises(OSError, match="disk full"):
            await steps.once("k", work)
        return await asyncio.gather(*(StoredSteps(database, SystemClock()).once("k", work) for _ in range(5)))

    assert on(url, go) == [{"n": 2}] * 5


def test_a_step_whose_process_died_is_taken_over_after_its_lease(url: URL) -> None:
    clock = FixedClock()

    async def never() -> None:
        raise AssertionError("not called")

    async def go(database: Database) -> Any:
        steps = StoredSteps(database, clock)
        assert await steps._begun("k")
        assert not await steps._begun("k")
        clock.seconds += LEASE_SECONDS + 1

        async def work() -> str:
            return "done"

        assert await steps.once("k", work) == "done"
        return await steps.once("k", never)

    assert on(url, go) == "done"


def test_a_step_that_was_taken_over_is_not_finished_by_who_began_it_and_nothing_of_theirs_is_kept(url: URL) -> None:
    clock = FixedClock()
    entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")

    async def go(database: Database) -> Any:
        ledger = StoredLedger(database)

        async def other() -> str:
            return "theirs"

        async def frozen() -> str:
            await ledger.add("turn_1", entry)
            clock.seconds += LEASE_SECONDS + 1
            await asyncio.create_task(StoredSteps(database, clock).once("k", other), context=contextvars.Context())
            return "ours"

        return await StoredSteps(database, clock).once("k", frozen), await ledger.of("turn_1")

    assert on(url, go) == ("theirs", [])


def test_logged_calls_are_taken_over_once_and_summed_by_model(url: URL, tmp_path: Path) -> None:
    log = FileCallLog(tmp_path / "calls.jsonl")
    for call in (
        Call("p", "a", [{"role": "user", "content": "x"}], "ok", Usage(10, 2, 0.5), 1.0, way="ask"),
        Call("p", "a", [], "", Usage(), 0.5, way="ask", error="model_busy"),
        Call("p", "b", [], "ok", Usage(1, 1, None), 0.25, way="reason"),
    ):
        log.record(call)
    with (tmp_path / "calls.jsonl").open("a") as file:
        file.write('{"cut off')

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        taken = [await calls.take_over(tmp_path / "calls.jsonl") for _ in range(2)]
        yours = StoredCalls(database, SystemClock(), "you")
        return taken, await calls.cost(), await calls.ways(), await yours.cost(), await yours.ways()

    taken, mine, ways, *yours = on(url, go)
    assert taken == [3, 0]
    assert [(row.model, row.calls, row.failures, row.dollars, row.unknown) for row in mine] == [
        ("a", 2, 1, 0.5, 0),
        ("b", 1, 0, 0.0, 1),
    ]
    assert ways == {"a": {"ask": WayCount(2, 1)}, "b": {"reason": WayCount(1, 1)}}
    assert yours == [[], {}]


def test_a_crash_between_taking_over_and_tidying_doubles_nothing(url: URL, tmp_path: Path) -> None:
    FileCallLog(tmp_path / "calls.jsonl").record(Call("p", "a", [], "ok", Usage(1, 1), 1.0))

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        aside = tmp_path / "calls.taken.1.jsonl"
        aside.write_bytes((tmp_path / "calls.jsonl").read_bytes())
        kept = aside.read_bytes()
        (tmp_path / "calls.jsonl").unlink()
        await calls.take_over(tmp_path / "calls.jsonl")
        aside.write_bytes(kept)
        await calls.take_over(tmp_path / "calls.jsonl")
        return [row.calls for row in await calls.cost()]

    assert on(url, go) == [1]


def test_broken_lines_of_the_log_are_set_aside_and_both_files_are_taken(url: URL, tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    log = FileCallLog(path)
    log.record(Call("p", "m", [], "a\u2028b\x00c\ud800", Usage(1, 1), 1.0, way="ask"))
    path.replace(tmp_path / "calls.old.jsonl")
    log.record(Call("p", "m", [], "ok", Usage(1, 1), 1.0, way="ask"))
    odd = b'{"model": "m", "way": "ask", "completion_tokens": "x", "seconds": null}'
    broken = [path.read_bytes()[:40], b"\xff\xfe", b"null", b"[1]", b"[" * 100_000]
    path.write_bytes(b"\n".join([*broken, b"", odd, path.read_bytes()]))

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        await calls.take_over(path)
        return await calls.ways()

    assert on(url, go) == {"m": {"ask": WayCount(3, 3)}}
    (left,) = tmp_path.glob("calls*")
    assert (left.name.startswith("calls.unkept."), left.read_bytes().split(b"\n")) == (True, [*broken, b""])
    assert left.stat().st_mode & 0o777 == 0o600


def test_what_a_step_made_is_in_the_ledger_together_with_the_end_of_the_step(url: URL) -> None:
    async def go(database: Database) -> None:
        ledger, kept = StoredLedger(database), StoredSteps(database, SystemClock())
        entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")

        async def breaks() -> None:
            await ledger.add("turn_1", entry)
            raise OSError("disk full")

        async def works() -> str:
            await ledger.add("turn_1", entry)
            assert await ledger.of("turn_1") == []
            return "done"

        with pytest.raises(OSError, match="disk full"):
            await kept.once("turn_1/t", breaks)
        assert await ledger.of("turn_1") == []
        assert await kept.once("turn_1/t", works) == "done"
        assert await ledger.of("turn_1") == [entry]

    on(url, go)


def test_a_step_that_is_cancelled_as_it_begins_can_be_done_at_once_by_the_next(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredSteps(database, SystemClock())

        async def never() -> None:
            await asyncio.Event().wait()

        for pauses in range(12):
            first = asyncio.create_task(kept.once(f"k{pauses}", never))
            for _ in range(pauses):
                await asyncio.sleep(0)
            first.cancel()
            await asyncio.wait([first])
            async with asyncio.timeout(20):
                assert await kept.once(f"k{pauses}", lambda: asyncio.sleep(0, "done")) == "done"

    on(url, go)


def test_with_a_conversation_its_steps_go_and_those_of_another_stay(url: URL) -> None:
    async def go(database: Database) -> None:
        kept, did = StoredConversations(database, SystemClock()), StoredSteps(database, SystemClock())
        await kept.save_turn(TURN.model_copy(update={"id": "turn_10", "conversation_id": "conv_2"}))
        for key in ("turn_1/a", "turn_1/b", "turn_10/a"):
            await did.once(key, lambda: asyncio.sleep(0, "first"))
        assert await kept.delete("conv_1", owner="me")
        again = [
            await did.once(key, lambda: asyncio.sleep(0, "again")) for key in ("turn_1/a", "turn_1/b", "turn_10/a")
        ]
        assert again == ["again", "again", "first"]

    on(url, go)


def test_pages_of_turns_and_messages_go_backwards_and_stay_with_their_owner(url: URL) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        for number in range(2, 8):
            await kept.save_turn(TURN.model_copy(update={"id": f"turn_{number}"}))
            await kept.add_message(message(number, str(number)))
        page = await kept.latest_turns("conv_1", owner="me", limit=3)
        before = await kept.latest_turns("conv_1", owner="me", limit=3, before=page[0].id)
        assert [turn.id for turn in [*before, *page]] == [f"turn_{number}" for number in range(2, 8)]
        assert [turn.id for turn in await kept.turns_after("conv_1", "turn_5", owner="me")] == ["turn_6", "turn_7"]
        first = await kept.first_turn("conv_1", owner="me")
        assert first is not None
        assert first.id == "turn_1"
        said = await kept.latest_messages("conv_1", owner="me", limit=2, before="msg_7")
        assert [each.text for each in said] == ["5", "6"]
        await kept.put_summary("conv_1", "turn_2", "It is about numbers.", owner="me")
        ends = await kept.excerpt("conv_1", owner="me", limit=2, before="msg_7")
        assert ends.first is not None
        assert (ends.first.text, [each.text for each in ends.latest]) == ("2", ["5", "6"])
        assert ends.summary == "It is about numbers."
        assert await kept.excerpt("conv_1", owner="you", limit=9) == ConversationExcerpt(None, [], None)
        for foreign in (
            kept.latest_turns("conv_1", owner="you", limit=9),
            kept.turns_after("conv_1", "", owner="you"),
            kept.first_turn("conv_1", owner="you"),
            kept.latest_messages("conv_1", owner="you", limit=9),
        ):
            assert not await foreign

    on(url, go)


@pytest.mark.parametrize("words", ["a\0b", "half \ud800 of it", "雨\0\udfff"])
def test_what_no_database_can_hold_is_left_out_and_the_rest_is_kept(url: URL, words: str) -> None:
    async def go(database: Database) -> None:
        kept = StoredConversations(database, SystemClock())
        await kept.add_message(message(1, words))
        turn = TurnState(id="turn_3", conversation_id="conv_3", owner="me", message=words, route=ROUTE)
        await kept.save_turn(turn)
        clean = words.replace("\0", "").encode(errors="replace").decode()
        assert [each.text for each in await kept.messages("conv_1", owner="me")] == [clean]
        found = await kept.load_turn("turn_3", owner="me")
        assert found is not None
        assert found.message == clean

    on(url, go)


def test_a_step_whose_work_takes_long_stays_with_who_does_it(url: URL) -> None:
    async def go(database: Database) -> None:
        clock = FixedClock()
        first, second = StoredSteps(database, clock), StoredSteps(database, clock)
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def long() -> str:
            begun.set()
            await go_on.wait()
            return "first"

        doing = asyncio.create_task(first.once("k", long))
        await begun.wait()
        waiting = asyncio.create_task(second.once("k", lambda: asyncio.sleep(0, "second")))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        go_on.set()
        assert [await doing, await waiting] == ["first", "first"]

    on(url, go)
