"""Add what students hand in by share links."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "quiz_submissions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("share_id", sa.String(64), sa.ForeignKey("shares.id", ondelete="CASCADE"), nullable=False),
        sa.Column("student", sa.String(160), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("once", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("number", sa.String(80), nullable=False),
        sa.Column("handed_in_at", sa.String(40), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("share_id", "student", "attempt"),
        sa.UniqueConstraint("share_id", "once"),
    )
