"""Check a blueprint: every reference leads somewhere and has the right type, nothing depends on itself.

Each problem has the place in the JSON of the blueprint.
"""

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any

from inkwright.apps.blueprint import Blueprint, DataBinding
from inkwright.apps.checked import CheckedBlueprint, Shape, value_type
from inkwright.apps.node_shapes import node_references, node_shape
from inkwright.apps.references import looks_like_reference, parse_reference
from inkwright.apps.shapes import DATA_TOOLS, ColumnType, DataTool, TableShape


def check_blueprint(blueprint: Blueprint) -> CheckedBlueprint:
    """Return what is known about a blueprint, with every problem."""
    checked = CheckedBlueprint(blueprint)
    _check_ids(checked)
    _check_inputs(checked)
    for index, binding in enumerate(blueprint.data_contract.bindings):
        _check_binding(checked, binding, f"$.dataContract.bindings[{index}]")
    _check_graph(checked)
    _check_page(checked)
    return checked


def _check_ids(checked: CheckedBlueprint) -> None:
    blueprint = checked.blueprint
    nodes, tabs = blueprint.compute_graph.nodes, blueprint.page_composition.tabs
    slots = [(f"{tab}].slots[{index}", each.id) for tab, index, each in _slots(blueprint)]
    groups: list[tuple[str, Iterable[tuple[object, str]]]] = [
        ("$.dataContract.inputs[{}].id", enumerate(each.id for each in blueprint.data_contract.inputs)),
        ("$.dataContract.bindings[{}].id", enumerate(each.id for each in blueprint.data_contract.bindings)),
        ("$.computeGraph.nodes[{}].id", enumerate(each.id for each in nodes)),
        ("$.computeGraph.nodes[{}].outputKey", enumerate(each.output_key for each in nodes)),
        ("$.pageComposition.tabs[{}].id", enumerate(each.id for each in tabs)),
        ("$.pageComposition.tabs[{}].id", slots),
    ]
    for place, named in groups:
        seen: set[str] = set()
        for index, name in named:
            if name in seen:
                checked.report(place.format(index), "twice", name=name)
            seen.add(name)


def _slots(blueprint: Blueprint) -> Iterable[tuple[int, int, Any]]:
    for tab_index, tab in enumerate(blueprint.page_composition.tabs):
        for index, slot in enumerate(tab.slots):
            yield tab_index, index, slot


def _check_inputs(checked: CheckedBlueprint) -> None:
    inputs = checked.blueprint.data_contract.inputs
    known = {each.id: each.depends_on for each in inputs}
    for index, each in enumerate(inputs):
        path = f"$.dataContract.inputs[{index}]"
        for position, name in enumerate(each.depends_on):
            if name not in known:
                checked.report(f"{path}.dependsOn[{position}]", "unknown_name", name=name)
        is_text = isinstance(each.default, str)
        if each.default is not None and is_text == (each.type == "date_range"):
            checked.report(f"{path}.default", "input_default", type=each.type)
    _report_cycle(checked, known, "$.dataContract.inputs", [each.id for each in inputs])


def _report_cycle(
    checked: CheckedBlueprint, needs: Mapping[str, Iterable[str]], path: str, names: Sequence[str]
) -> list[str]:
    """Return the names in an order in which each comes after what it needs; report a cycle."""
    known = {name: [need for need in needs[name] if need in needs] for name in names}
    try:
        return list(TopologicalSorter(known).static_order())
    except CycleError as problem:
        circle = [str(name) for name in problem.args[1]]
        index = names.index(circle[0])
        checked.report(f"{path}[{index}].dependsOn", "cycle", names=" → ".join(reversed(circle)))
        return []


# --- data -------------------------------------------------------------------------------------------------


def _check_binding(checked: CheckedBlueprint, binding: DataBinding, path: str) -> None:
    contract = checked.blueprint.data_contract
    names = {each.id for each in contract.inputs} | {each.id for each in contract.bindings}
    for position, name in enumerate(binding.depends_on):
        if name not in names or name == binding.id:
            checked.report(f"{path}.dependsOn[{position}]", "unknown_name", name=name)
    if binding.source == "static":
        _check_static(checked, binding, path)
        return
    tool = DATA_TOOLS.get(binding.tool_name)
    if tool is None or tool.source != binding.source:
        known = ", ".join(name for name, each in DATA_TOOLS.items() if each.source == binding.source)
        checked.report(f"{path}.toolName", "unknown_tool", tool=binding.tool_name, known=known)
        return
    _check_params(checked, binding, tool, path)
    checked.data[binding.id] = TableShape(tool.columns)


def _check_params(checked: CheckedBlueprint, binding: DataBinding, tool: DataTool, path: str) -> None:
    inputs = {each.id: each.type for each in checked.blueprint.data_contract.inputs}
    for name in tool.needed:
        if name not in binding.params:
            checked.report(f"{path}.params", "missing_param", param=name, tool=binding.tool_name)
    for name, value in binding.params.items():
        place, wanted = f"{path}.params.{name}", tool.params.get(name)
        if wanted is None:
            checked.report(place, "unknown_param", param=name, known=", ".join(tool.params))
        elif looks_like_reference(value):
            reference = parse_reference(value)
            if reference is None or reference.scope != "input" or reference.column:
                checked.report(place, "not_an_input", reference=str(value)[:160])
            elif reference.name not in inputs:
                checked.report(place, "unknown_reference", reference=str(value), known=", ".join(inputs) or "–")
            elif inputs[reference.name] != wanted:
                checked.report(place, "input_type", reference=str(value), found=inputs[reference.name], wanted=wanted)
        elif isinstance(value, int) != (wanted == "number") or wanted == "date_range":
            checked.report(place, "param_type", param=name, wanted=wanted)


