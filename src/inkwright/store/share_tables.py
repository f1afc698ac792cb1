"""The tables of share links, of the keys that sign them, and of what students hand in by them."""

from typing import Final

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Table, Text, UniqueConstraint

from inkwright.store.tables import METADATA

_ID: Final = 64
_OWNER: Final = 128

shares = Table(
    "shares",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    # What is shared: a kind, and the id of the thing of this kind.
    Column("kind", String(16), nullable=False),
    Column("target", String(_ID), nullable=False),
    Column("name", String(255), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("revoked_at", String(40)),
    # What visitors may do, as JSON; each kind has its own.
    Column("options", Text, nullable=False),
    Index("shares_by_owner", "owner", "id"),
)

signing_keys = Table(
    "signing_keys",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("key", String(64), nullable=False),
)

quiz_submissions = Table(
    "quiz_submissions",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("share_id", String(_ID), ForeignKey("shares.id", ondelete="CASCADE"), nullable=False),
    # The normalised number or name.
    Column("student", String(160), nullable=False),
    Column("attempt", Integer, nullable=False),
    # The key of the form: what is sent twice is stored once.
    Column("once", String(_ID), nullable=False),
    Column("name", String(80), nullable=False),
    Column("number", String(80), nullable=False),
    Column("handed_in_at", String(40), nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("share_id", "student", "attempt"),
    UniqueConstraint("share_id", "once"),
)
