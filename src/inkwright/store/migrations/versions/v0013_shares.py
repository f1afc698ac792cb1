"""Add share links and the keys that sign them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "shares",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.String(64), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.Column("revoked_at", sa.String(40)),
        sa.Column("options", sa.Text, nullable=False),
    )
    op.create_index("shares_by_owner", "shares", ["owner", "id"])
    op.create_table(
        "signing_keys",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
    )
