"""Add the texts of attached files, replaced messages and turns, and the message that started each turn."""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "attachments",
        sa.Column(
            "conversation_id", sa.String(64), sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("owner", sa.String(128), primary_key=True),
        sa.Column("name", sa.String(255), primary_key=True),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
    op.add_column("messages", sa.Column("is_replaced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("messages_by_conversation", "messages")
    op.create_index("messages_by_conversation", "messages", ["conversation_id", "owner", "is_replaced", "number"])
    op.add_column("turns", sa.Column("is_replaced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("turns", sa.Column("message_id", sa.String(64), nullable=False, server_default=""))
    op.drop_index("turns_by_conversation", "turns")
    op.create_index("turns_by_conversation", "turns", ["conversation_id", "is_replaced", "id"])
    _name_the_messages(op.get_bind())


def _name_the_messages(connection: sa.Connection) -> None:
    """From the state of each turn. Older ones do not have it there: they are the turns of the same words, in order."""
    turns = sa.table("turns", *map(sa.column, ("id", "conversation_id", "owner", "message_id", "state")))
    naming = sa.update(turns).where(turns.c.id == sa.bindparam("of")).values(message_id=sa.bindparam("named"))
    places: dict[str, int] = {}
    for turn_id in connection.scalars(sa.select(turns.c.id).order_by(turns.c.id)).all():
        asked = sa.select(turns.c.conversation_id, turns.c.owner, turns.c.state).where(turns.c.id == turn_id)
        conversation_id, owner, compressed = connection.execute(asked).one()
        state = json.loads(zlib.decompress(compressed))
        named = state.get("message_id")
        if not named:
            place, named = _said(connection, conversation_id, owner, state["message"], places.get(conversation_id, 0))
            places[conversation_id] = place
        connection.execute(naming, {"of": turn_id, "named": named})


def _said(connection: sa.Connection, conversation_id: str, owner: str, words: str, after: int) -> tuple[int, str]:
    """The first message of the person with these words behind a place, and its place; none where there is none."""
    said = sa.table("messages", *map(sa.column, ("number", "id", "conversation_id", "owner", "role", "text")))
    found = connection.execute(
        sa.select(said.c.number, said.c.id)
        .where(said.c.conversation_id == conversation_id, said.c.owner == owner, said.c.role == "user")
        .where(said.c.text == words, said.c.number > after)
        .order_by(said.c.number)
        .limit(1)
    ).first()
    return (found[0], found[1]) if found else (after, "")
