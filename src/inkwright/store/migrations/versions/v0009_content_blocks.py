"""Add how blocks are produced, what they depend on, who wrote their texts and why, phases, the feed of a project,
proposed edits, and presets.

The depth of existing blocks is counted. A block that has a text is completed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    _extend()
    _relations()
    _proposals_and_presets()
    op.execute("UPDATE blocks SET status = 'completed' WHERE characters > 0")
    _count_depths(op.get_bind())


def _extend() -> None:
    for table, column in (
        ("projects", sa.Column("current_phase", sa.String(32), nullable=False, server_default="intent")),
        ("projects", sa.Column("phases", sa.Text, nullable=False, server_default="")),
        ("projects", sa.Column("profile_id", sa.String(64))),
        ("projects", sa.Column("feed_number", sa.Integer, nullable=False, server_default="0")),
        ("blocks", sa.Column("depth", sa.Integer, nullable=False, server_default="0")),
        ("blocks", sa.Column("status", sa.String(16), nullable=False, server_default="pending")),
        ("blocks", sa.Column("is_stale", sa.Boolean, nullable=False, server_default=sa.false())),
        ("blocks", sa.Column("digest", sa.Text, nullable=False, server_default="")),
        ("blocks", sa.Column("block_type", sa.String(16), nullable=False, server_default="field")),
        ("blocks", sa.Column("settings", sa.Text, nullable=False, server_default="{}")),
        ("block_texts", sa.Column("author", sa.String(16), nullable=False, server_default="person")),
        ("block_texts", sa.Column("reason", sa.Text, nullable=False, server_default="")),
    ):
        op.add_column(table, column)


def _relations() -> None:
    op.create_table(
        "block_dependencies",
        sa.Column("block_id", sa.String(64), sa.ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("needed_id", sa.String(64), sa.ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
    )
    op.create_index("block_dependencies_by_project", "block_dependencies", ["project_id"])
    op.create_index("block_dependencies_by_needed", "block_dependencies", ["needed_id"])
    op.create_table(
        "project_feed",
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("author", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def _proposals_and_presets() -> None:
    op.create_table(
        "block_proposals",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("project_id", sa.String(64), sa.ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
        sa.Column("block_id", sa.String(64), sa.ForeignKey("blocks.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("based_on", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("block_proposals_by_project", "block_proposals", ["project_id", "id"])
    op.create_table(
        "project_presets",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("taken", sa.String(320), nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("owner", "kind", "taken"),
    )


def _count_depths(connection: sa.Connection) -> None:
    """Set the depth level by level: children of the blocks at a depth are one deeper."""
    blocks = sa.table("blocks", *map(sa.column, ("id", "parent_id", "depth")))
    above = blocks.alias("above")
    for depth in range(1, 100_000):
        deeper = (
            sa.update(blocks)
            .where(
                blocks.c.parent_id.in_(sa.select(above.c.id).where(above.c.depth == depth - 1)),
                blocks.c.depth == 0,
            )
            .values(depth=depth)
        )
        if not connection.execute(deeper).rowcount:
            return
