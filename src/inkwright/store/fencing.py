"""Refuses the writes of a process that has lost its turn; checked in the same transaction as the write."""

from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.engine import Connection

from inkwright.conversation.fencing import FencingToken
from inkwright.errors import TurnLost
from inkwright.store.sqlite import driver_connection
from inkwright.store.tables import turns

# On Postgres the row stays locked until the end of the transaction, so that no other process takes the turn meanwhile.
_EPOCH: Final = select(turns.c.epoch).where(turns.c.id == bindparam("turn")).with_for_update(read=True)

_SQLITE_EPOCH: Final = "SELECT epoch FROM turns WHERE id = ?"


def refuse_lost_turn(connection: Connection, token: FencingToken | None) -> None:
    """Raise TurnLost if another process has continued or deleted the turn since."""
    if token is not None and _epoch(connection, token.turn_id) != token.epoch:
        raise TurnLost(id=token.turn_id)


def _epoch(connection: Connection, turn_id: str) -> int | None:
    """Return the epoch of a turn, by the shortest way: this is asked in every write."""
    if connection.dialect.name != "sqlite":
        epoch: int | None = connection.scalar(_EPOCH, {"turn": turn_id})
        return epoch
    found: tuple[int] | None = driver_connection(connection).execute(_SQLITE_EPOCH, (turn_id,)).fetchone()
    return found[0] if found else None
