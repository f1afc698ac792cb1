"""Turns that have not ended: found, and told apart."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkwright.clock import SystemClock
from inkwright.conversation.asks import Ask, OpenAsk
from inkwright.conversation.turns import TurnState
from inkwright.settings import load_settings
from inkwright.usecases.find_unfinished import Unfinished, find_unfinished, unfinished_meant
from inkwright.usecases.open_store import OWNER, Store, open_store

MOMENT = f"{1_700_000_000_000:012x}"


def turn(name: str, **fields: object) -> TurnState:
    given = {"id": f"turn_{MOMENT}{name}", "conversation_id": f"conv_{name}", "owner": OWNER, "message": name}
    return TurnState.model_validate({**given, "message_id": f"msg_{name}", **fields})


def waiting(name: str) -> TurnState:
    ask = Ask(kind="clarification", title=name, id=f"ask_{MOMENT}{name}", turn_id=f"turn_{MOMENT}{name}", owner=OWNER)
    return turn(name, status="waiting", ask_id=ask.id, asks=(OpenAsk(ask=ask),))


def found(folder: Path, *turns: TurnState) -> list[Unfinished]:
    async def keep(store: Store) -> None:
        for each in turns:
            await store.conversations.save_turn(each)

    async def go() -> list[Unfinished]:
        async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder)) as store:
            await keep(store)
            return await find_unfinished(store, owner=OWNER)

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
    assert [each.turn.message for each in unfinished_meant(kept, written)] == ["aa11"]


def test_a_part_that_several_have_means_all_of_them_and_nothing_means_none(tmp_path: Path) -> None:
    kept = found(tmp_path, waiting("aa11"), turn("bb22"))
    assert len(unfinished_meant(kept, MOMENT)) == 2
    assert unfinished_meant(kept, "") == []
