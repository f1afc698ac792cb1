"""Add personas and evaluations of projects, and the facts and skills of their owners."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.create_table(
        "personas",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("taken", sa.String(320), nullable=False),
        sa.Column("is_selected", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("changed_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("project_id", "taken"),
    )
    op.create_table(
        "creator_facts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("taken", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.UniqueConstraint("owner", "taken"),
    )
    op.create_table(
        "skills",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("owner", "name"),
    )
    op.create_table(
        "evaluations",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("evaluations_by_project", "evaluations", ["project_id", "id"])
