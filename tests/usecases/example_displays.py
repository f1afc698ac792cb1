"""A display for tests: it records what is shown, and gives prepared answers."""

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from inkwright.agent.services import TurnLimits
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Vault, Verified
from inkwright.artifacts.verification import CHECKERS
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import Data, Event
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.examples.script import load_example
from inkwright.i18n import Language
from inkwright.settings import load_settings
from inkwright.usecases.make import PlayedTurn, PlayOptions, play_example
from inkwright.usecases.store import Store, open_store

Answering = Callable[[Ask, Answer], Answer | None]


class Witness(Vault):
    """A vault that remembers what it has verified."""

    verified: set[str]

    async def keep(self, draft: Draft, *, owner: str, **more: Any) -> Verified | tuple[Finding, ...]:
        kept = await super().keep(draft, owner=owner, **more)
        if isinstance(kept, Verified):
            self.verified.add(kept.id)
        return kept


class Seen:
    """Implements `Stage`. `too_early` are announcements of what was not verified at that moment."""

    def __init__(self, verified: set[str], answering: Answering) -> None:
        self.events: list[Event] = []
        self.notes: list[str] = []
        self.messages: list[str] = []
        self.too_early: list[Event] = []
        self._verified = verified
        self._answering = answering

    def show(self, number: int, event: Event) -> None:
        self.events.append(event)
        if isinstance(event, Data) and WIRE_PREFIX + event.name in artifact_event_types():
            announced = str(event.id)
            if announced.startswith("art_") and announced not in self._verified:
                self.too_early.append(event)

    def note(self, said: str) -> None:
        self.notes.append(said)

    async def message(self, said: str) -> None:
        self.messages.append(said)

    async def answer(self, ask: Ask, scripted: Answer) -> Answer | None:
        return self._answering(ask, scripted)

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        yield


def as_scripted(_: Ask, scripted: Answer) -> Answer:
    return scripted


def played(
    folder: Path, name: str, language: Language, answering: Answering = as_scripted
) -> tuple[list[PlayedTurn], Seen]:
    """An example played in the store of a folder, its files in `folder/out`."""

    async def go() -> tuple[list[PlayedTurn], Seen]:
        async with opened(folder) as store:
            vault = Witness(store.records, CHECKERS, ids=store.ids, clock=store.clock)
            vault.verified = set()
            seen = Seen(vault.verified, answering)
            playing = PlayOptions(language, folder / "out", TurnLimits())
            watched = dataclasses.replace(store, vault=vault)
            example = load_example(name, language)
            return [each async for each in play_example(watched, example, seen, playing)], seen

    return asyncio.run(go())


def opened(folder: Path) -> contextlib.AbstractAsyncContextManager[Store]:
    return open_store(load_settings(flags={}, environ={}, folder=folder, home=folder / "home"))
