"""Add projects and their blocks, with every version of their texts; a conversation may belong to a project."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    _projects()
    _blocks()
    # As SQL, because Alembic cannot add a column with a reference in the same way on both databases.
    op.execute("ALTER TABLE conversations ADD COLUMN project_id VARCHAR(64) REFERENCES projects (id)")


def _projects() -> None:
    op.create_table(
        "projects",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("taken", sa.String(320)),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("removed_at", sa.String(40)),
        sa.UniqueConstraint("owner", "taken"),
    )


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("parent_id", sa.String(64), sa.ForeignKey("blocks.id", ondelete="CASCADE")),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("taken", sa.String(400)),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("block_version", sa.Integer, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
        sa.Column("removal", sa.String(64)),
        sa.UniqueConstraint("project_id", "taken"),
    )
    op.create_table(
        "block_texts",
        sa.Column("block_id", sa.String(64), sa.ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("block_version", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("written_at", sa.String(40), nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("text", sa.LargeBinary, nullable=False),
    )
