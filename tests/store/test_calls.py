"""The call log in the database: the store opens with any line in it, and deleted texts are deleted here too."""

import asyncio
import contextlib
import json
import math
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select
from sqlalchemy.engine import URL

from inkwright.clock import SystemClock
from inkwright.conversation.turns import Message, TurnState
from inkwright.llm.call_log import Call, CallOrigin, calls_in_turn
from inkwright.llm.models import CallVerdict, Usage
from inkwright.store.call_log_files import rejected_files
from inkwright.store.calls import CallTotals, CostRow, StoredCall, StoredCalls
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.tables import model_calls, turns
from inkwright.usecases.store import FileCallLog
from tests.store.opened import run_on

LINE = '{"model": "m", "way": "ask", "prompt_tokens": 1, "completion_tokens": 1, "dollars": 0.5, "seconds": 1'
MOST = 2**31 - 1


def on(url: URL, test: Callable[[Database, StoredCalls], Awaitable[Any]]) -> Any:
    """What a test finds on an opened database."""

    async def go() -> Any:
        database = Database(url)
        await database.open()
        try:
            return await test(database, StoredCalls(database, SystemClock(), "me"))
        finally:
            await database.close()

    return asyncio.run(go())


def taken(url: URL, folder: Path, *lines: str) -> list[CostRow]:
    """What the lines cost, when they were taken over."""
    (folder / "calls.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")

    async def go(_: Database, calls: StoredCalls) -> list[CostRow]:
        await calls.import_log(folder / "calls.jsonl")
        return await calls.cost()

    found: list[CostRow] = on(url, go)
    return found


@pytest.mark.parametrize("written", ["99999999999999999999999", "3000000000", "1e30", "Infinity", "9" * 400])
def test_an_impossible_count_of_tokens_becomes_the_largest_possible(url: URL, tmp_path: Path, written: str) -> None:
    odd = f'{{"model": "m", "prompt_tokens": {written}, "completion_tokens": -{written}}}'
    (row,) = taken(url, tmp_path, odd, LINE + "}")
    assert (row.total.calls, row.total.prompt_tokens, row.total.completion_tokens) == (2, MOST + 1, 1)


@pytest.mark.parametrize("written", ["1e999", "-1e999", "Infinity", "NaN", "9" * 400, "-1", '"x"', "true", "[]"])
def test_every_sum_is_a_number_that_json_supports(url: URL, tmp_path: Path, written: str) -> None:
    names = ("prompt_tokens", "completion_tokens", "dollars", "seconds")
    odd = json.dumps({"model": "m"})[:-1] + "".join(f', "{name}": {written}' for name in names) + "}"
    (row,) = taken(url, tmp_path, odd)
    assert all(
        math.isfinite(value) and value >= 0 for value in (row.total.dollars, row.total.seconds, row.total.prompt_tokens)
    )


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("odd", ["a\ud800", "a\x00b", "长" * 5_000, {"a": ["\udfff"]}, 10**4_000])
def test_a_text_of_any_kind_and_length_fits_its_column(url: URL, tmp_path: Path, odd: Any, number: int) -> None:
    names: tuple[str, ...] = (
        "at",
        "purpose",
        "model",
        "way",
        "error",
        "reply",
        "feedback",
        "messages",
        "conversation",
        "verdict",
    )
    names += ("turn", "id", "subject", "tool", "reason", "judged")[: number * 3]
    rows = taken(url, tmp_path, json.dumps(dict.fromkeys(names, odd)), LINE + "}")
    assert sorted(row.total.calls for row in rows) == ([1, 1] if number < 2 else [1]), "a verdict is not a call"


def test_texts_stay_valid_json_with_a_null_character_or_its_escape(url: URL, tmp_path: Path) -> None:
    FileCallLog(tmp_path / "calls.jsonl").record(Call("step", "m", [], "a\x00b \\u0000 \\\x00", Usage(), 0))

    async def go(database: Database, calls: StoredCalls) -> Any:
        await calls.import_log(tmp_path / "calls.jsonl")
        return await database.read(lambda connection: connection.scalar(select(model_calls.c.body)))

    assert json.loads(on(url, go))["reply"] == "ab \\u0000 \\"


