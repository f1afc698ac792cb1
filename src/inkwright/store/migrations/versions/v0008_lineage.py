"""Add the lineage of artifacts: two of one name are no longer versions of each other.

Versions that exist stay together: their lineage is the id of the first one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_NAMED = ("owner", "kind", "name", "artifact_version")


def upgrade() -> None:
    op.add_column("artifacts", sa.Column("lineage", sa.String(64)))
    _name_lineages(op.get_bind())
    # SQLite does not name the constraint, so it gets the name that Postgres has given it.
    names = {"uq": "%(table_name)s_%(column_0_N_name)s_key"}
    with op.batch_alter_table("artifacts", naming_convention=names) as table:
        table.alter_column("lineage", existing_type=sa.String(64), nullable=False)
        table.drop_constraint("artifacts_owner_kind_name_artifact_version_key", type_="unique")
        table.create_unique_constraint(
            "artifacts_owner_lineage_artifact_version_key", ["owner", "lineage", "artifact_version"]
        )
    op.create_index("artifacts_by_name", "artifacts", ["owner", "name"])


def _name_lineages(connection: sa.Connection) -> None:
    rows = sa.table("artifacts", *map(sa.column, ("id", "lineage", *_NAMED)))
    naming = sa.update(rows).where(rows.c.id == sa.bindparam("of")).values(lineage=sa.bindparam("first"))
    first: dict[tuple[str, str, str], str] = {}
    query = sa.select(rows.c.id, rows.c.owner, rows.c.kind, rows.c.name).order_by(rows.c.artifact_version)
    for artifact_id, *named in connection.execute(query).all():
        lineage = first.setdefault((named[0], named[1], named[2]), artifact_id)
        connection.execute(naming, {"of": artifact_id, "first": lineage})
