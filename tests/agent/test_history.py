"""What later turns are given of earlier ones: all that counted, nothing that was refused, calls with their returns."""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inkwright import ModelBusy, ScriptedModel
from inkwright.agent.history import prior_messages, turn_messages
from inkwright.agent.run import run_turn
from inkwright.agent.services import PriorContext
from inkwright.clock import SystemClock
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.context_window import TurnMessages, pair_tool_calls
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import Answered, Asked, Delivered, Failed, TurnState
from inkwright.conversation.turns import Message as Said
from inkwright.llm.models import Abilities, Message, PieceListener, Reply, Request, Usage, ignore_piece
from inkwright.llm.scripted import NOTHING_FALSE
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database, database_url
from inkwright.testing.memory_conversations import MemoryConversations
from inkwright.usecases.history import load_history_text, load_messages
from inkwright.usecases.turns import answer_ask, retry_turn, send_message
from tests.agent.test_run import NOTE, answer, call, deliver
from tests.agent.turn_services import OWNER, ROUTE, Stores, run

TALK = ROUTE.model_copy(update={"expected_mode": "answer"})


def only_turn(stores: Stores) -> TurnState:
    (turn,) = stores.conversations._turns.values()
    return turn


def names(messages: list[Message]) -> list[str]:
    """Roles, and of calls and returns the tools."""
    return [
        "+".join(each["name"] for each in message["tool_calls"])
        if message.get("tool_calls")
        else f"→{message['name']}"
        if message["role"] == "tool"
        else message["role"]
        for message in messages
    ]


def a_state(number: int = 1, **fields: Any) -> TurnState:
    return TurnState(id=f"turn_{number}", conversation_id="conv_1", owner=OWNER, message="Hello", route=TALK, **fields)


def test_a_turn_is_read_with_its_calls_and_their_returns() -> None:
    _, stores = run(ScriptedModel([[NOTE, call("make_note", title="Sun", body="It shines.")], deliver]))
    messages = turn_messages(only_turn(stores))
    assert names(messages) == [
        "user",
        "make_note+make_note",
        "→make_note",
        "→make_note",
        "deliver",
        "→deliver",
    ]
    assert messages[0] == {"role": "user", "content": "Make a note."}
    assert [json.loads(message["content"])["letters"] for message in messages[2:4]] == [9, 10]


def test_what_was_refused_and_tried_again_is_not_in_the_conversation() -> None:
    lie = call("deliver", message="Done!", artifacts=["art_1"])
    wrong = call("make_note", title="", body="x")
    outcome, stores = run(ScriptedModel(["Sure, one moment.", lie, wrong, NOTE, deliver]))
    assert isinstance(outcome, Delivered)
    messages = turn_messages(only_turn(stores))
    assert names(messages) == ["user", "make_note", "→make_note", "deliver", "→deliver"]
    assert "Done!" not in str(messages)


def test_an_answer_of_the_person_is_the_return_of_the_question() -> None:
    stores = Stores()
    model = ScriptedModel([call("ask_user", question="For whom?"), answer("Then it is simple.")])

    async def talk() -> None:
        services = stores.turn_services(model)
        asked = await send_message(services, "Explain rain.", TALK, owner=OWNER)
        assert isinstance(asked, Asked)
        ask = await services.asks.get(asked.ask_id, owner=OWNER)
        assert ask is not None
        said = Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value="Children"),))
        assert isinstance(await answer_ask(services, ask.id, said, owner=OWNER), Answered)

    asyncio.run(talk())
    messages = turn_messages(only_turn(stores))
    assert names(messages) == ["user", "ask_user", "→ask_user", "answer", "→answer"]
    assert "Children" in messages[2]["content"]


def test_a_turn_of_which_the_engine_kept_nothing_is_what_the_person_said_and_how_it_ended() -> None:
    failed = Failed(code="timed_out", message="It took too long.")
    ended = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "It took too long."}]
    assert turn_messages(a_state(outcome=failed)) == ended
    assert turn_messages(a_state(outcome=failed, engine_messages='[{"kind": "of another version"}]')) == ended
    assert turn_messages(a_state()) == ended[:1]


def test_a_new_turn_is_given_the_earlier_ones_and_knows_its_own_from_them() -> None:
    stores, model = Stores(), ScriptedModel([NOTE, deliver, call("make_note", title="Sun", body="!"), answer("There.")])

    async def talk() -> None:
        services = stores.turn_services(model)
        await send_message(services, "Make a note.", ROUTE, owner=OWNER)
        first = only_turn(stores)
        history = prior_messages([TurnMessages(first.id, tuple(turn_messages(first)))])
        await run_turn(a_state(2), services, prior=PriorContext(messages=history))

    asyncio.run(talk())
    seen = [message for message in model.calls[-2].messages if message["role"] != "system"]
    assert names(seen) == ["user", "make_note", "→make_note", "deliver", "→deliver", "user"]
    ids = [each["id"] for message in seen for each in message.get("tool_calls", ())]
    assert len(set(ids)) == len(ids)
    second = stores.conversations._turns["turn_2"]
    assert names(turn_messages(second)) == ["user", "make_note", "→make_note", "answer", "→answer"]
    assert turn_messages(second)[0]["content"] == "Hello"