def test_a_line_that_no_database_can_store_is_set_aside_and_the_others_are_imported(url: URL, tmp_path: Path) -> None:
    spoilt = ['{"prompt_tokens": ' + "9" * 5_000 + "}", "[" * 50_000, "no JSON", LINE]
    (row,) = taken(url, tmp_path, spoilt[0], LINE + "}", *spoilt[1:])
    assert row.total.calls == 1
    (left,) = tmp_path.glob("calls.*")
    assert (left.name[:13], left.read_text(encoding="utf-8").splitlines()) == ("calls.unkept.", spoilt)


def test_rejected_lines_do_not_fill_the_disk(url: URL, tmp_path: Path) -> None:
    async def go(_: Database, calls: StoredCalls) -> None:
        for number in range(30):
            (tmp_path / "calls.jsonl").write_text(f"no JSON {number}\n", encoding="utf-8")
            await calls.import_log(tmp_path / "calls.jsonl")

    on(url, go)
    left = [path.read_text(encoding="utf-8") for path in tmp_path.glob("calls.*")]
    assert (len(left), "no JSON 29\n" in left) == (25, True)


def test_an_unreadable_log_does_not_prevent_opening_the_store(url: URL, tmp_path: Path) -> None:
    (tmp_path / "calls.taken.folder.jsonl").mkdir()
    (row,) = taken(url, tmp_path, LINE + "}")
    assert row.total.calls == 1


def test_a_log_with_more_conversations_than_one_query_allows_is_imported(url: URL, tmp_path: Path) -> None:
    lines = [json.dumps({"conversation": f"conv_{number}", "model": "m", "reply": "x"}) for number in range(70_000)]
    (row,) = taken(url, tmp_path, *lines)
    assert row.total.calls == 70_000


def test_impossible_numbers_of_an_earlier_version_are_left_out_of_the_sum(url: URL) -> None:
    empty = {"owner": "me", "at": "", "purpose": "", "model": "m", "way": "", "source": "s"}
    empty |= {"verdict": "unknown", "reason": "", "subject": "", "tool": ""}
    sane = {**empty, "prompt_tokens": 1, "completion_tokens": 1, "dollars": 0.5, "seconds": 1.0, "body": "{}"}
    rows = [sane, {**sane, "dollars": math.inf, "seconds": math.inf}]

    async def go(database: Database, calls: StoredCalls) -> Any:
        await database.write(lambda connection: connection.execute(insert(model_calls), rows).close())
        return await calls.cost()

    total = CallTotals({"unknown": 2}, 2, 2, 2, 0.5, 0, 1.0)
    assert on(url, go) == [CostRow("m", total, {"": total})]


async def begin(database: Database, *ids: str) -> StoredConversations:
    kept = StoredConversations(database, SystemClock())
    for id_ in ids:
        turn = TurnState(id=f"turn_{id_}", conversation_id=id_, owner="me", message="hello")
        said = Message(id=f"msg_{id_}", conversation_id=id_, owner="me", role="user", text="hello")
        await kept.begin_turn(said, turn)
    return kept


def log_call(folder: Path, reply: str, of: str | None = None) -> None:
    with calls_in_turn(of, "turn_1") if of else contextlib.nullcontext():
        call = Call("step", "m", [{"role": "user", "content": f"ask for {reply}"}], reply, Usage(2, 1, 0.5), 1.0)
    FileCallLog(folder / "calls.jsonl").record(call)


async def bodies(database: Database) -> list[str]:
    asked = select(model_calls.c.body).order_by(model_calls.c.number)
    return list(await database.read(lambda connection: connection.scalars(asked).all()))


