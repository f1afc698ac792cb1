"""Add the library: documents, their text in chunks, and the index over the terms of the chunks."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import TSVECTOR

revision = "0010"
down_revision = "0009"

_SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE library_index USING fts5(terms, titles, scope, content='library_chunks',"
    " content_rowid='number', tokenize='unicode61 remove_diacritics 0')",
    "CREATE TRIGGER library_chunks_added AFTER INSERT ON library_chunks BEGIN"
    " INSERT INTO library_index(rowid, terms, titles, scope)"
    " VALUES (new.number, new.terms, new.titles, new.scope); END",
    "CREATE TRIGGER library_chunks_removed AFTER DELETE ON library_chunks BEGIN"
    " INSERT INTO library_index(library_index, rowid, terms, titles, scope)"
    " VALUES ('delete', old.number, old.terms, old.titles, old.scope); END",
)


def upgrade() -> None:
    op.create_table(
        "library_documents",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("owner", sa.String(128), nullable=False),
        sa.Column("shelf", sa.String(64), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("added_at", sa.String(40), nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.Column("characters", sa.Integer, nullable=False),
        sa.Column("active_until", sa.Float, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("library_documents_by_owner", "library_documents", ["owner", "shelf"])
    document = sa.ForeignKey("library_documents.id", ondelete="CASCADE")
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    terms = sa.Text().with_variant(TSVECTOR(), "postgresql")
    op.create_table(
        "library_chunks",
        sa.Column("number", number, primary_key=True, autoincrement=True),
        sa.Column("document_id", sa.String(64), document, nullable=False),
        sa.Column("page", sa.Integer, nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("scope", sa.String(64), nullable=False),
        sa.Column("terms", terms, nullable=False),
        sa.Column("titles", terms, nullable=False),
    )
    op.create_index("library_chunks_by_document", "library_chunks", ["document_id", "page", "start"])
    if op.get_bind().dialect.name == "sqlite":
        for statement in _SQLITE_INDEX:
            op.execute(statement)
    else:
        for column in ("terms", "titles"):
            op.create_index(f"library_chunks_by_{column}", "library_chunks", [column], postgresql_using="gin")
