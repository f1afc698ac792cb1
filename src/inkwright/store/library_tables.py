"""The tables of the library. The index over the terms is an FTS5 table on SQLite and a GIN index on Postgres: the
database keeps both in step with the rows.
"""

from typing import Final

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, LargeBinary, String, Table, Text
from sqlalchemy.dialects.postgresql import TSVECTOR

from inkwright.store.tables import METADATA

_TERMS: Final = Text().with_variant(TSVECTOR(), "postgresql")

library_documents = Table(
    "library_documents",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("owner", String(128), nullable=False),
    # The id of a project, or empty.
    Column("shelf", String(64), nullable=False),
    Column("name", String(255), nullable=False),
    Column("status", String(16), nullable=False),
    Column("added_at", String(40), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("pages", Integer, nullable=False),
    Column("characters", Integer, nullable=False),
    # Until then, the process that reads the document counts as alive.
    Column("active_until", Float, nullable=False),
    # The problems of the document and its pages.
    Column("body", Text, nullable=False),
    Index("library_documents_by_owner", "owner", "shelf"),
)

library_chunks = Table(
    "library_chunks",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("document_id", String(64), ForeignKey("library_documents.id", ondelete="CASCADE"), nullable=False),
    Column("page", Integer, nullable=False),
    Column("start", Integer, nullable=False),
    Column("text", Text, nullable=False),
    # The owner and the shelf as one word.
    Column("scope", String(64), nullable=False),
    # The terms of the text, and those of its heading and the name of the document.
    Column("terms", _TERMS, nullable=False),
    Column("titles", _TERMS, nullable=False),
    Index("library_chunks_by_document", "document_id", "page", "start"),
)

library_vectors = Table(
    "library_vectors",
    METADATA,
    Column(
        "number",
        BigInteger().with_variant(Integer, "sqlite"),
        ForeignKey("library_chunks.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("document_id", String(64), nullable=False),
    Column("scope", String(64), nullable=False),
    # The model that made it; its vectors have this many numbers of 32 bits.
    Column("model", String(320), nullable=False),
    Column("dimensions", Integer, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Index("library_vectors_by_scope", "scope", "model", "dimensions"),
    Index("library_vectors_by_document", "document_id"),
)