def test_the_texts_of_a_deleted_conversation_are_removed_and_its_cost_stays(url: URL, tmp_path: Path) -> None:
    async def go(database: Database, calls: StoredCalls) -> Any:
        kept = await begin(database, "conv_1", "conv_2", "conv_10")
        for reply, of in (("gone", "conv_1"), ("other", "conv_2"), ("like it", "conv_10"), ("of none", None)):
            log_call(tmp_path, reply, of)
        await calls.import_log(tmp_path / "calls.jsonl")
        assert not await kept.delete("conv_1", owner="you")
        assert await kept.delete("conv_1", owner="me")
        return await bodies(database), await calls.cost()

    (gone, *others), cost = on(url, go)
    assert gone == "{}"
    assert [json.loads(body)["reply"] for body in others] == ["other", "like it", "of none"]
    total = CallTotals({"unknown": 4}, 4, 8, 4, 2.0, 0, 4.0)
    assert cost == [CostRow("m", total, {"step": total})]


def test_calls_that_arrive_after_the_deletion_lose_their_texts_too(url: URL, tmp_path: Path) -> None:
    async def go(database: Database, calls: StoredCalls) -> Any:
        kept = await begin(database, "conv_1", "conv_2")
        await kept.delete("conv_1", owner="me")
        log_call(tmp_path, "gone", "conv_1")
        log_call(tmp_path, "other", "conv_2")
        with (tmp_path / "calls.jsonl").open("a") as file:
            file.write('{"conversation": "conv_1", "reply": "cut, and gone\n{"conversation": "conv_2", "reply": "cut')
        await calls.import_log(tmp_path / "calls.jsonl")
        return await bodies(database), (await calls.cost())[0].total.calls

    (gone, other), count = on(url, go)
    assert (gone, json.loads(other)["reply"], count) == ("{}", "other", 2)
    (left,) = tmp_path.glob("calls.*")
    assert left.read_bytes() == b'{"conversation": "conv_2", "reply": "cut\n'


def test_rejected_lines_are_removed_with_their_conversation(url: URL, tmp_path: Path) -> None:
    cut = [f'{{"conversation": {of}, "reply": "cut' for of in ('"conv_1"', '"conv_2"', "null")]

    async def go(database: Database, calls: StoredCalls) -> None:
        await begin(database, "conv_1", "conv_2")
        for lines in ([*cut, "of nobody knows whom"], cut[:1]):
            (tmp_path / "calls.jsonl").write_text("\n".join(lines), encoding="utf-8")
            await calls.import_log(tmp_path / "calls.jsonl")
        assert len(rejected_files(tmp_path / "calls.jsonl")) == 2
        await calls.forget("conv_1")

    on(url, go)
    (left,) = tmp_path.glob("calls.*")
    assert left.read_text(encoding="utf-8").splitlines() == cut[1:]


def test_a_call_of_an_earlier_version_that_may_belong_to_the_conversation_loses_its_texts(
    url: URL, tmp_path: Path
) -> None:
    def line(purpose: str, at: str) -> str:
        return json.dumps({"at": at, "purpose": purpose, "model": "m", "messages": [], "reply": f"{purpose} {at[:4]}"})

    lines = [line(purpose, at) for purpose in ("turn", "chain", "write") for at in ("2001-01-01", "2999-01-01")]
    (tmp_path / "calls.jsonl").write_text("\n".join(lines), encoding="utf-8")

    async def go(database: Database, calls: StoredCalls) -> Any:
        kept = await begin(database, "conv_1")
        await calls.import_log(tmp_path / "calls.jsonl")
        await kept.delete("conv_1", owner="me")
        return [json.loads(body).get("reply") for body in await bodies(database)]

    assert on(url, go) == ["turn 2001", None, "chain 2001", None, "write 2001", "write 2999"]


def test_a_turn_with_an_impossible_size_is_saved(url: URL) -> None:
    async def go(database: Database, _: StoredCalls) -> Any:
        kept = await begin(database, "conv_1")
        turn = TurnState(id="turn_conv_1", conversation_id="conv_1", owner="me", message="hello", tokens=10**20)
        await kept.save_turn(turn)
        return await database.read(lambda connection: connection.scalar(select(turns.c.tokens)))

    assert on(url, go) == MOST


