"""A conversation that was deleted is gone: from every table, and from every file beside the database."""

import asyncio
import json
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import Connection

from inkwright import ScriptedModel
from inkwright.llm.calls import MemoryCallLog
from inkwright.llm.logged import LoggedModel
from inkwright.llm.scripted import Line
from inkwright.settings import Settings, load_settings
from inkwright.store.tables import METADATA
from inkwright.usecases.delete_conversation import delete_conversation
from inkwright.usecases.keep_calls import FILE_NAME, FileCallLog
from inkwright.usecases.open_store import OWNER, Store, open_store
from inkwright.usecases.send_message import send_message
from tests.agent.desks import ROUTE
from tests.agent.test_turn import answer, call

TALK = ROUTE.model_copy(update={"expected_mode": "answer"})
WORDS = ("zebra", "giraffe", "okapi")


def settings_of(home: Path) -> Settings:
    return load_settings(flags={}, environ={}, folder=home, home=home)


async def said_in(store: Store, home: Path, conversation_id: str, message: str, *script: Line) -> None:
    log = FileCallLog(home / FILE_NAME)
    model = LoggedModel(ScriptedModel(list(script)), log, "turn")
    desk = store.desk(model, [], lambda _, __: None)
    await send_message(desk, message, TALK, owner=OWNER, conversation_id=conversation_id)


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
        async with open_store(settings_of(tmp_path)) as store:
            asks = call("ask_user", question="Which okapi?")
            await said_in(store, tmp_path, "conv_1", "Tell me of the zebra.", answer("It is no giraffe."))
            await said_in(store, tmp_path, "conv_1", "And then?", asks)
            await said_in(store, tmp_path, "conv_2", "Tell me of the lion.", answer("It sleeps."))

    async def delete() -> tuple[str, str, int]:
        async with open_store(settings_of(tmp_path)) as store:
            with (tmp_path / FILE_NAME).open("a") as file:
                file.write('{"conversation": "conv_1", "messages": "zebra')
            await store.calls.take_over(tmp_path / FILE_NAME)
            before = await kept_in(store, tmp_path)
            await said_in(store, tmp_path, "conv_1", "More of the zebra!", answer("It is no okapi."))
            await delete_conversation(store, "conv_1", owner=OWNER)
        async with open_store(settings_of(tmp_path)) as store:
            return before, await kept_in(store, tmp_path), sum(row.calls for row in await store.calls.cost())

    asyncio.run(talk())
    before, after, calls = asyncio.run(delete())
    assert [word in before for word in WORDS] == [True, True, True]
    assert [word in after for word in WORDS] == [False, False, False]
    assert ("lion" in after, calls >= 4) == (True, True)


def test_every_call_that_is_made_for_a_message_knows_its_conversation(tmp_path: Path) -> None:
    log = MemoryCallLog()

    async def talk() -> None:
        async with open_store(settings_of(tmp_path)) as store:
            script: list[Line] = [
                call("ask_user", question="Which one?"),
                json.dumps({"is_answer": True, "chosen": None}),
                answer("It is that one."),
            ]
            desk = store.desk(LoggedModel(ScriptedModel(script), log, "turn"), [], lambda _, __: None)
            await send_message(desk, "Tell me of it.", TALK, owner=OWNER, conversation_id="conv_1")
            await send_message(desk, "The one with the stripes.", owner=OWNER, conversation_id="conv_1")

    asyncio.run(talk())
    assert [each.conversation_id for each in log.calls] == ["conv_1"] * 3
