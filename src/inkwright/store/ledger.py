"""The ledger: what was really made in each turn."""

from typing import Final

from sqlalchemy import bindparam, select

from inkwright.conversation.turns import LedgerEntry
from inkwright.store.database import Database
from inkwright.store.tables import ledger

_OF: Final = select(ledger.c.body).where(ledger.c.turn_id == bindparam("turn")).order_by(ledger.c.number)


class StoredLedger:
    """Implements `Ledger`; the same artifact counts once.

    What a step makes is written down together with the end of the step: neither is there without the other.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._adding = database.insert(ledger).on_conflict_do_nothing(index_elements=["turn_id", "artifact_id"])

    async def add(self, turn_id: str, entry: LedgerEntry) -> None:
        row = {"turn_id": turn_id, "artifact_id": entry.artifact.id, "body": entry.model_dump_json()}
        await self._database.along(lambda connection: connection.execute(self._adding, row).close())

    async def of(self, turn_id: str) -> list[LedgerEntry]:
        bodies = await self._database.read(lambda connection: connection.scalars(_OF, {"turn": turn_id}).all())
        return [LedgerEntry.model_validate_json(body) for body in bodies]
