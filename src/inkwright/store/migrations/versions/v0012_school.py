"""Add the imports of schools, the permission to show them to hosted models, and rubrics."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "school_imports",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("imported_at", sa.String(40), nullable=False),
        sa.Column("is_sample", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pupils", sa.Integer, nullable=False),
        sa.Column("tests", sa.Integer, nullable=False),
        sa.Column("results", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("school_imports_by_owner", "school_imports", ["owner", "id"])
    op.create_table(
        "school_permissions",
        sa.Column("owner", sa.String(128), primary_key=True),
        sa.Column("may_leave", sa.Boolean, nullable=False),
    )
    op.create_table(
        "school_rubrics",
        sa.Column("owner", sa.String(128), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