def test_logged_calls_are_imported_once_and_summed_by_model(url: URL, tmp_path: Path) -> None:
    log = FileCallLog(tmp_path / "calls.jsonl")
    for call in (
        Call("step", "a", [{"role": "user", "content": "x"}], "ok", Usage(10, 2, 0.5), 1.0, way="ask"),
        Call("step", "a", [], "", Usage(), 0.5, way="ask", verdict=CallVerdict("failed", "model_busy")),
        Call("step", "b", [], "ok", Usage(1, 1, None), 0.25, way="reason"),
    ):
        log.record(call)
    with (tmp_path / "calls.jsonl").open("a") as file:
        file.write('{"cut off')

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        taken = [await calls.import_log(tmp_path / "calls.jsonl") for _ in range(2)]
        yours = StoredCalls(database, SystemClock(), "you")
        return taken, await calls.cost(), await calls.ways(), await yours.cost(), await yours.ways()

    taken, mine, ways, *yours = run_on(url, go)
    assert taken == [3, 0]
    assert [(row.model, row.total.verdicts, row.total.dollars, row.total.unknown) for row in mine] == [
        ("a", {"failed": 1, "unknown": 1}, 0.5, 0),
        ("b", {"unknown": 1}, 0.0, 1),
    ]
    assert ways == {"a": {"ask": {"failed": 1, "unknown": 1}}, "b": {"reason": {"unknown": 1}}}
    assert yours == [[], {}]


def test_a_crash_between_the_import_and_the_cleanup_doubles_nothing(url: URL, tmp_path: Path) -> None:
    FileCallLog(tmp_path / "calls.jsonl").record(Call("step", "a", [], "ok", Usage(1, 1), 1.0))

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        aside = tmp_path / "calls.taken.1.jsonl"
        aside.write_bytes((tmp_path / "calls.jsonl").read_bytes())
        kept = aside.read_bytes()
        (tmp_path / "calls.jsonl").unlink()
        await calls.import_log(tmp_path / "calls.jsonl")
        aside.write_bytes(kept)
        await calls.import_log(tmp_path / "calls.jsonl")
        return [row.total.calls for row in await calls.cost()]

    assert run_on(url, go) == [1]


