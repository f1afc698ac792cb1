"""How a conversation begins: with what is first said in it, or with a file that is put into it."""

from typing import Final

from sqlalchemy.engine import Connection

from inkwright.clock import Clock
from inkwright.store.database import Database
from inkwright.store.tables import conversations

_LONGEST_TITLE: Final = 80


class Beginnings:
    """Makes the row of a conversation that has none."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._clock = clock
        adding = database.insert(conversations)
        self._beginning = adding.on_conflict_do_update(
            index_elements=[conversations.c.id],
            set_={"title": adding.excluded.title},
            where=(conversations.c.title == "") & (conversations.c.owner == adding.excluded.owner),
        )

    def ensure(self, connection: Connection, conversation_id: str, owner: str, said: str = "") -> None:
        """The row is there behind this, and nobody else writes into the conversation before the transaction ends.

        Its title is the first line that was said; until then it has none.
        """
        title = next((line.strip() for line in said.splitlines() if line.strip()), "")[:_LONGEST_TITLE]
        row = {"id": conversation_id, "owner": owner, "title": title, "started_at": self._clock.now().isoformat()}
        connection.execute(self._beginning, row)
