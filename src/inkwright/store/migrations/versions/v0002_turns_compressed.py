"""Compress the state of turns: it is most of their size, and is read only when a turn continues.

An index alone can count the messages of a conversation.
"""

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("turns", sa.Column("state", sa.LargeBinary))
    connection = op.get_bind()
    turns = sa.table("turns", sa.column("id"), sa.column("body"), sa.column("state", sa.LargeBinary))
    changing = sa.update(turns).where(turns.c.id == sa.bindparam("of")).values(state=sa.bindparam("compressed"))
    for turn_id in connection.scalars(sa.select(turns.c.id)).all():
        body = connection.scalar(sa.select(turns.c.body).where(turns.c.id == turn_id))
        connection.execute(changing, {"of": turn_id, "compressed": zlib.compress(str(body).encode())})
    op.drop_column("turns", "body")
    op.drop_index("messages_by_conversation", "messages")
    op.create_index("messages_by_conversation", "messages", ["conversation_id", "owner", "number"])
