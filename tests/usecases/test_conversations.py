"""A conversation as it went: each turn with all that was said in it, answers to its questions included."""

import asyncio
import json
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import URL, Connection

from inkwright import ScriptedModel
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.turns import Asked, Message, TurnState
from inkwright.llm.call_log import LoggedModel, MemoryCallLog
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import Settings, load_settings
from inkwright.store.tables import METADATA
from inkwright.usecases.conversations import (
    ConversationRecord,
    conversation_json,
    delete_conversation,
    read_conversation,
)
from inkwright.usecases.store import CALLS_FILE, LOCAL_OWNER, FileCallLog, Store, open_store
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import answer, call
from tests.agent.turn_services import OWNER, ROUTE
from tests.store.test_killed_writers import address
from tests.store.turn_writer import settings_of

TALK = ROUTE.model_copy(update={"expected_mode": "answer"})
RED = Answer(status="answered", answers=(QuestionAnswer(id="1", value="Red"),))


def read(home: Path, url: URL) -> ConversationRecord:
    async def go() -> ConversationRecord:
        async with open_store(settings_of(home, address(url))) as store:
            await _talk(store)
            [row] = await store.conversations.conversations(OWNER)
            return await read_conversation(store, row, owner=OWNER)

    return asyncio.run(go())


async def _talk(store: Store) -> None:
    question = call("ask_user", question="Which colour?", options=["Red", "Blue"])
    services = store.turn_services(
        ScriptedModel([question, answer("It is red."), answer("And round.")]), [], lambda _, __: None
    )
    asked = await send_message(services, "What is it like?", TALK, owner=OWNER, conversation_id="conv_1")
    assert isinstance(asked, Asked)
    await answer_ask(services, asked.ask_id, RED, owner=OWNER)
    await send_message(services, "And its shape?", TALK, owner=OWNER, conversation_id="conv_1")


def test_an_answer_belongs_to_the_turn_that_asked(url: URL, tmp_path: Path) -> None:
    first, second = read(tmp_path, url).exchanges
    assert first.messages[0].text == "What is it like?"
    assert first.messages[-1].text == "It is red."
    assert "Red" in "".join(each.text for each in first.messages[1:-1] if each.role == "user")
    assert [each.text for each in second.messages] == ["And its shape?", "And round."]
    for exchange in (first, second):
        assert exchange.turn is not None
        assert exchange.turn.outcome is not None
        assert exchange.turn.outcome.message == exchange.messages[-1].text


def test_an_export_names_the_turn_of_every_exchange(url: URL, tmp_path: Path) -> None:
    exchanges = conversation_json(read(tmp_path, url))["exchanges"]
    assert [each["status"] for each in exchanges] == ["finished", "finished"]


def test_turns_that_do_not_name_their_message_go_with_the_messages_in_their_order(url: URL, tmp_path: Path) -> None:
    async def go() -> ConversationRecord:
        async with open_store(settings_of(tmp_path, address(url))) as store:
            for number in "12":
                said = Message(id=f"msg_{number}", conversation_id="conv_1", owner=OWNER, role="user", text=number)
                await store.conversations.add_message(said)
                turn = TurnState(id=f"turn_{number}", conversation_id="conv_1", owner=OWNER, message=number)
                await store.conversations.save_turn(turn)
            [row] = await store.conversations.conversations(OWNER)
            return await read_conversation(store, row, owner=OWNER)

    pairs = [(each.messages[0].text, each.turn.message) for each in asyncio.run(go()).exchanges if each.turn]
    assert pairs == [("1", "1"), ("2", "2")]


WORDS = ("zebra", "giraffe", "okapi")


def settings_in(home: Path) -> Settings:
    return load_settings(flags={}, environ={}, folder=home, home=home)


async def said_in(store: Store, home: Path, conversation_id: str, message: str, *script: ScriptLine) -> None:
    log = FileCallLog(home / CALLS_FILE)
    model = LoggedModel(ScriptedModel(list(script)), log)
    services = store.turn_services(model, [], lambda _, __: None)
    await send_message(services, message, TALK, owner=LOCAL_OWNER, conversation_id=conversation_id)


def everything(connection: Connection) -> str:
    """Every value of every table, as text."""
    rows = [row for table in METADATA.sorted_tables for row in connection.execute(select(table)).all()]
    return "\n".join(map(str, rows))


def logged_in(home: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in home.glob("calls*"))


async def kept_in(store: Store, home: Path) -> str:
    """All that is kept: the tables, and the logs."""
    return await store.database.read(everything) + logged_in(home)


def test_no_word_of_it_is_left_in_a_table_or_a_log(tmp_path: Path) -> None:
    async def talk() -> None:
        async with open_store(settings_in(tmp_path)) as store:
            asks = call("ask_user", question="Which okapi?")
            await said_in(store, tmp_path, "conv_1", "Tell me of the zebra.", answer("It is no giraffe."))
            await said_in(store, tmp_path, "conv_1", "And then?", asks)
            await said_in(store, tmp_path, "conv_2", "Tell me of the lion.", answer("It sleeps."))

    async def delete() -> tuple[str, str, int]:
        async with open_store(settings_in(tmp_path)) as store:
            with (tmp_path / CALLS_FILE).open("a") as file:
                file.write('{"conversation": "conv_1", "messages": "zebra')
            await store.calls.import_log(tmp_path / CALLS_FILE)
            before = await kept_in(store, tmp_path)
            await said_in(store, tmp_path, "conv_1", "More of the zebra!", answer("It is no okapi."))
            await delete_conversation(store, "conv_1", owner=LOCAL_OWNER)
        async with open_store(settings_in(tmp_path)) as store:
            return before, await kept_in(store, tmp_path), sum(row.total.calls for row in await store.calls.cost())

    asyncio.run(talk())
    before, after, calls = asyncio.run(delete())
    assert [word in before for word in WORDS] == [True, True, True]
    assert [word in after for word in WORDS] == [False, False, False]
    assert ("lion" in after, calls >= 4) == (True, True)


def test_every_call_that_is_made_for_a_message_knows_its_conversation(tmp_path: Path) -> None:
    log = MemoryCallLog()

    async def talk() -> None:
        async with open_store(settings_in(tmp_path)) as store:
            script: list[ScriptLine] = [
                call("ask_user", question="Which one?"),
                json.dumps({"is_answer": True, "chosen": None}),
                answer("It is that one."),
            ]
            services = store.turn_services(LoggedModel(ScriptedModel(script), log), [], lambda _, __: None)
            await send_message(services, "Tell me of it.", TALK, owner=LOCAL_OWNER, conversation_id="conv_1")
            await send_message(services, "The one with the stripes.", owner=LOCAL_OWNER, conversation_id="conv_1")

    asyncio.run(talk())
    assert [each.origin.conversation_id for each in log.calls] == ["conv_1"] * 5
    assert [each.purpose for each in log.calls] == ["chat", "judge", "answer", "chat", "judge"]
