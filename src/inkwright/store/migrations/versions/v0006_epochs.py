"""Add the epoch of a turn, which fences off a process that lost it, and the folder where its files are to be saved."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("turns", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.add_column("turns", sa.Column("output", sa.Text))
    has_output = sa.text("output IS NOT NULL")
    op.create_index("turns_by_output", "turns", ["owner"], sqlite_where=has_output, postgresql_where=has_output)
