"""The tables of apps: blueprints in versions, runs with their results, events of runs, and compiled contents."""

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text

from inkwright.store.tables import METADATA

_ID: Final = 64
_OWNER: Final = 128

apps = Table(
    "apps",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("title", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("language", String(8), nullable=False),
    Column("conversation_id", String(_ID), nullable=False),
    # The present version; 0 before the first.
    Column("number", Integer, nullable=False),
    Column("job_id", String(_ID), nullable=False),
    Column("problem", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("changed_at", String(40), nullable=False),
    Index("apps_by_owner", "owner", "id"),
)

app_versions = Table(
    "app_versions",
    METADATA,
    Column("app_id", String(_ID), ForeignKey("apps.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("parent", Integer, nullable=False),
    Column("blueprint", Text, nullable=False),
    Column("change", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
)

app_runs = Table(
    "app_runs",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("app_id", String(_ID), ForeignKey("apps.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    # What was asked for, as JSON: inputs, budget, and the run that it retries.
    Column("request", Text, nullable=False),
    # The usage and the error, as JSON, for lists.
    Column("summary", Text, nullable=False),
    # The page, the outputs and the trace, as compressed JSON.
    Column("body", LargeBinary, nullable=False),
    Column("job_id", String(_ID), nullable=False),
    Column("batch_id", String(_ID), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("ended_at", String(40), nullable=False),
    Index("app_runs_by_app", "app_id", "id"),
)

app_events = Table(
    "app_events",
    METADATA,
    Column("run_id", String(_ID), ForeignKey("app_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("key", String(200), nullable=False),
    Column("name", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Index("app_events_by_key", "run_id", "key", unique=True),
)

app_compilations = Table(
    "app_compilations",
    METADATA,
    Column("owner", String(_OWNER), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("blueprint", Text, nullable=False),
)