def test_invalid_lines_of_the_log_are_set_aside_and_both_files_are_imported(url: URL, tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    log = FileCallLog(path)
    log.record(Call("step", "m", [], "a\u2028b\x00c\ud800", Usage(1, 1), 1.0, way="ask"))
    path.replace(tmp_path / "calls.old.jsonl")
    log.record(Call("step", "m", [], "ok", Usage(1, 1), 1.0, way="ask"))
    odd = b'{"model": "m", "way": "ask", "completion_tokens": "x", "seconds": null}'
    broken = [path.read_bytes()[:40], b"\xff\xfe", b"null", b"[1]", b"[" * 100_000]
    path.write_bytes(b"\n".join([*broken, b"", odd, path.read_bytes()]))

    async def go(database: Database) -> Any:
        calls = StoredCalls(database, SystemClock(), "me")
        await calls.import_log(path)
        return await calls.ways()

    assert run_on(url, go) == {"m": {"ask": {"unknown": 3}}}
    (left,) = tmp_path.glob("calls*")
    assert (left.name.startswith("calls.unkept."), left.read_bytes().split(b"\n")) == (True, [*broken, b""])
    assert left.stat().st_mode & 0o777 == 0o600


def judged(folder: Path, *verdicts: CallVerdict, of: str | None = None, reply: str = "reply") -> Call:
    """A call that is logged, and then judged."""
    log = FileCallLog(folder / "calls.jsonl")
    call = Call("tool", "m", [], reply, Usage(2, 1, 0.5), 1.0, subject="Plan", origin=CallOrigin(of, "turn_1", "draw"))
    log.record(call)
    for verdict in verdicts:
        log.judge(call, verdict)
    return call


def test_a_verdict_is_part_of_its_call_also_if_it_comes_after_the_call_was_imported(url: URL, tmp_path: Path) -> None:
    async def go(_: Database, calls: StoredCalls) -> Any:
        judged(tmp_path, CallVerdict("accepted"))
        late = judged(tmp_path)
        await calls.import_log(tmp_path / "calls.jsonl")
        before = [call.verdict for call in await calls.of_turns(["turn_1"])]
        FileCallLog(tmp_path / "calls.jsonl").judge(late, CallVerdict("refused", "schema: no\ntitle"))
        await calls.import_log(tmp_path / "calls.jsonl")
        return before, await calls.of_turns(["turn_1", "turn_2"]), await calls.cost()

    before, found, (row,) = on(url, go)
    assert before == ["accepted", "unknown"]
    same = ("turn_1", "tool", "draw", "Plan", "m", 2, 1, 0.5, 1.0)
    assert found == [
        StoredCall(found[0].at, *same, "accepted", ""),
        StoredCall(found[1].at, *same, "refused", "schema: no title"),
    ]
    assert row.total.verdicts == row.purposes["tool"].verdicts == {"accepted": 1, "refused": 1}


def test_a_verdict_in_a_later_log_reaches_a_call_of_an_earlier_one(url: URL, tmp_path: Path) -> None:
    async def go(_: Database, calls: StoredCalls) -> Any:
        for number in range(9):
            call = judged(tmp_path)
            (tmp_path / "calls.jsonl").rename(tmp_path / f"calls.taken.{9 - number}a.jsonl")
            os.utime(tmp_path / f"calls.taken.{9 - number}a.jsonl", (number, number))
            FileCallLog(tmp_path / "calls.jsonl").judge(call, CallVerdict("accepted"))
            (tmp_path / "calls.jsonl").rename(tmp_path / f"calls.taken.{number}b.jsonl")
            os.utime(tmp_path / f"calls.taken.{number}b.jsonl", (number + 0.5, number + 0.5))
        await calls.import_log(tmp_path / "calls.jsonl")
        return await calls.ways()

    assert on(url, go) == {"m": {"": {"accepted": 9}}}


def test_nobody_else_can_judge_a_call(url: URL, tmp_path: Path) -> None:
    async def go(database: Database, calls: StoredCalls) -> Any:
        call = judged(tmp_path)
        await calls.import_log(tmp_path / "calls.jsonl")
        FileCallLog(tmp_path / "calls.jsonl").judge(call, CallVerdict("accepted"))
        await StoredCalls(database, SystemClock(), "you").import_log(tmp_path / "calls.jsonl")
        return [each.verdict for each in await calls.of_turns(["turn_1"])]

    assert on(url, go) == ["unknown"]


def test_why_a_reply_was_refused_is_deleted_with_its_conversation_and_the_verdict_stays(
    url: URL, tmp_path: Path
) -> None:
    secret = CallVerdict("refused", "My secret is not a title.")

    async def go(database: Database, calls: StoredCalls) -> Any:
        kept = await begin(database, "conv_1")
        judged(tmp_path, secret, of="conv_1")
        judged(tmp_path, CallVerdict("failed", "model_busy"), of="conv_1")
        late, later = judged(tmp_path, of="conv_1"), judged(tmp_path)
        await calls.import_log(tmp_path / "calls.jsonl")
        await kept.delete("conv_1", owner="me")
        for call in (late, later):
            FileCallLog(tmp_path / "calls.jsonl").judge(call, secret)
        judged(tmp_path, secret, of="conv_1")
        await calls.import_log(tmp_path / "calls.jsonl")
        return [(call.verdict, call.reason) for call in await calls.of_turns(["turn_1"])]

    assert on(url, go) == [
        ("refused", ""),
        ("failed", "model_busy"),
        ("refused", ""),
        ("refused", secret.reason),
        ("refused", ""),
    ]
