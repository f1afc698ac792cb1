"""A conversation as it went: each turn with all that was said in it, answers to its questions included."""

import asyncio
from pathlib import Path

from sqlalchemy.engine import URL

from inkwright import ScriptedModel
from inkwright.conversation.asks import Answer, QuestionAnswer
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import Asked
from inkwright.conversation.turns import TurnState
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.export_conversation import as_json
from inkwright.usecases.open_store import Store, open_store
from inkwright.usecases.read_conversation import Talk, read_conversation
from inkwright.usecases.send_message import send_message
from tests.agent.desks import OWNER, ROUTE
from tests.agent.test_turn import answer, call
from tests.store.test_kills import address
from tests.store.turn_writer import settings_of

TALK = ROUTE.model_copy(update={"expected_mode": "answer"})
RED = Answer(status="answered", answers=(QuestionAnswer(id="1", value="Red"),))


def read(home: Path, url: URL) -> Talk:
    async def go() -> Talk:
        async with open_store(settings_of(home, address(url))) as store:
            await _talk(store)
            [row] = await store.conversations.conversations(OWNER)
            return await read_conversation(store, row, owner=OWNER)

    return asyncio.run(go())


async def _talk(store: Store) -> None:
    question = call("ask_user", question="Which colour?", options=["Red", "Blue"])
    desk = store.desk(ScriptedModel([question, answer("It is red."), answer("And round.")]), [], lambda _, __: None)
    asked = await send_message(desk, "What is it like?", TALK, owner=OWNER, conversation_id="conv_1")
    assert isinstance(asked, Asked)
    await answer_ask(desk, asked.ask_id, RED, owner=OWNER)
    await send_message(desk, "And its shape?", TALK, owner=OWNER, conversation_id="conv_1")


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
    exchanges = as_json(read(tmp_path, url))["exchanges"]
    assert [each["status"] for each in exchanges] == ["finished", "finished"]


def test_turns_that_do_not_name_their_message_go_with_the_messages_in_their_order(url: URL, tmp_path: Path) -> None:
    async def go() -> Talk:
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
