"""The ledger: what was really made in each turn."""

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from inkwright.conversation.turns import LedgerEntry
from inkwright.store.database import Database
from inkwright.store.tables import ledger


class StoredLedger:
    """Implements `Ledger`; the same artifact counts once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        row = {"turn_id": turn_id, "artifact_id": entry.artifact.id, "body": entry.model_dump_json()}
        try:
            async with self._database.writing() as connection:
                await connection.execute(insert(ledger), [row])
        except IntegrityError:
            return

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        asked = select(ledger.c.body).where(ledger.c.turn_id == turn_id).order_by(ledger.c.number)
        async with self._database.reading() as connection:
            return [LedgerEntry.model_validate_json(row[0]) for row in await connection.execute(asked)]
