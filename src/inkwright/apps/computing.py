"""The data and compute phases of a run without a model: load the tables, compute the nodes, keep what others need."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from inkwright.apps.bindings import DataSources, load_binding
from inkwright.apps.blueprint import AiTextNode, Blueprint, ComputeNode, QuestionsNode
from inkwright.apps.checked import CheckedBlueprint
from inkwright.apps.checking import check_blueprint
from inkwright.apps.entities import input_values, resolve_class, resolve_pupil, resolve_test
from inkwright.apps.node_shapes import node_references
from inkwright.apps.references import parse_reference
from inkwright.apps.run_errors import DataError, DataMissing
from inkwright.apps.shapes import TableShape
from inkwright.apps.tables import TableColumns, TableDatabase
from inkwright.clock import Clock
from inkwright.school.school import School


@dataclass(slots=True)
class ComputedTables:
    """What the phases without a model give: the tables that pages and texts use, names of the inputs, what each step
    did, and the error if data are missing.
    """

    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, Any] = field(default_factory=dict)
    trace: list[dict[str, Any]] = field(default_factory=list)
    error: DataError | None = None


def is_written(node: ComputeNode) -> TypeGuard[AiTextNode | QuestionsNode]:
    """Whether a model writes the result of a node."""
    return isinstance(node, AiTextNode | QuestionsNode)


async def compute_tables(
    blueprint: Blueprint, given: Mapping[str, Any], sources: DataSources, clock: Clock
) -> ComputedTables:
    """Load the data and compute every node that needs no model. Missing data are reported, never an empty page."""
    done = ComputedTables()
    checked = check_blueprint(blueprint)
    loaded: dict[str, TableColumns] = {}
    step = ""
    try:
        done.inputs = input_values(blueprint, given)
        for binding in blueprint.data_contract.bindings:
            step, begun = binding.id, clock.elapsed()
            loaded[binding.id] = table = await load_binding(
                binding, checked.data[binding.id].columns, done.inputs, sources
            )
            done.trace.append(_entry(binding.id, "data", binding.tool_name or "static", table.size, clock, begun))
    except DataMissing as problem:
        done.error = DataError(
            problem.error.type, problem.error.entity, problem.error.reason, problem.error.suggestions, step
        )
        return done
    done.names = input_names(blueprint, done.inputs, sources.school)
    await asyncio.to_thread(_compute, checked, loaded, done, clock)
    return done


def _entry(step: str, phase: str, kind: str, rows: int, clock: Clock, begun: float) -> dict[str, Any]:
    seconds = round(clock.elapsed() - begun, 4)
    return {"step": step, "phase": phase, "kind": kind, "status": "done", "rows": rows, "seconds": seconds}


def _compute(checked: CheckedBlueprint, loaded: Mapping[str, TableColumns], done: ComputedTables, clock: Clock) -> None:
    database = TableDatabase()
    try:
        for name, table in loaded.items():
            database.load(name, table)
        for node in checked.order:
            shape = checked.results[node.output_key]
            if is_written(node) or not isinstance(shape, TableShape):
                continue
            begun = clock.elapsed()
            rows = database.compute(node, shape.columns, done.inputs)
            done.trace.append(_entry(node.id, "compute", node.type, rows, clock, begun))
        for reference in used_tables(checked.blueprint):
            done.tables[reference] = database.read(reference).as_json()
    finally:
        database.close()


def used_tables(blueprint: Blueprint) -> list[str]:
    """Return the references to all tables that the page, texts and questions use."""
    written: list[str] = []
    for node in blueprint.compute_graph.nodes:
        if is_written(node):
            written += [each for _, each in node_references(node)]
    for slot in blueprint.slots:
        written += _slot_references(slot)
    found = (parse_reference(each) for each in written)
    tables = {str(each._replace(column=None)) for each in found if each and each.scope != "input"}
    texts = {f"$compute.{node.output_key}" for node in blueprint.compute_graph.nodes if is_written(node)}
    return sorted(tables - texts)


def _slot_references(slot: Any) -> Iterable[str]:
    if slot.type == "kpi_grid":
        return [item.value for item in slot.items]
    return [slot.text if slot.type == "markdown" else slot.source]


def input_names(blueprint: Blueprint, inputs: Mapping[str, Any], school: School) -> dict[str, str]:
    """Return the inputs as they are shown: names of classes, pupils and tests, and the dates of a range."""
    names: dict[str, str] = {}
    for each in blueprint.data_contract.inputs:
        value = inputs.get(each.id)
        if value is None:
            names[each.id] = ""
        elif isinstance(value, dict):
            names[each.id] = f"{value['start'] or '…'} – {value['end'] or '…'}"
        else:
            names[each.id] = _entity_name(each.type, value, school)
    return names


def _entity_name(kind: str, value: str, school: School) -> str:
    try:
        match kind:
            case "class":
                return resolve_class(school, value).name
            case "pupil":
                return resolve_pupil(school, value).name
            case "assignment":
                return resolve_test(school, value).name
    except DataMissing:
        return value
    return value