CALLS = st.lists(st.sampled_from(["a", "a_2", "b"]), unique=True, max_size=3)
ROUNDS = st.lists(st.lists(st.tuples(CALLS, st.text(max_size=8)), max_size=3), max_size=5)


@given(ROUNDS)
def test_calls_of_all_turns_keep_their_returns_and_get_ids_of_their_own(
    rounds: list[list[tuple[list[str], str]]],
) -> None:
    turns = []
    for number, replies in enumerate(rounds):
        messages: list[Message] = [{"role": "user", "content": f"question {number}"}]
        for ids, words in replies:
            calls = [{"id": each, "name": "f", "arguments": "{}"} for each in ids]
            messages.append({"role": "assistant", "content": words, **({"tool_calls": calls} if calls else {})})
            messages += [{"role": "tool", "tool_call_id": each, "name": "f", "content": "r"} for each in ids]
        turns.append(TurnMessages(f"turn_{number}", tuple(messages)))
    given_on = prior_messages(turns)
    assert pair_tool_calls(given_on) == [*given_on]
    called = [each["id"] for message in given_on for each in message.get("tool_calls", ())]
    assert called == [message["tool_call_id"] for message in given_on if message["role"] == "tool"]
    assert len(set(called)) == len(called) == sum(len(ids) for replies in rounds for ids, _ in replies)
    assert [each["content"] for each in given_on] == [each["content"] for turn in turns for each in turn.messages]


def test_a_model_that_changes_what_it_is_given_changes_no_later_request() -> None:
    seen: list[str] = []

    class Careless:
        name, abilities = "careless", Abilities()
        lines = (NOTE, deliver, call("make_note", title="Sun", body="!"), answer("There."))

        async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
            if request.purpose == "judge":
                return Reply(NOTHING_FALSE)
            seen.append(str([message for message in request.messages if message["role"] != "system"]))
            line = self.lines[len(seen) - 1]
            written = line(request) if callable(line) else line
            for message in request.messages:
                for each in message.get("tool_calls", ()):
                    each["arguments"] = "spoiled"
                message["content"] = "spoiled"  # type: ignore[index]
            return Reply("", calls=(written,), finish="calls")

    async def talk() -> None:
        stores = Stores()
        services = stores.turn_services(Careless())
        await send_message(services, "Make a note.", ROUTE, owner=OWNER)
        first = only_turn(stores)
        history = prior_messages([TurnMessages(first.id, tuple(turn_messages(first)))])
        await run_turn(a_state(2), services, prior=PriorContext(messages=history))

    asyncio.run(talk())
    assert len(seen) == 4
    assert "spoiled" not in str(seen)


@contextlib.asynccontextmanager
async def conversations_in(folder: Path) -> AsyncIterator[StoredConversations]:
    """As a new process finds them."""
    database = Database(database_url("auto", folder))
    try:
        await database.open()
        yield StoredConversations(database, SystemClock())
    finally:
        await database.close()


def test_a_conversation_with_its_tool_messages_survives_a_restart(tmp_path: Path) -> None:
    model = ScriptedModel([answer("Three notes.")])

    async def first_process() -> None:
        async with conversations_in(tmp_path) as kept:
            services = dataclasses.replace(
                Stores().turn_services(ScriptedModel([NOTE, deliver] * 3)), conversations=kept
            )
            for wish in ("One note.", "另一份笔记。", "A third note."):
                await send_message(services, wish, ROUTE, owner=OWNER, conversation_id="conv_1")

    async def second_process() -> tuple[str, TurnState | None]:
        async with conversations_in(tmp_path) as kept:
            talk = (await load_history_text(kept, "conv_1", owner=OWNER, budget_tokens=9999, language="en")).text
            history = await load_messages(kept, "conv_1", owner=OWNER, budget_tokens=20)
            services = dataclasses.replace(Stores().turn_services(model), conversations=kept)
            await kept.save_turn(a_state(4))
            await run_turn(a_state(4), services, prior=PriorContext(messages=history))
            return talk, await kept.load_turn("turn_4", owner=OWNER)

    asyncio.run(first_process())
    talk, turn = asyncio.run(second_process())
    seen = [message for message in model.calls[0].messages if message["role"] != "system"]
    whole = ["user", "make_note", "→make_note", "deliver", "→deliver"]
    assert names(seen) == ["user", *whole, *whole, "user"]
    assert pair_tool_calls(seen) == seen
    said = [message["content"] for message in seen if message["role"] == "user"]
    assert said == ["One note.", "另一份笔记。", "A third note.", "Hello"]
    assert talk.count("(files: art_") == 3
    assert turn is not None
    assert names(turn_messages(turn)) == ["user", "answer", "→answer"]
    assert turn.engine_messages.count("user-prompt") == 1


