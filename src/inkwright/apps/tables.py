"""Tables in DuckDB: data come in as columns, nodes are computed in SQL, results go out as rows.

The database of a run is in memory, has no access to files or the network, and sees no text as SQL: names are quoted and
values are parameters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb

from inkwright.apps.blueprint import (
    CompareNode,
    ComputeNode,
    FilterCondition,
    FilterNode,
    GroupAggregate,
    GroupNode,
    JoinNode,
    RankNode,
    StatisticsNode,
)
from inkwright.apps.node_shapes import joined_columns
from inkwright.apps.references import parse_reference
from inkwright.apps.shapes import BANDS, Columns, ColumnType
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

MAX_ROWS: Final = 5_000
"""How many rows of a result are kept."""
_MAX_JOINED: Final = 1_000_000

_SQL_TYPES: Final[Mapping[ColumnType, str]] = {"text": "VARCHAR", "number": "DOUBLE", "boolean": "BOOLEAN"}
_OPERATORS: Final = {"eq": "=", "ne": "<>", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_DIGITS: Final = 9
_CONFIG: Final[dict[str, str | bool | int | float | list[str]]] = {
    "threads": 2,
    "memory_limit": "400MB",
    "max_temp_directory_size": "0KB",
    "enable_external_access": "false",
    "autoload_known_extensions": "false",
    "autoinstall_known_extensions": "false",
    "lock_configuration": "true",
}


@dataclass(frozen=True, slots=True)
class TableColumns:
    """A table as columns of values, all of the same length."""

    kinds: Columns
    values: Mapping[str, Sequence[Any]]

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(next(iter(self.values.values()), ()))


@dataclass(frozen=True, slots=True)
class TableRows:
    """The first rows of a table. `total` is the number of all rows."""

    columns: tuple[str, ...]
    rows: list[list[Any]]
    total: int

    def as_json(self) -> dict[str, Any]:
        """Return the table as JSON."""
        return {"columns": list(self.columns), "rows": self.rows, "total": self.total}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> "TableRows":
        """Return the table that was written."""
        return cls(tuple(written["columns"]), [list(row) for row in written["rows"]], written["total"])


class TableDatabase:
    """The tables of one run. Use it in one thread at a time, and close it."""

    def __init__(self) -> None:
        self._connection = duckdb.connect(":memory:", config=_CONFIG)
        self._kinds: dict[str, Columns] = {}

    def close(self) -> None:
        """Free the memory."""
        self._connection.close()

    def load(self, name: str, table: TableColumns) -> int:
        """Store a table of the data phase; return the number of its rows."""
        target = f"data.{name}"
        columns = ", ".join(f"{_quoted(each)} {_SQL_TYPES[kind]}" for each, kind in table.kinds.items())
        self._connection.execute(f"CREATE TABLE {_quoted(target)} ({columns})")
        if table.size:
            values = ", ".join(
                f"unnest(${index}::{_SQL_TYPES[kind]}[])" for index, kind in enumerate(table.kinds.values(), 1)
            )
            given = [list(table.values[each]) for each in table.kinds]
            self._connection.execute(f"INSERT INTO {_quoted(target)} SELECT {values}", given)
        self._kinds[target] = dict(table.kinds)
        return table.size

    def compute(self, node: ComputeNode, shape: Columns, inputs: Mapping[str, Any]) -> int:
        """Compute a node from tables that are there; return the number of its rows."""
        if isinstance(node, JoinNode | CompareNode):
            self._check_joined(node)
        query, values = self._query(node, inputs)
        target = f"compute.{node.output_key}"
        self._connection.execute(f"CREATE TABLE {_quoted(target)} AS {query}", values)
        self._kinds[target] = dict(shape)
        return self._count(target)

    def _check_joined(self, node: JoinNode | CompareNode) -> None:
        """Refuse a join that multiplies its rows; counting stops at the limit."""
        joined = f"SELECT 1 FROM {_source(node.left)} l {_join_clause('JOIN', node.right, node.on)}"  # noqa: S608
        counted = f"SELECT count(*) FROM ({joined} LIMIT {_MAX_JOINED + 1})"  # noqa: S608
        found = self._connection.execute(counted).fetchone()
        if found and found[0] > _MAX_JOINED:
            allowed = Reason("apps.too_many_rows", most=f"{_MAX_JOINED:,}")
            raise InvalidOption(option="computeGraph", value=node.id, allowed=allowed)

    def read(self, reference: str, limit: int = MAX_ROWS) -> TableRows:
        """Return the rows of a table, in their order."""
        name = _table_name(reference)
        found = self._connection.execute(
            f"SELECT * FROM {_quoted(name)} ORDER BY rowid LIMIT ?",  # noqa: S608
            [limit],
        ).fetchall()
        return TableRows(tuple(self._kinds[name]), [list(row) for row in found], self._count(name))

    def _count(self, name: str) -> int:
        found = self._connection.execute(f"SELECT count(*) FROM {_quoted(name)}").fetchone()  # noqa: S608
        return int(found[0]) if found else 0

    def _query(self, node: ComputeNode, inputs: Mapping[str, Any]) -> tuple[str, list[Any]]:
        match node:
            case StatisticsNode():
                return _statistics_query(node), []
            case CompareNode():
                return _compare_query(node), []
            case FilterNode():
                return _filter_query(node, inputs)
            case GroupNode():
                return _group_query(node), []
            case JoinNode():
                kinds = (self._kinds[_table_name(node.left)], self._kinds[_table_name(node.right)])
                return _join_query(node, *kinds), []
            case RankNode():
                return _rank_query(node), []
            case _:
                raise ValueError(f"{node.type} is not computed with tables")


def _table_name(reference: str) -> str:
    found = parse_reference(reference)
    if found is None:
        raise ValueError("not a reference")
    return f"{found.scope}.{found.name}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _source(reference: str) -> str:
    return _quoted(_table_name(reference))


def _grouping(by: Sequence[str]) -> str:
    """Groups come in the order in which they first appear; without groups there is one row."""
    return f"GROUP BY {', '.join(map(_quoted, by))} ORDER BY min(rowid)" if by else ""


def _statistics_query(node: StatisticsNode) -> str:
    value = _quoted(node.value)
    parts = [
        *map(_quoted, node.by),
        f"CAST(count({value}) AS DOUBLE) AS n",
        f"favg({value}) AS mean",
        f"median({value}) AS median",
        f"CASE WHEN count({value}) > 1 THEN stddev_samp({value}) END AS sd",
        f"quantile_cont({value}, 0.25) AS p25",
        f"quantile_cont({value}, 0.75) AS p75",
        f"min({value}) AS lowest",
        f"max({value}) AS highest",
    ]
    if node.maximum:
        parts += _scaled_parts(value, _quoted(node.maximum), node.pass_share)
    source = _source(node.source)
    return f"SELECT {', '.join(parts)} FROM {source} WHERE {value} IS NOT NULL {_grouping(node.by)}"  # noqa: S608


def _scaled_parts(value: str, maximum: str, pass_share: float) -> list[str]:
    is_pass = f"round({value}, {_DIGITS}) >= round({pass_share!r} * {maximum}, {_DIGITS})"
    passed = f"CAST(count(*) FILTER (WHERE {is_pass}) AS DOUBLE)"
    band = f"least(greatest(trunc({value} / {maximum} * {len(BANDS)}), 0), {len(BANDS) - 1})"
    bands = [f"CAST(count(*) FILTER (WHERE {band} = {index}) AS DOUBLE) AS {name}" for index, name in enumerate(BANDS)]
    share = f"favg({value} / {maximum}) AS mean_share"
    rate = f"CASE WHEN count({value}) > 0 THEN {passed} / count({value}) END AS pass_rate"
    return [share, f"{passed} AS passed", rate, *bands]


def _aggregate(each: GroupAggregate) -> str:
    column = _quoted(each.column) if each.column else "*"
    match each.function:
        case "count":
            value = f"CAST(count({column}) AS DOUBLE)"
        case "sum":
            value = f"fsum({column})"
        case "mean":
            value = f"favg({column})"
        case "min" | "max":
            value = f"{each.function}({column})"
        case _:
            whole = _quoted(each.of or "")
            both = f"FILTER (WHERE {column} IS NOT NULL AND {whole} IS NOT NULL)"
            ratio = f"fsum({column}) {both} / nullif(fsum({whole}) {both}, 0)"
            value = ratio if each.function == "ratio" else f"1 - {ratio}"
    return f"{value} AS {_quoted(each.name)}"


def _group_query(node: GroupNode) -> str:
    parts = [*map(_quoted, node.by), *map(_aggregate, node.aggregates)]
    return f"SELECT {', '.join(parts)} FROM {_source(node.source)} {_grouping(node.by)}"  # noqa: S608


def _compare_query(node: CompareNode) -> str:
    value = _quoted(node.value)
    keys = [f"l.{_quoted(name)}" for name in node.on]
    columns = [*keys, f"l.{value} AS left", f"r.{value} AS right", f"l.{value} - r.{value} AS difference"]
    columns = [each.replace(" AS left", ' AS "left"').replace(" AS right", ' AS "right"') for each in columns]
    tables = f"FROM {_source(node.left)} l {_join_clause('JOIN', node.right, node.on)}"
    return f"SELECT {', '.join(columns)} {tables} ORDER BY l.rowid, r.rowid"


def _join_clause(kind: str, right: str, on: Sequence[str]) -> str:
    condition = " AND ".join(f"l.{_quoted(name)} = r.{_quoted(name)}" for name in on) or "true"
    return f"{kind} {_source(right)} r ON {condition}"


def _join_query(node: JoinNode, left: Columns, right: Columns) -> str:
    kept = [f"l.{_quoted(name)}" for name in left]
    added = joined_columns(left, right, node.on).names
    kept += [f"r.{_quoted(name)} AS {_quoted(new)}" for new, name in added.items()]
    clause = _join_clause("LEFT JOIN" if node.kind == "left" else "JOIN", node.right, node.on)
    return f"SELECT {', '.join(kept)} FROM {_source(node.left)} l {clause} ORDER BY l.rowid, r.rowid"  # noqa: S608


def _filter_query(node: FilterNode, inputs: Mapping[str, Any]) -> tuple[str, list[Any]]:
    values: list[Any] = []
    conditions = [_condition(each, inputs, values) for each in node.conditions]
    return f"SELECT * FROM {_source(node.source)} WHERE {' AND '.join(conditions)} ORDER BY rowid", values  # noqa: S608


def _condition(condition: FilterCondition, inputs: Mapping[str, Any], values: list[Any]) -> str:
    column = _quoted(condition.column)
    if condition.operator in ("is_empty", "is_present"):
        return f"{column} IS {'NOT ' if condition.operator == 'is_present' else ''}NULL"
    reference = parse_reference(condition.value)
    values.append(inputs.get(reference.name, "") if reference else condition.value)
    if condition.operator == "contains":
        return f"contains(lower({column}), lower(?))"
    return f"{column} {_OPERATORS[condition.operator]} ?"


def _rank_query(node: RankNode) -> str:
    column = _quoted(node.by)
    order = f"{column} {'DESC' if node.order == 'descending' else 'ASC'} NULLS LAST"
    limit = f" LIMIT {node.limit}" if node.limit else ""
    ranked = f"CAST(rank() OVER (ORDER BY {order}) AS DOUBLE) AS rank"
    return f"SELECT *, {ranked} FROM {_source(node.source)} ORDER BY {order}, rowid{limit}"  # noqa: S608
