"""The shapes of the results of nodes: which columns of which types each node gives, if its references are right."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.apps.blueprint import (
    AiTextNode,
    CompareNode,
    ComputeNode,
    FilterCondition,
    FilterNode,
    GroupAggregate,
    GroupNode,
    JoinNode,
    QuestionsNode,
    RankNode,
    StatisticsNode,
)
from inkwright.apps.checked import CheckedBlueprint, Shape, value_type
from inkwright.apps.references import looks_like_reference, parse_reference
from inkwright.apps.shapes import SCALED_STATISTICS, STATISTICS, ColumnType, TableShape

_ORDERED: Final = ("lt", "le", "gt", "ge")


def node_references(node: ComputeNode) -> list[tuple[str, str]]:
    """Return every reference of a node to tables and results, with its field."""
    match node:
        case CompareNode() | JoinNode():
            return [("left", node.left), ("right", node.right)]
        case AiTextNode():
            return [(f"evidence[{index}]", each) for index, each in enumerate(node.evidence)]
        case QuestionsNode():
            return [(name, each) for name, each in (("focus", node.focus), ("material", node.material)) if each]
        case _:
            return [("source", node.source)]


def node_shape(checked: CheckedBlueprint, node: ComputeNode, path: str) -> Shape | None:
    """Return the shape of the result of a node; None if its problems leave it unknown."""
    return _SHAPES[type(node)](checked, node, path)


def _statistics(checked: CheckedBlueprint, node: StatisticsNode, path: str) -> Shape | None:
    source = checked.table(f"{path}.source", node.source)
    checked.column_of(f"{path}.value", source, node.value, "number")
    checked.column_of(f"{path}.maximum", source, node.maximum, "number")
    computed = SCALED_STATISTICS if node.maximum else STATISTICS
    return _grouped(checked, source, node.by, computed, path)


def _grouped(
    checked: CheckedBlueprint,
    source: TableShape | None,
    by: Sequence[str],
    computed: Mapping[str, ColumnType],
    path: str,
) -> Shape | None:
    if source is None:
        return None
    kinds: dict[str, ColumnType] = {}
    for position, name in enumerate(by):
        kind = checked.column_of(f"{path}.by[{position}]", source, name)
        if name in computed:
            checked.report(f"{path}.by[{position}]", "twice", name=name)
        kinds[name] = kind or "text"
    return TableShape({**kinds, **computed}, is_single=not by)


def _compare(checked: CheckedBlueprint, node: CompareNode, path: str) -> Shape | None:
    left, right = checked.table(f"{path}.left", node.left), checked.table(f"{path}.right", node.right)
    for table in (left, right):
        checked.column_of(f"{path}.value", table, node.value, "number")
    kinds = _key_types(checked, left, right, node.on, path)
    if left is None or right is None:
        return None
    if not node.on and not (left.is_single and right.is_single):
        checked.report(f"{path}.on", "needs_keys")
    return TableShape({**kinds, "left": "number", "right": "number", "difference": "number"}, is_single=not node.on)


def _key_types(
    checked: CheckedBlueprint, left: TableShape | None, right: TableShape | None, on: Sequence[str], path: str
) -> dict[str, ColumnType]:
    kinds: dict[str, ColumnType] = {}
    for position, name in enumerate(on):
        place = f"{path}.on[{position}]"
        kind = checked.column_of(place, left, name)
        if checked.column_of(place, right, name, kind) and kind:
            kinds[name] = kind
    return kinds


def _filter(checked: CheckedBlueprint, node: FilterNode, path: str) -> Shape | None:
    source = checked.table(f"{path}.source", node.source)
    for index, condition in enumerate(node.conditions):
        _check_condition(checked, source, condition, f"{path}.conditions[{index}]")
    return None if source is None else TableShape(source.columns)


def _check_condition(
    checked: CheckedBlueprint, source: TableShape | None, condition: FilterCondition, path: str
) -> None:
    kind = checked.column_of(f"{path}.column", source, condition.column)
    if kind is None or condition.operator in ("is_empty", "is_present"):
        return
    if looks_like_reference(condition.value):
        reference = parse_reference(condition.value)
        inputs = {each.id: each.type for each in checked.blueprint.data_contract.inputs}
        if reference is None or reference.scope != "input" or inputs.get(reference.name) in (None, "date_range"):
            checked.report(f"{path}.value", "not_an_input", reference=str(condition.value)[:160])
        found: ColumnType | None = "text"
    else:
        found = value_type(condition.value)
    if found != kind or (condition.operator == "contains" and kind != "text"):
        checked.report(f"{path}.value", "column_type", column=condition.column, found=found or "null", wanted=kind)
    elif condition.operator in _ORDERED and kind == "boolean":
        checked.report(f"{path}.operator", "operator", operator=condition.operator, type=kind)


def _group(checked: CheckedBlueprint, node: GroupNode, path: str) -> Shape | None:
    source = checked.table(f"{path}.source", node.source)
    names: dict[str, ColumnType] = {}
    for index, each in enumerate(node.aggregates):
        place = f"{path}.aggregates[{index}]"
        if each.name in names:
            checked.report(f"{place}.name", "twice", name=each.name)
        names[each.name] = "number"
        _check_aggregate(checked, source, each, place)
    return _grouped(checked, source, node.by, names, path)


def _check_aggregate(checked: CheckedBlueprint, source: TableShape | None, each: GroupAggregate, path: str) -> None:
    needs_of = each.function in ("ratio", "loss")
    if each.function == "count" and each.column is None:
        return
    if each.column is None or (each.of is None) == needs_of:
        checked.report(path, "aggregate", function=each.function)
        return
    wanted: ColumnType | None = None if each.function == "count" else "number"
    checked.column_of(f"{path}.column", source, each.column, wanted)
    checked.column_of(f"{path}.of", source, each.of, "number")


def _join(checked: CheckedBlueprint, node: JoinNode, path: str) -> Shape | None:
    left, right = checked.table(f"{path}.left", node.left), checked.table(f"{path}.right", node.right)
    _key_types(checked, left, right, node.on, path)
    if left is None or right is None:
        return None
    return TableShape({**left.columns, **joined_columns(left.columns, right.columns, node.on).values_by_name})


@dataclass(frozen=True, slots=True)
class JoinedColumns:
    """The columns that a join takes from the right table: their names there by their new names."""

    names: Mapping[str, str]
    values_by_name: Mapping[str, ColumnType]


def joined_columns(left: Mapping[str, ColumnType], right: Mapping[str, ColumnType], on: Sequence[str]) -> JoinedColumns:
    """Return the columns from the right table; one that the left table has too gets the ending `_2`."""
    names: dict[str, str] = {}
    for name in right:
        if name not in on:
            new = name
            while new in left or new in names:
                new += "_2"
            names[new] = name
    return JoinedColumns(names, {new: right[name] for new, name in names.items()})


def _rank(checked: CheckedBlueprint, node: RankNode, path: str) -> Shape | None:
    source = checked.table(f"{path}.source", node.source)
    checked.column_of(f"{path}.by", source, node.by, "number")
    if source is None:
        return None
    if "rank" in source.columns:
        checked.report(f"{path}.source", "twice", name="rank")
    return TableShape({**source.columns, "rank": "number"})


def _ai_text(checked: CheckedBlueprint, node: AiTextNode, path: str) -> Shape | None:
    for index, each in enumerate(node.evidence):
        checked.table(f"{path}.evidence[{index}]", each)
    return "text"


def _questions(checked: CheckedBlueprint, node: QuestionsNode, path: str) -> Shape | None:
    for name, each in (("focus", node.focus), ("material", node.material)):
        if each is not None and checked.column(f"{path}.{name}", each) not in (None, "text"):
            checked.report(f"{path}.{name}", "not_a_column", reference=each)
    if looks_like_reference(node.topic):
        reference = parse_reference(node.topic)
        texts = {each.id for each in checked.blueprint.data_contract.inputs if each.type != "date_range"}
        if reference is None or reference.scope != "input" or reference.name not in texts:
            checked.report(f"{path}.topic", "not_an_input", reference=node.topic[:160])
    return "questions"


_SHAPES: Final[Mapping[type, Callable[[CheckedBlueprint, Any, str], Shape | None]]] = {
    StatisticsNode: _statistics,
    CompareNode: _compare,
    FilterNode: _filter,
    GroupNode: _group,
    JoinNode: _join,
    RankNode: _rank,
    AiTextNode: _ai_text,
    QuestionsNode: _questions,
}
