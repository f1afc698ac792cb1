"""A turn runs to its end while its asks are answered."""

import asyncio
from pathlib import Path

from inkwright import ScriptedModel
from inkwright.conversation.asks import Answer, Ask, answer_from_json
from inkwright.conversation.turns import Asked, Delivered
from inkwright.llm.scripted import ScriptLine
from inkwright.settings import load_settings
from inkwright.tools.registry import all_tools
from inkwright.usecases.ask_loop import AnswerAsk, LocalDoor, TurnEnd, run_answering
from inkwright.usecases.store import LOCAL_OWNER, open_store
from inkwright.usecases.turns import send_message
from tests.agent.golden_requests import pdf
from tests.agent.test_router import guessed
from tests.agent.test_run import call, deliver

QUESTIONS: list[ScriptLine] = [guessed(), call("ask_user", question="For whom?"), call("ask_user", question="Why?")]


def run(folder: Path, script: list[ScriptLine], answer: AnswerAsk) -> TurnEnd:
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")

    async def go() -> TurnEnd:
        async with open_store(settings) as store:
            services = store.turn_services(
                ScriptedModel(script), list(all_tools().values()), lambda _number, _event: None
            )
            first = send_message(services, "Slides, please.", owner=LOCAL_OWNER, conversation_id="conv_1")
            return await run_answering(LocalDoor(services), first, answer)

    return asyncio.run(go())


def test_every_ask_is_answered_until_the_turn_ends(tmp_path: Path) -> None:
    asked: list[str] = []

    async def answer(ask: Ask) -> Answer:
        asked.append(ask.questions[0].question)
        return answer_from_json(ask, {ask.questions[0].id: "Class 5"})

    end = run(tmp_path, [*QUESTIONS, pdf("Rain"), deliver], answer)
    assert (asked, isinstance(end.outcome, Delivered), end.open_ask) == (["For whom?", "Why?"], True, None)


def test_an_ask_without_an_answer_stays_open(tmp_path: Path) -> None:
    async def nobody(_ask: Ask) -> None:
        return None

    end = run(tmp_path, QUESTIONS, nobody)
    assert isinstance(end.outcome, Asked)
    assert end.open_ask is not None
    assert (end.open_ask.kind, end.open_ask.id) == ("clarification", end.outcome.ask_id)
