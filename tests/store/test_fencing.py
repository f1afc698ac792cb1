"""A process that lost a turn writes nothing more for it: the turn has one outcome, from the process that took it."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select, func, select
from sqlalchemy.engine import URL, Connection

from inkwright import ScriptedModel
from inkwright.agent.services import TurnServices
from inkwright.clock import SystemClock
from inkwright.conversation.events import Event, TurnFinished, Warned
from inkwright.conversation.fencing import FencingToken, fenced
from inkwright.conversation.turns import Delivered, LedgerEntry, TurnState
from inkwright.errors import TurnLost
from inkwright.store.artifacts import StoredRecords
from inkwright.store.attachments import StoredAttachments
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database
from inkwright.store.files import ContentFiles
from inkwright.store.journal import StoredJournal
from inkwright.store.tables import METADATA
from inkwright.store.turn_progress import StoredAsks, StoredLedger, StoredSteps
from inkwright.usecases.store import Store, open_store
from inkwright.usecases.turns import BegunTurn, marked_running, run_begun, send_message
from tests.agent.test_run import NOTE, call, deliver
from tests.agent.turn_services import NOTE_TOOL, OWNER, ROUTE
from tests.conversation.samples import ASK, DECK
from tests.store.opened import TURN, message, run_on
from tests.store.snapshots import FILES, RECORD
from tests.store.turn_writer import settings_of, vault_of
from tests.usecases.test_answer_recovery import LaterClock

CLOCK = SystemClock()
EVENT = Warned(code="late", message="Too late.")
MINE = TURN.model_copy(update={"epoch": 3})


async def done() -> str:
    return "done"


def writes(database: Database, folder: Path) -> dict[str, Callable[[], Awaitable[Any]]]:
    """Every kind of write that a turn does."""
    conversations = StoredConversations(database, CLOCK)
    record = RECORD.model_copy(update={"owner": TURN.owner, "turn_id": TURN.id})
    entry = LedgerEntry(artifact=DECK, tool="t", call_id="c")
    return {
        "journal": lambda: StoredJournal(database).append(TURN.id, [EVENT]),
        "ledger": lambda: StoredLedger(database).add(TURN.id, entry),
        "turn": lambda: conversations.save_turn(MINE.model_copy(update={"status": "finished"})),
        "reply": lambda: conversations.finish_turn(MINE, message(7, "late")),
        "message": lambda: conversations.add_message(message(8, "late")),
        "step": lambda: StoredSteps(database).once(f"{TURN.id}/t/1", done),
        "ask": lambda: StoredAsks(database).open(ASK.model_copy(update={"turn_id": TURN.id})),
        "artifact": lambda: StoredRecords(database, ContentFiles(folder)).add(record, FILES),
        "attachment": lambda: StoredAttachments(database, CLOCK).add("conv_1", "a.md", "a", owner="me"),
    }


def _scalar(connection: Connection, query: Select[Any]) -> Any:
    return connection.scalar(query)


async def counts(database: Database) -> dict[str, Any]:
    """How many rows each table has, and what the turn is."""
    queries = {table.name: select(func.count()).select_from(table) for table in METADATA.sorted_tables}
    found = {name: await database.read(partial(_scalar, query=query)) for name, query in queries.items()}
    return {**found, "turn": await StoredConversations(database, CLOCK).load_turn(TURN.id, owner=TURN.owner)}


def test_nothing_is_written_for_a_turn_under_an_epoch_that_is_over_or_after_it_was_deleted(
    url: URL, tmp_path: Path
) -> None:
    async def go(database: Database) -> None:
        await StoredConversations(database, CLOCK).save_turn(MINE)
        before = await counts(database)
        for token in (FencingToken(TURN.id, 2), FencingToken("turn_deleted", 3)):
            for name, write in writes(database, tmp_path).items():
                with fenced(token), pytest.raises(TurnLost):
                    await write()
                assert await counts(database) == before, name
        with fenced(FencingToken(TURN.id, 3)):
            for write in writes(database, tmp_path).values():
                await write()

    run_on(url, go)


def test_a_turn_that_was_lost_does_not_hinder_the_journal_of_the_others(url: URL) -> None:
    async def go(database: Database) -> list[Any]:
        journal = StoredJournal(database)

        async def append(epoch: int) -> list[int]:
            with fenced(FencingToken(TURN.id, epoch)):
                return await journal.append(TURN.id, [EVENT])

        return [*await asyncio.gather(append(0), append(5), append(0), return_exceptions=True)]

    first, lost, second = run_on(url, go)
    assert (first, type(lost), second) == ([1], TurnLost, [2])


class Stopped(ScriptedModel):
    """A model in whose call the process is stopped, until it goes on."""

    def __init__(self, *script: Any) -> None:
        super().__init__(script)
        self.is_reached = asyncio.Event()
        self.goes_on = asyncio.Event()

    async def reply(self, *arguments: Any, **named: Any) -> Any:
        self.is_reached.set()
        await self.goes_on.wait()
        return await super().reply(*arguments, **named)


def services_of(store: Store, model: Any, shown: list[Event]) -> TurnServices:
    services = store.turn_services(model, [NOTE_TOOL], lambda _number, event: shown.append(event))
    return dataclasses.replace(services, vault=vault_of(store))


@pytest.mark.parametrize("script", [[NOTE, deliver], [call("answer", message="Done.")]], ids=["makes", "answers"])
def test_a_turn_that_another_process_resumed_ends_at_its_next_write_and_has_one_outcome(
    script: list[Any], url: URL, tmp_path: Path
) -> None:
    """Two stores are two processes: the first is stopped for more than a minute, the second resumes its turn."""
    settings = settings_of(tmp_path, url.render_as_string(hide_password=False))

    async def go() -> tuple[TurnState, list[Event], list[Event], int]:
        async with open_store(settings) as first, open_store(settings) as second:
            model = Stopped(*script)
            shown: list[Event] = []
            running = asyncio.create_task(
                send_message(services_of(first, model, shown), "Make a note.", ROUTE, owner=OWNER)
            )
            await model.is_reached.wait()
            (left,) = await second.conversations.unfinished(OWNER)
            later = dataclasses.replace(
                services_of(second, ScriptedModel([NOTE, deliver]), []),
                clock=LaterClock(),
                steps=StoredSteps(second.database),
            )
            taken = marked_running(later, left)
            assert await second.conversations.change_turn(left, taken)
            assert isinstance(await run_begun(later, BegunTurn(taken)), Delivered)
            model.goes_on.set()
            with pytest.raises(TurnLost):
                await running
            turn = await second.conversations.load_turn(left.id, owner=OWNER)
            assert turn is not None
            events = [event for _, event in await second.journal.read(left.id)]
            return turn, events, shown, len(await second.records.ids(OWNER))

    turn, events, shown, files = asyncio.run(go())
    assert isinstance(turn.outcome, Delivered)
    assert [event for event in events if isinstance(event, TurnFinished)] == [TurnFinished(outcome=turn.outcome)]
    assert not any(isinstance(event, TurnFinished) for event in shown)
    assert files == 1
