"""The tables of schools: imports, each stored whole; permissions; and the person's own rubrics."""

from typing import Final

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, String, Table, Text, false

from inkwright.store.tables import METADATA

_ID: Final = 64
_OWNER: Final = 128

school_imports = Table(
    "school_imports",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("name", String(255), nullable=False),
    Column("imported_at", String(40), nullable=False),
    Column("is_sample", Boolean, nullable=False, server_default=false()),
    Column("pupils", Integer, nullable=False),
    Column("tests", Integer, nullable=False),
    Column("results", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Index("school_imports_by_owner", "owner", "id"),
)

school_permissions = Table(
    "school_permissions",
    METADATA,
    Column("owner", String(_OWNER), primary_key=True),
    Column("may_leave", Boolean, nullable=False),
)

school_rubrics = Table(
    "school_rubrics",
    METADATA,
    Column("owner", String(_OWNER), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("body", Text, nullable=False),
)
