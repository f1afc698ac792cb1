"""An answer is never lost: if a process dies with it, the next one continues the turn, once."""

import asyncio
import dataclasses
import signal
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.engine import URL

from inkwright import AlreadyAnswered, ScriptedModel, TurnOver
from inkwright.agent.services import TurnServices
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.events import Warned
from inkwright.conversation.turns import Asked, Delivered
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import answer_ask, resume_turn, send_message
from inkwright.usecases.unfinished_turns import find_unfinished
from tests.agent.test_run import NOTE, call, deliver, files
from tests.agent.test_tool_runner import begun, colour
from tests.agent.turn_services import CHECKED, OWNER, ROUTE, Stores
from tests.programs import run_module
from tests.store.test_killed_writers import address
from tests.store.turn_writer import settings_of
from tests.usecases.answering_program import BLUE, services_of

QUESTION = call("ask_user", question="Which colour?", options=["Red", "Blue"])
RED = Answer(status="answered", answers=(QuestionAnswer(id="1", value="Red"),))
KEPT_BLUE = "“Which colour?” already has an answer, which counts: Blue"


class LaterClock(SystemClock):
    """Two minutes later, when every lease has expired."""

    def now(self) -> datetime:
        return super().now() + timedelta(minutes=2)


def later(services: TurnServices) -> TurnServices:
    return dataclasses.replace(services, clock=LaterClock())


async def asked(store: Store) -> Asked:
    outcome = await send_message(services_of(store, ScriptedModel([QUESTION])), "Make a note.", ROUTE, owner=OWNER)
    assert isinstance(outcome, Asked)
    return outcome


def in_store(home: Path, url: URL, work: Any) -> Any:
    async def opened() -> Any:
        async with open_store(settings_of(home, address(url))) as store:
            return await work(store)

    return asyncio.run(opened())


def killed(home: Path, url: URL, ask_id: str, place: str) -> None:
    """The answer is given by a program that is killed there."""
    done = run_module("tests.usecases.answering_program", home, address(url), ask_id, place)
    assert done.returncode == -signal.SIGKILL, done.stderr


async def gone_on(store: Store, ask_id: str) -> list[str]:
    """Two go on at once, one of them with another answer: one alone carries the turn, with the first answer. What was
    said since the question.
    """
    ask = await store.asks.get(ask_id, owner=OWNER)
    assert ask is not None
    models = [ScriptedModel([NOTE, deliver]) for _ in range(2)]
    all_services = [later(services_of(store, model)) for model in models]
    results: tuple[Any, Any] = await asyncio.gather(
        resume_turn(all_services[0], ask.turn_id, owner=OWNER),
        answer_ask(all_services[1], ask_id, RED, owner=OWNER),
        return_exceptions=True,
    )
    (won,) = (number for number in range(2) if isinstance(results[number], Delivered))
    assert type(results[1 - won]) in {TurnOver, AlreadyAnswered}
    assert models[1 - won].calls == []
    assert models[won].calls[0].messages[-1]["content"] == "answered:\nWhich colour? → Blue"
    turn = await store.conversations.load_turn(ask.turn_id, owner=OWNER)
    assert turn is not None
    said = [each.text for each in await store.conversations.messages(turn.conversation_id, owner=OWNER)]
    assert await store.asks.answer_to(ask_id, owner=OWNER) == BLUE
    assert await store.asks.waiting(owner=OWNER) == []
    return said[2:]


@pytest.mark.parametrize("place", ["after change_turn", "after answer", "before reply", "older"])
def test_who_is_killed_with_an_answer_leaves_it_and_one_alone_continues_with_it(
    url: URL, tmp_path: Path, place: str
) -> None:
    outcome = in_store(tmp_path, url, asked)
    killed(tmp_path, url, outcome.ask_id, place)
    said = in_store(tmp_path, url, lambda store: gone_on(store, outcome.ask_id))
    assert said == ["answered:\nWhich colour? → Blue", "Your note is ready."]


def test_who_is_killed_before_the_answer_is_kept_leaves_the_question(url: URL, tmp_path: Path) -> None:
    async def look(store: Store) -> Delivered:
        (left,) = await find_unfinished(store, owner=OWNER)
        assert left.id == outcome.ask_id
        services = later(services_of(store, ScriptedModel([NOTE, deliver])))
        with pytest.raises(TurnOver):
            await resume_turn(services, left.turn.id, owner=OWNER)
        delivered = await answer_ask(services, outcome.ask_id, RED, owner=OWNER)
        assert isinstance(delivered, Delivered)
        return delivered

    outcome = in_store(tmp_path, url, asked)
    killed(tmp_path, url, outcome.ask_id, "before change_turn")
    in_store(tmp_path, url, look)


