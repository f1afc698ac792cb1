"""Add apps with their versions, runs, events and compiled contents."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    _create_apps()
    _create_runs()
    op.create_table(
        "app_compilations",
        sa.Column("owner", sa.String(128), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("blueprint", sa.Text, nullable=False),
    )


def _create_apps() -> None:
    op.create_table(
        "apps",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("conversation_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("job_id", sa.String(64), nullable=False),
        sa.Column("problem", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
    )
    op.create_index("apps_by_owner", "apps", ["owner", "id"])
    op.create_table(
        "app_versions",
        sa.Column("app_id", sa.String(64), sa.ForeignKey("apps.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("parent", sa.Integer, nullable=False),
        sa.Column("blueprint", sa.Text, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
    )


def _create_runs() -> None:
    op.create_table(
        "app_runs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("app_id", sa.String(64), sa.ForeignKey("apps.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("job_id", sa.String(64), nullable=False),
        sa.Column("batch_id", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.String(40), nullable=False),
    )
    op.create_index("app_runs_by_app", "app_runs", ["app_id", "id"])
    op.create_table(
        "app_events",
        sa.Column("run_id", sa.String(64), sa.ForeignKey("app_runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("app_events_by_key", "app_events", ["run_id", "key"], unique=True)