def _check_static(checked: CheckedBlueprint, binding: DataBinding, path: str) -> None:
    if not binding.rows:
        checked.report(f"{path}.rows", "no_rows")
        return
    columns = tuple(binding.rows[0])
    kinds: dict[str, ColumnType] = {}
    for index, row in enumerate(binding.rows):
        if set(row) != set(columns):
            checked.report(f"{path}.rows[{index}]", "other_columns", known=", ".join(columns))
            return
        for name, value in row.items():
            kind = value_type(value)
            if kind is not None and kinds.setdefault(name, kind) != kind:
                checked.report(
                    f"{path}.rows[{index}].{name}", "column_type", column=name, found=kind, wanted=kinds[name]
                )
    shape = {name: kinds.get(name, "text") for name in columns}
    checked.data[binding.id] = TableShape(shape, is_single=len(binding.rows) == 1)


# --- compute ----------------------------------------------------------------------------------------------


def _check_graph(checked: CheckedBlueprint) -> None:
    nodes = checked.blueprint.compute_graph.nodes
    by_key, by_id = {each.output_key: each.id for each in nodes}, {each.id: each for each in nodes}
    needs: dict[str, list[str]] = {}
    for index, node in enumerate(nodes):
        found = [parse_reference(written) for _, written in node_references(node)]
        used = [by_key[each.name] for each in found if each and each.scope == "compute" and each.name in by_key]
        for position, name in enumerate(node.depends_on):
            if name not in by_id:
                checked.report(f"$.computeGraph.nodes[{index}].dependsOn[{position}]", "unknown_name", name=name)
        needs.setdefault(node.id, []).extend([*used, *node.depends_on])
    places = {node.id: f"$.computeGraph.nodes[{index}]" for index, node in enumerate(nodes)}
    for name in _report_cycle(checked, needs, "$.computeGraph.nodes", list(by_id)):
        node = by_id[name]
        checked.order.append(node)
        shape = node_shape(checked, node, places[name])
        if shape is not None:
            checked.results[node.output_key] = shape


# --- page -------------------------------------------------------------------------------------------------


def _check_page(checked: CheckedBlueprint) -> None:
    for tab, index, slot in _slots(checked.blueprint):
        _check_slot(checked, slot, f"$.pageComposition.tabs[{tab}].slots[{index}]")


def _check_slot(checked: CheckedBlueprint, slot: Any, path: str) -> None:
    match slot.type:
        case "kpi_grid":
            for index, item in enumerate(slot.items):
                _check_kpi(checked, item.value, f"{path}.items[{index}].value")
        case "question_set":
            checked.result(f"{path}.source", slot.source, "questions")
        case "markdown":
            if looks_like_reference(slot.text):
                checked.result(f"{path}.text", slot.text, "text")
        case "chart":
            _check_chart(checked, slot, path)
        case "table":
            _check_table(checked, slot, path)
        case _:
            source = checked.table(f"{path}.source", slot.source)
            checked.column_of(f"{path}.heading", source, slot.heading)
            _check_shown(checked, source, slot.details, f"{path}.details")


def _check_kpi(checked: CheckedBlueprint, written: str, path: str) -> None:
    reference = parse_reference(written)
    if checked.column(path, written) is None or reference is None:
        return
    known: Mapping[str, Shape] = checked.data if reference.scope == "data" else checked.results
    shape = known[reference.name]
    if isinstance(shape, TableShape) and not shape.is_single:
        checked.report(path, "not_single", reference=written)


def _check_chart(checked: CheckedBlueprint, slot: Any, path: str) -> None:
    source = checked.table(f"{path}.source", slot.source)
    if slot.variant == "distribution":
        checked.column_of(f"{path}.source", source, "band_1", "number")
        if source is not None and not source.is_single:
            checked.report(f"{path}.source", "not_single", reference=slot.source)
        return
    if slot.x is None or not slot.series:
        checked.report(path, "empty_chart")
    checked.column_of(f"{path}.x", source, slot.x)
    for index, each in enumerate(slot.series):
        checked.column_of(f"{path}.series[{index}].column", source, each.column, "number")


def _check_table(checked: CheckedBlueprint, slot: Any, path: str) -> None:
    source = checked.table(f"{path}.source", slot.source)
    _check_shown(checked, source, slot.columns, f"{path}.columns")
    for index, rule in enumerate(slot.highlight_rules):
        place = f"{path}.highlightRules[{index}]"
        kind = checked.column_of(f"{place}.column", source, rule.column)
        if kind is not None and value_type(rule.value) != kind:
            checked.report(
                f"{place}.value", "column_type", column=rule.column, found=value_type(rule.value) or "null", wanted=kind
            )


def _check_shown(checked: CheckedBlueprint, source: TableShape | None, shown: Sequence[Any], path: str) -> None:
    for index, each in enumerate(shown):
        kind = checked.column_of(f"{path}[{index}].column", source, each.column)
        if kind is not None and each.format != "text" and kind != "number":
            checked.report(f"{path}[{index}].format", "format", column=each.column, format=each.format)
