"""What is known about a blueprint while it is checked: shapes of tables, the order of nodes, and problems by place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from inkwright.apps.blueprint import Blueprint, ComputeNode
from inkwright.apps.references import Reference, parse_reference
from inkwright.apps.shapes import ColumnType, TableShape
from inkwright.i18n import Reason

Shape = TableShape | Literal["text", "questions"]


@dataclass(frozen=True, slots=True)
class BlueprintProblem:
    """A problem with a blueprint: its place as a JSON path, and the reason."""

    path: str
    reason: Reason


@dataclass(slots=True)
class CheckedBlueprint:
    """What is known about a blueprint: the shapes of its tables and results, the order of its nodes, its problems."""

    blueprint: Blueprint
    data: dict[str, TableShape] = field(default_factory=dict)
    results: dict[str, Shape] = field(default_factory=dict)
    order: list[ComputeNode] = field(default_factory=list)
    problems: list[BlueprintProblem] = field(default_factory=list)

    def report(self, path: str, code: str, **fields: object) -> None:
        """Add a problem."""
        self.problems.append(BlueprintProblem(path, Reason(f"apps.problem.{code}", **fields)))

    def table(self, path: str, written: object) -> TableShape | None:
        """Return the shape of the table that a reference names; report a problem if it names none."""
        reference = parse_reference(written)
        if reference is None or reference.scope == "input" or reference.column is not None:
            self.report(path, "not_a_table", reference=str(written)[:160])
            return None
        shape = self._shape(path, reference)
        if isinstance(shape, str):
            self.report(path, "not_a_table", reference=str(reference))
            return None
        return shape

    def column(self, path: str, written: object) -> ColumnType | None:
        """Return the type of the column that a reference names."""
        reference = parse_reference(written)
        if reference is None or reference.scope == "input" or reference.column is None:
            self.report(path, "not_a_column", reference=str(written)[:160])
            return None
        table = self.table(path, str(reference._replace(column=None)))
        return self.column_of(path, table, reference.column)

    def column_of(
        self, path: str, table: TableShape | None, name: str | None, wanted: ColumnType | None = None
    ) -> ColumnType | None:
        """Return the type of a column of a table; report a missing column, or one of another type."""
        if table is None or name is None:
            return None
        kind = table.columns.get(name)
        if kind is None:
            self.report(path, "no_column", column=name, known=", ".join(table.columns))
        elif wanted is not None and kind != wanted:
            self.report(path, "column_type", column=name, found=kind, wanted=wanted)
            return None
        return kind

    def result(self, path: str, written: object, wanted: str) -> None:
        """Report a reference that is not a text or a set of questions, as `wanted` says."""
        reference = parse_reference(written)
        if reference is None or reference.scope != "compute" or reference.column is not None:
            self.report(path, f"not_{wanted}", reference=str(written)[:160])
        elif (shape := self._shape(path, reference)) is not None and shape != wanted:
            self.report(path, f"not_{wanted}", reference=str(reference))

    def _shape(self, path: str, reference: Reference) -> Shape | None:
        known: Mapping[str, Shape] = self.data if reference.scope == "data" else self.results
        shape = known.get(reference.name)
        if shape is None and not self._is_declared(reference):
            self.report(path, "unknown_reference", reference=str(reference), known=", ".join(known) or "–")
        return shape

    def _is_declared(self, reference: Reference) -> bool:
        """Whether it exists, although its own problems leave its shape unknown."""
        blueprint = self.blueprint
        if reference.scope == "data":
            return any(each.id == reference.name for each in blueprint.data_contract.bindings)
        return any(each.output_key == reference.name for each in blueprint.compute_graph.nodes)


def value_type(value: object) -> ColumnType | None:
    """Return the type of a value; None for a missing one."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "boolean"
    return "text" if isinstance(value, str) else "number"