def test_several_programs_that_answer_at_once_are_one_that_continues_and_others_that_are_refused(
    url: URL, tmp_path: Path
) -> None:
    async def race(_: Store) -> None:
        async def one(answer: Answer) -> Any:
            async with open_store(settings_of(tmp_path, address(url))) as store:
                services = services_of(store, ScriptedModel([NOTE, deliver]))
                return await answer_ask(services, outcome.ask_id, answer, owner=OWNER)

        results = await asyncio.gather(*(one(each) for each in (RED, BLUE, RED, BLUE)), return_exceptions=True)
        assert sorted(type(each).__name__ for each in results) == ["AlreadyAnswered"] * 3 + ["Delivered"]

    outcome = in_store(tmp_path, url, asked)
    in_store(tmp_path, url, race)


def test_an_answer_that_was_written_down_without_its_turn_shows_as_left_by_a_dead_process(tmp_path: Path) -> None:
    async def go(store: Store) -> None:
        outcome = await asked(store)
        await store.asks.answer(outcome.ask_id, BLUE, owner=OWNER)
        (left,) = await find_unfinished(store, owner=OWNER)
        assert (left.ask, left.is_held, left.turn.status) == (None, False, "waiting")

    async def opened() -> None:
        async with open_store(settings_of(tmp_path)) as store:
            await go(store)

    asyncio.run(opened())


def left_waiting(*script: Any) -> tuple[Stores, Asked]:
    stores = Stores()
    services = stores.turn_services(ScriptedModel(script))
    outcome = asyncio.run(send_message(services, "Make a note.", ROUTE, owner=OWNER))
    assert isinstance(outcome, Asked)
    return stores, outcome


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        (BLUE, [KEPT_BLUE]),
        (RED, []),
        (
            Answer(status="cancelled"),
            ["“Which colour?” already has an answer, which counts instead of the new one."],
        ),
    ],
    ids=["another", "the same", "without words"],
)
def test_the_person_is_told_where_an_earlier_answer_counts_and_says_something_else(
    kept: Answer, told: list[str]
) -> None:
    stores, outcome = left_waiting(QUESTION)
    asyncio.run(stores.asks.answer(outcome.ask_id, kept, owner=OWNER))
    ended = asyncio.run(
        answer_ask(stores.turn_services(ScriptedModel([NOTE, deliver])), outcome.ask_id, RED, owner=OWNER)
    )
    assert isinstance(ended, Delivered)
    assert [each.message for each in stores.shown if isinstance(each, Warned)] == told


def test_the_words_of_the_person_are_kept_with_an_answer_that_counts() -> None:
    stores, outcome = left_waiting(QUESTION)
    services = stores.turn_services(ScriptedModel([NOTE, deliver]))
    asyncio.run(answer_ask(services, outcome.ask_id, BLUE, owner=OWNER, said="the second"))
    turn = next(iter(stores.conversations.snapshot()["turns"].values()))
    said = asyncio.run(stores.conversations.messages(turn["conversation_id"], owner=OWNER))
    assert [message.text for message in said][2] == "the second"


def test_a_turn_of_two_questions_that_dies_after_the_first_answer_still_waits_for_the_second() -> None:
    outcome, stores = begun([[colour("Colour?"), colour("Size?", "c2")]])
    turn_id = asyncio.run(stores.asks.get(outcome.ask_id, owner=OWNER)).turn_id  # type: ignore[union-attr]
    waits = asyncio.run(stores.conversations.load_turn(turn_id, owner=OWNER))
    assert waits is not None
    asks = (waits.asks[0].model_copy(update={"answer": BLUE}), waits.asks[1])
    died = waits.model_copy(update={"status": "running", "ask_id": None, "asks": asks, "outcome": None})
    asyncio.run(stores.conversations.save_turn(died))
    model = ScriptedModel([])
    left = asyncio.run(resume_turn(later(stores.turn_services(model)), turn_id, owner=OWNER))
    assert (left, model.calls) == (Asked(message="Size?", ask_id=waits.asks[1].ask.id, receipt=CHECKED), [])
    assert asyncio.run(stores.asks.answer_to(waits.asks[0].ask.id, owner=OWNER)) == BLUE


def test_who_dies_while_taking_a_turn_over_leaves_it_to_the_next() -> None:
    stores, outcome = left_waiting(QUESTION)
    turn_id = asyncio.run(stores.asks.get(outcome.ask_id, owner=OWNER)).turn_id  # type: ignore[union-attr]
    waits = asyncio.run(stores.conversations.load_turn(turn_id, owner=OWNER))
    assert waits is not None
    died = waits.model_copy(
        update={"status": "running", "asks": (), "engine_messages": "", "held_until": 1.0} | {"begun_at_epoch": 9}
    )
    asyncio.run(stores.conversations.save_turn(died))
    # Somebody took it over, and died before anything of it was carried.
    asyncio.run(stores.steps.once(f"{turn_id}/resume/1.0", lambda: asyncio.sleep(0, "run_gone")))
    ended = asyncio.run(resume_turn(stores.turn_services(ScriptedModel([NOTE, deliver])), turn_id, owner=OWNER))
    assert isinstance(ended, Delivered)
    assert files(stores) == ["note.txt"]
