"""A conversation as it went: each turn with all that was said in it, answers to its questions included."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.engine import URL, Connection

from inkwright import ScriptedModel
from inkwright.artifacts.text_extraction import MAX_BYTES
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.turns import Asked, Message, TurnState
from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.i18n import Language, Reason, error_text
from inkwright.llm.call_log import LoggedModel, MemoryCallLog
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import Settings, load_settings
from inkwright.store.tables import METADATA
from inkwright.testing.memory_conversations import MemoryAttachments
from inkwright.usecases.conversations import (
    ConversationRecord,
    attach_files,
    conversation_json,
    delete_conversation,
    read_conversation,
)
from inkwright.usecases.store import CALLS_FILE, LOCAL_OWNER, FileCallLog, Store, open_store
from inkwright.usecases.turns import answer_ask, send_message
from tests.agent.test_run import answer, call
from tests.agent.turn_services import OWNER, ROUTE
from tests.artifacts.rendering.sample_pdfs import pdf, written
from tests.store.test_killed_writers import address
from tests.store.turn_writer import settings_of
from tests.usecases.note_stores import in_store

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
    model = LoggedModel(ScriptedModel(list(script)), log, "turn")
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
            return before, await kept_in(store, tmp_path), sum(row.calls for row in await store.calls.cost())

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
            services = store.turn_services(LoggedModel(ScriptedModel(script), log, "turn"), [], lambda _, __: None)
            await send_message(services, "Tell me of it.", TALK, owner=LOCAL_OWNER, conversation_id="conv_1")
            await send_message(services, "The one with the stripes.", owner=LOCAL_OWNER, conversation_id="conv_1")

    asyncio.run(talk())
    assert [each.conversation_id for each in log.calls] == ["conv_1"] * 5


def attached(
    kept: MemoryAttachments, paths: Sequence[Path], owner: str = "me", language: Language = "en"
) -> list[Attachment]:
    return asyncio.run(attach_files(kept, "conv_1", paths, owner=owner, language=language))


def names(kept: MemoryAttachments, owner: str = "me") -> list[str]:
    return [each.name for each in asyncio.run(kept.of("conv_1", owner=owner))]


def test_files_are_read_and_kept_in_the_store(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_bytes("雨从海上来。".encode("gb18030"))
    (tmp_path / "a.pdf").write_bytes(pdf([written("Rain", 50, 200)]))

    async def work(store: Store) -> None:
        paths = [tmp_path / "雨.md", tmp_path / "a.pdf"]
        made = await attach_files(store.attachments, "conv_1", paths, owner="ann")
        assert made == [Attachment(name="雨.md", characters=6), Attachment(name="a.pdf", characters=16)]
        assert await store.attachments.read("conv_1", "雨.md", owner="ann") == "雨从海上来。"
        assert await store.attachments.read("conv_1", "a.pdf", owner="ann") == "## Page 1\n\nRain\n"
        assert await store.attachments.of("conv_1", owner="bob") == []

    in_store(tmp_path / "home", work)


def test_where_one_cannot_be_read_none_is_kept_and_the_reason_is_told_in_both_languages(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "b.doc").write_text("old")
    for language, told in (
        ("en", "Cannot read b.doc: Inkwright does not read .doc files; save the file as .docx."),
        ("zh", "无法读取 b.doc：这里不读取 .doc 文件；请另存为 .docx。"),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(kept, [tmp_path / "a.txt", tmp_path / "b.doc"], language=language)  # type: ignore[arg-type]
        assert error_text(language, caught.value)[0] == told  # type: ignore[arg-type]
    assert names(kept) == []


def test_a_file_that_is_not_there_or_a_folder_or_too_large_is_reported(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    for name, told in (
        ("none.txt", "no such file or directory"),
        ("folder.txt", "is a directory"),
        ("large.txt", "the file is larger than 32 MB; use a part of it"),
        ("a\0.txt", str(Reason("reason.name_character"))),
    ):
        with pytest.raises(UnreadableFile) as caught:
            attached(MemoryAttachments(), [tmp_path / name])
        assert (caught.value.fields["name"], str(caught.value.fields["problem"])) == (name, told)


def test_a_text_that_is_too_long_is_refused_before_anything_is_kept(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    (tmp_path / "a.txt").write_text("fine")
    (tmp_path / "long.txt").write_text("x" * 2_000_001)
    with pytest.raises(UnreadableFile, match="with a limit of 2,000,000"):
        attached(kept, [tmp_path / "a.txt", tmp_path / "long.txt"])
    assert names(kept) == []


def test_two_files_of_one_name_are_refused_and_a_later_one_replaces(tmp_path: Path) -> None:
    kept = MemoryAttachments()
    for folder, words in (("one", "1"), ("two", "22")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.txt").write_text(words)
    with pytest.raises(InvalidOption, match="Two files have this name"):
        attached(kept, [tmp_path / "one" / "a.txt", tmp_path / "two" / "a.txt"])
    assert names(kept) == []
    attached(kept, [tmp_path / "one" / "a.txt"])
    made = attached(kept, [tmp_path / "two" / "a.txt"])
    assert made == asyncio.run(kept.of("conv_1", owner="me")) == [Attachment(name="a.txt", characters=2)]


def test_no_files_are_no_attachments() -> None:
    assert attached(MemoryAttachments(), []) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Cannot read long.txt: its length in pages or characters is 2,000,005, with a limit of 2,000,000;"),
        ("zh", "无法读取 long.txt：共有 2,000,005 页或字符，最多 2,000,000；"),
    ],
)
def test_a_text_that_is_too_long_is_reported_with_both_figures(tmp_path: Path, language: Language, told: str) -> None:
    (tmp_path / "long.txt").write_text("rain " * 400_001)
    with pytest.raises(UnreadableFile) as caught:
        attached(MemoryAttachments(), [tmp_path / "long.txt"], language=language)
    assert error_text(language, caught.value)[0].startswith(told)
