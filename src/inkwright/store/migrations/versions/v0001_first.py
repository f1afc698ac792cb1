"""The first schema: conversations, turns, journal, ledger, asks, steps, model calls, artifacts, summaries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    for make in (_conversations, _turns, _asks, _calls, _rest):
        make()


def _conversations() -> None:
    op.create_table(
        "conversations",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("started_at", sa.String(40), nullable=False),
    )
    op.create_index("conversations_by_owner", "conversations", ["owner", "started_at"])
    op.create_table(
        "messages",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column(
            "conversation_id", sa.String(64), sa.ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("messages_by_conversation", "messages", ["conversation_id", "number"])


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "conversation_id", sa.String(64), sa.ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("tokens", sa.Integer),
    )
    op.create_index("turns_by_conversation", "turns", ["conversation_id", "id"])
    op.create_table(
        "journal",
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("turns.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "ledger",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("turns.id", ondelete="CASCADE"), nullable=False),
        sa.Column("artifact_id", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("turn_id", "artifact_id"),
    )


def _asks() -> None:
    op.create_table(
        "asks",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("turn_id", sa.String(64), sa.ForeignKey("turns.id", ondelete="CASCADE"), nullable=False),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("ask_id", sa.String(64), sa.ForeignKey("asks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "steps",
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("result", sa.Text),
        sa.Column("lease", sa.Float, nullable=False),
    )


def _calls() -> None:
    op.create_table(
        "model_calls",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
        sa.Column("purpose", sa.String(128), nullable=False),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("way", sa.String(32), nullable=False),
        sa.Column("prompt_tokens", sa.Integer, nullable=False),
        sa.Column("completion_tokens", sa.Integer, nullable=False),
        sa.Column("dollars", sa.Float),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("error", sa.String(64)),
        sa.Column("has_worked", sa.Boolean, nullable=False),
        sa.Column("source", sa.String(80), nullable=False, index=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("model_calls_by_owner", "model_calls", ["owner", "at"])


def _rest() -> None:
    op.create_table(
        "artifacts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("conversation_id", sa.String(64)),
        sa.Column("turn_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("artifact_version", sa.Integer, nullable=False),
        sa.Column("made_at", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("owner", "kind", "name", "artifact_version"),
    )
    op.create_index("artifacts_by_owner", "artifacts", ["owner", "made_at"])
    op.create_table(
        "summaries",
        sa.Column(
            "conversation_id", sa.String(64), sa.ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("upto_turn", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