class Counting(MemoryConversations):
    """Counts what is read."""

    read = 0

    async def latest_turns(self, *place: Any, **which: Any) -> list[TurnState]:
        found = await super().latest_turns(*place, **which)
        self.read += len(found)
        return found

    async def latest_messages(self, *place: Any, **which: Any) -> list[Said]:
        found = await super().latest_messages(*place, **which)
        self.read += len(found)
        return found


def test_of_a_very_long_conversation_no_more_is_read_than_of_a_long_one() -> None:
    _, stores = run(ScriptedModel([NOTE, deliver]))
    turn = only_turn(stores)

    async def loaded(count: int) -> tuple[list[Any], str, int]:
        kept = Counting()
        for number in range(count):
            await kept.save_turn(turn.model_copy(update={"id": f"turn_{number:05}", "conversation_id": "c"}))
            await kept.add_message(
                Said(
                    id=f"msg_{number:05}", conversation_id="c", owner=OWNER, role="user", text="Make a note of it. " * 9
                )
            )
        history = await load_messages(kept, "c", owner=OWNER, budget_tokens=3000)
        talk = await load_history_text(kept, "c", owner=OWNER, budget_tokens=3000, language="en")
        assert talk.is_cut
        return names([*history]), talk.text, kept.read

    long, longer = asyncio.run(loaded(300)), asyncio.run(loaded(3000))
    assert long[0] == longer[0]
    assert len(long[1].splitlines()) == len(longer[1].splitlines())
    assert long[2] == longer[2]


def test_a_count_that_is_far_too_small_does_not_fill_the_prompt_with_the_whole_conversation() -> None:
    """Some providers leave out of it what they had cached."""
    _, stores = run(ScriptedModel([NOTE, deliver]))

    async def loaded(tokens: int | None) -> int:
        kept = Counting()
        for number in range(100):
            fields = {"id": f"turn_{number:03}", "conversation_id": "c", "tokens": tokens}
            await kept.save_turn(only_turn(stores).model_copy(update=fields))
        return len(await load_messages(kept, "c", owner=OWNER, budget_tokens=1000))

    assert asyncio.run(loaded(3)) == asyncio.run(loaded(None))
    assert asyncio.run(loaded(500)) < asyncio.run(loaded(None))


def test_a_new_turn_is_told_what_was_said_before_and_a_retried_one_the_same() -> None:
    stores = Stores()
    model = ScriptedModel([answer("Hello, Ann."), ModelBusy(model="m", problem="no"), answer("Ann."), answer("Bye.")])

    async def talk() -> list[Any]:
        services = stores.turn_services(model)
        for words in ("I am Ann.", "Who am I?"):
            await send_message(services, words, TALK, owner=OWNER, conversation_id="conv_1")
        failed = next(turn for turn in stores.conversations._turns.values() if isinstance(turn.outcome, Failed))
        await retry_turn(services, failed.id, owner=OWNER)
        await send_message(services, "Bye", TALK, owner="another", conversation_id="conv_1")
        return [next(m["content"] for m in call.messages if m["role"] == "system") for call in model.calls]

    first, second, again, foreign = asyncio.run(talk())
    assert "I am Ann." not in first
    assert second.endswith("The conversation so far:\nUser: I am Ann.\nAssistant: Hello, Ann.")
    assert again == second
    assert "Ann" not in foreign


def test_what_falls_out_of_a_long_talk_is_summarised_for_the_next_turn() -> None:
    stores = Stores()
    heard: list[str] = []

    def model(request: Request) -> Any:
        heard.append(request.messages[0]["content"])
        return answer("Noted.") if request.tools else "[Summary]\nThey spoke of rain."

    async def talk() -> None:
        services = stores.turn_services(ScriptedModel(model))
        for _ in range(12):
            await send_message(services, "It rains on the hills. " * 150, TALK, owner=OWNER, conversation_id="conv_1")

    asyncio.run(talk())
    assert "They spoke of rain." in heard[-2] or "They spoke of rain." in heard[-1]
    assert asyncio.run(stores.conversations.summary("conv_1", owner=OWNER)) is not None


def test_what_a_turn_weighs_is_what_the_provider_counted() -> None:
    usages = [Usage(500, 20), Usage(560, 30)]
    replies = [
        Reply("", calls=(line,), usage=usage) for line, usage in zip((NOTE, answer("Done.")), usages, strict=True)
    ]
    _, stores = run(ScriptedModel(replies))
    assert only_turn(stores).tokens == 560 - 500 + 30 + estimate_tokens("Make a note.")
