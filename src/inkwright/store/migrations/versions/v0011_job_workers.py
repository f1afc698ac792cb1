"""Add the processes that run jobs, so that others notice when one has died."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "job_workers",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(200), nullable=False),
        sa.Column("beats", sa.Integer, nullable=False),
    )
