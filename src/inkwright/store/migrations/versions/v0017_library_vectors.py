"""Add the vectors of the chunks of the library."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    chunk = sa.ForeignKey("library_chunks.number", ondelete="CASCADE")
    op.create_table(
        "library_vectors",
        sa.Column("number", number, chunk, primary_key=True, autoincrement=False),
        sa.Column("document_id", sa.String(64), nullable=False),
        sa.Column("scope", sa.String(64), nullable=False),
        sa.Column("model", sa.String(320), nullable=False),
        sa.Column("dimensions", sa.Integer, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )
    op.create_index("library_vectors_by_scope", "library_vectors", ["scope", "model", "dimensions"])
    op.create_index("library_vectors_by_document", "library_vectors", ["document_id"])
