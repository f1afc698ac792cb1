"""The tables of content work: personas and evaluations of projects, and the facts and skills of their owners."""

from typing import Final

from sqlalchemy import Boolean, Column, ForeignKey, Index, String, Table, Text, UniqueConstraint, false

from inkwright.store.tables import METADATA

_ID: Final = 64
_OWNER: Final = 128

personas = Table(
    "personas",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("name", String(80), nullable=False),
    # The normalised name.
    Column("taken", String(320), nullable=False),
    Column("is_selected", Boolean, nullable=False, server_default=false()),
    Column("changed_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("project_id", "taken"),
)

creator_facts = Table(
    "creator_facts",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("text", Text, nullable=False),
    # A digest of the text without differences of case.
    Column("taken", String(64), nullable=False),
    Column("said", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    UniqueConstraint("owner", "taken"),
)

skills = Table(
    "skills",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("name", String(80), nullable=False),
    Column("changed_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("owner", "name"),
)

evaluations = Table(
    "evaluations",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("body", Text, nullable=False),
    Index("evaluations_by_project", "project_id", "id"),
)
