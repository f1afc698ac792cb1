"""Play an example: its messages become real turns in the person's own store; only what the model says is scripted."""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from inkwright.agent.desk import Desk, Limits
from inkwright.conversation.answering import answers_from_json
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import Event
from inkwright.conversation.outcomes import Asked, Outcome
from inkwright.examples.playing import Pace, models_of
from inkwright.examples.shapes import Example, ScriptedTurn
from inkwright.i18n import Language, text
from inkwright.store.beginnings import Beginnings
from inkwright.tools.registry import all_tools
from inkwright.usecases.answer_ask import answer_ask
from inkwright.usecases.make_thing import deliver_files
from inkwright.usecases.open_store import OWNER, Store
from inkwright.usecases.send_message import send_message


class Stage(Protocol):
    """Where an example is seen."""

    def show(self, number: int, event: Event) -> None:
        """One event of a turn, as it is shown of any turn."""
        ...

    def note(self, said: str) -> None:
        """What there is to say of the scripted model's next step."""
        ...

    async def message(self, said: str) -> None:
        """The person's message, before its turn begins."""
        ...

    async def answer(self, ask: Ask, scripted: Answer) -> Answer | None:
        """The person's answer, or the scripted one where nobody is there; None leaves the question open."""
        ...

    def running(self) -> contextlib.AbstractAsyncContextManager[None]:
        """While it lasts a turn runs."""
        ...


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one message. `as_told` is False where the person's answers led elsewhere than the script."""

    outcome: Outcome
    paths: tuple[Path, ...]
    as_told: bool


@dataclass(frozen=True, slots=True)
class Playing:
    """How an example is played: in which language, how fast, how far its turns may go, and where its files go."""

    language: Language
    folder: Path
    limits: Limits
    pace: Pace = field(default_factory=Pace)


async def play_example(store: Store, example: Example, stage: Stage, playing: Playing) -> AsyncGenerator[Played, None]:
    """Every message of the example, carried to its outcome. The conversation is titled as an example.

    It ends with the first message whose question stays open, and with the first that ends otherwise than it is told.
    """
    conversation_id = await _begun(store, text(playing.language, "example.conversation", title=example.title))
    for turn in example.turns:
        models = models_of(turn, playing.language, stage.note, playing.pace)
        tools = list(all_tools().values())
        desk = store.desk(models(None), tools, stage.show, playing.limits, models)
        await stage.message(turn.message)
        outcome = await _carried(desk, turn, conversation_id, stage)
        paths = await deliver_files(desk, outcome, playing.folder)
        yield Played(outcome, tuple(paths), as_told=outcome.kind == turn.ends)
        if outcome.kind != turn.ends:
            break


async def _begun(store: Store, title: str) -> str:
    """A conversation of this title, in which nothing was said yet."""
    conversation_id = store.ids.new("conv")
    beginnings = Beginnings(store.database, store.clock)
    await store.database.write(lambda connection: beginnings.ensure(connection, conversation_id, OWNER, title))
    return conversation_id


async def _carried(desk: Desk, turn: ScriptedTurn, conversation_id: str, stage: Stage) -> Outcome:
    given = iter(turn.answers)
    async with stage.running():
        outcome = await send_message(desk, turn.message, owner=OWNER, conversation_id=conversation_id)
    while isinstance(outcome, Asked):
        ask, scripted = await desk.asks.get(outcome.ask_id, owner=OWNER), next(given, None)
        answer = await stage.answer(ask, answers_from_json(ask, scripted)) if ask and scripted else None
        if ask is None or answer is None:
            break
        async with stage.running():
            outcome = await answer_ask(desk, ask.id, answer, owner=OWNER)
    return outcome
