"""Turns that have not ended are found, and matched by any of their ids."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkwright.agent.tasks import registered_task
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Ask, OpenAsk
from inkwright.conversation.turns import TurnState
from inkwright.processes import process_place
from inkwright.settings import load_settings
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import is_carried
from inkwright.usecases.unfinished_turns import UnfinishedTurn, find_left, find_unfinished, match_unfinished

MOMENT = f"{1_700_000_000_000:012x}"


def turn(name: str, **fields: object) -> TurnState:
    given = {"id": f"turn_{MOMENT}{name}", "conversation_id": f"conv_{name}", "owner": LOCAL_OWNER, "message": name}
    return TurnState.model_validate({**given, "message_id": f"msg_{name}", **fields})


def waiting(name: str) -> TurnState:
    ask = Ask(
        kind="clarification", title=name, id=f"ask_{MOMENT}{name}", turn_id=f"turn_{MOMENT}{name}", owner=LOCAL_OWNER
    )
    return turn(name, status="waiting", ask_id=ask.id, asks=(OpenAsk(ask=ask),))


def found(folder: Path, *turns: TurnState) -> list[UnfinishedTurn]:
    async def keep(store: Store) -> None:
        for each in turns:
            await store.conversations.save_turn(each)

    async def go() -> list[UnfinishedTurn]:
        async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder)) as store:
            await keep(store)
            return await find_unfinished(store, owner=LOCAL_OWNER)

    return asyncio.run(go())


def test_what_waits_what_died_and_what_still_runs_are_found_and_nothing_else(tmp_path: Path) -> None:
    later = SystemClock().now().timestamp() + 60
    all_of_them = found(
        tmp_path,
        waiting("a"),
        turn("b", held_until=1.0),
        turn("c", held_until=later),
        turn("d", status="finished"),
        turn("e", owner="somebody else"),
    )
    assert [(each.turn.message, each.ask is not None, each.is_held) for each in all_of_them] == [
        ("a", True, False),
        ("b", False, False),
        ("c", False, True),
    ]
    assert all_of_them[0].since == datetime.fromtimestamp(1_700_000_000, UTC)


@pytest.mark.parametrize("written", ["aa11", f"ask_{MOMENT}aa11", f"turn_{MOMENT}aa11", "conv_aa11", "ask_"])
def test_one_is_meant_by_any_of_its_ids_or_a_part(tmp_path: Path, written: str) -> None:
    kept = found(tmp_path, waiting("aa11"), turn("bb22"))
    assert [each.turn.message for each in match_unfinished(kept, written)] == ["aa11"]


def test_a_part_that_several_have_means_all_of_them_and_nothing_means_none(tmp_path: Path) -> None:
    kept = found(tmp_path, waiting("aa11"), turn("bb22"))
    assert len(match_unfinished(kept, MOMENT)) == 2
    assert match_unfinished(kept, "") == []


def test_only_turns_of_dead_processes_are_left_and_after_a_week_they_wait(tmp_path: Path) -> None:
    now = SystemClock().now().timestamp()

    def recent(name: str, days: int, **fields: object) -> TurnState:
        moment = f"{int((now - days * 86_400) * 1_000):012x}"
        return turn(name, id=f"turn_{moment}{name}", **fields)

    async def go() -> list[str]:
        async with open_store(load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)) as store:
            for each in (
                recent("dead", 1, held_until=1.0),
                recent("alive", 1, held_until=now + 60),
                recent("old", 8, held_until=1.0),
                recent("other", 2, held_until=1.0, owner="somebody else"),
            ):
                await store.conversations.save_turn(each)
            return [each.message for each in await find_left(store)]

    assert asyncio.run(go()) == ["other", "dead"]


def test_a_turn_of_this_process_that_no_task_renews_any_more_is_left_before_its_lease_ends() -> None:
    def is_left(left: float, held_by: str) -> bool:
        return not is_carried(turn("a", held_until=100.0 + left, held_by=held_by), 100.0)

    here, elsewhere = process_place(), "another machine"
    assert [is_left(seconds, here) for seconds in (19.0, 11.0, 9.0, 0.0)] == [False, False, True, True]
    assert [is_left(seconds, elsewhere) for seconds in (19.0, 9.0, 0.0)] == [False, False, True]

    async def carry() -> bool:
        carried = turn("a", held_until=0.0, held_by=here)
        with registered_task(carried.id, carried.owner):
            return is_carried(carried, 100.0)

    assert asyncio.run(carry())
