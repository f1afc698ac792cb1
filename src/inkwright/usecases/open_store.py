"""Open what is kept on this machine: the database of the settings, and the files of artifacts beside it."""

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.agent.desk import Desk, Limits
from inkwright.agent.tools import AgentTool
from inkwright.agent.voice import Show
from inkwright.artifacts.kinds import CHECKERS
from inkwright.artifacts.vault import Vault
from inkwright.clock import Clock, SystemClock
from inkwright.ids import Ids, TimedIds
from inkwright.llm.models import Model
from inkwright.llm.providers import Tier
from inkwright.settings import DATABASE, Settings
from inkwright.store.artifacts import StoredRecords
from inkwright.store.asks import StoredAsks
from inkwright.store.attachments import StoredAttachments
from inkwright.store.blocks import StoredBlocks
from inkwright.store.calls import StoredCalls
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database, database_url
from inkwright.store.journal import StoredJournal
from inkwright.store.ledger import StoredLedger
from inkwright.store.projects import StoredProjects
from inkwright.store.steps import StoredSteps
from inkwright.usecases.keep_calls import FILE_NAME

FOLDER: Final = "artifacts"
OWNER: Final = "local"
"""Whose things they are on a machine with one person."""


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that is kept, by what it is."""

    database: Database
    records: StoredRecords
    vault: Vault
    journal: StoredJournal
    ledger: StoredLedger
    asks: StoredAsks
    steps: StoredSteps
    conversations: StoredConversations
    attachments: StoredAttachments
    calls: StoredCalls
    projects: StoredProjects
    blocks: StoredBlocks
    ids: Ids
    clock: Clock

    def desk(
        self,
        model: Model,
        tools: Sequence[AgentTool],
        show: Show,
        limits: Limits | None = None,
        tiers: Callable[[Tier], Model] | None = None,
    ) -> Desk:
        """A desk at which everything is kept here."""
        return Desk(
            model,
            tools,
            self.vault,
            self.journal,
            self.ledger,
            self.asks,
            self.steps,
            self.conversations,
            self.attachments,
            self.ids,
            self.clock,
            show,
            limits or Limits(),
            tiers,
        )


@contextlib.asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """The store, made or upgraded where that is needed; every connection is let go of at the end."""
    database = Database(database_url(settings.get(DATABASE), settings.home))
    try:
        await database.open()
        ids, clock = TimedIds(), SystemClock()
        records = StoredRecords(database, settings.home / FOLDER)
        vault = Vault(records, CHECKERS, ids=ids, clock=clock)
        journal = StoredJournal(database)
        store = Store(
            database,
            records,
            vault,
            journal,
            StoredLedger(database),
            StoredAsks(database),
            StoredSteps(database, clock),
            StoredConversations(database, clock),
            StoredAttachments(database, clock),
            StoredCalls(database, clock, OWNER),
            StoredProjects(database, clock),
            StoredBlocks(database),
            ids,
            clock,
        )
        await store.calls.take_over(settings.home / FILE_NAME)
        try:
            yield store
        finally:
            await journal.close()
            await store.calls.take_over(settings.home / FILE_NAME)
    finally:
        await database.close()
