"""Add what each model call was for, its turn, and what became of its reply.

Earlier versions called every reply of a turn a success without looking at it, so the verdict of calls without a known
failure is unknown.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("model_calls", sa.Column("call_id", sa.String(64)))
    op.add_column("model_calls", sa.Column("turn_id", sa.String(64)))
    for name, size in (("subject", 128), ("tool", 64), ("reason", 200)):
        op.add_column("model_calls", sa.Column(name, sa.String(size), nullable=False, server_default=""))
    op.add_column("model_calls", sa.Column("verdict", sa.String(16), nullable=False, server_default="unknown"))
    calls = sa.table(
        "model_calls", *map(sa.column, ("verdict", "reason", "error")), sa.column("has_worked", sa.Boolean)
    )
    failed = sa.update(calls).where(calls.c.error.is_not(None)).values(verdict="failed", reason=calls.c.error)
    op.execute(failed)
    refused = sa.update(calls).where(calls.c.error.is_(None), calls.c.has_worked == sa.false())
    op.execute(refused.values(verdict="refused"))
    op.drop_column("model_calls", "error")
    op.drop_column("model_calls", "has_worked")
    op.create_index("ix_model_calls_call_id", "model_calls", ["call_id"])
    op.create_index("ix_model_calls_turn_id", "model_calls", ["turn_id"])
