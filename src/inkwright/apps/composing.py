"""Compose the page of a run from its results: every value comes from a table, and is shown with its format."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.apps.blueprint import (
    Blueprint,
    ChartSlot,
    HighlightRule,
    KpiGridSlot,
    MarkdownSlot,
    PageSlot,
    QuestionSetSlot,
    ShownColumn,
    SuggestionListSlot,
    TableSlot,
    ValueFormat,
)
from inkwright.apps.references import parse_reference
from inkwright.apps.shapes import BANDS
from inkwright.apps.tables import TableRows
from inkwright.i18n import Language, text
from inkwright.school.statistics import shown, shown_share

PLACEHOLDER: Final = re.compile(r"\{([a-z][a-z0-9_]{0,47})\}")
_NO_VALUE: Final = "–"
_PRIORITIES: Final = ("high", "medium", "low")


@dataclass(frozen=True, slots=True)
class RunResults:
    """What a run has computed: tables by reference, texts and questions by output key, and names of its inputs."""

    tables: Mapping[str, TableRows]
    texts: Mapping[str, Mapping[str, Any]]
    questions: Mapping[str, Mapping[str, Any]]
    names: Mapping[str, str]


def format_value(value: Any, shown_as: ValueFormat, language: Language) -> str:
    """Return a value as it is shown."""
    if value is None or value == "":
        return _NO_VALUE
    if isinstance(value, bool):
        return text(language, f"apps.value.{'yes' if value else 'no'}")
    if not isinstance(value, int | float):
        return str(value)
    return shown_share(value) if shown_as == "percent" else shown(value)


def compose_page(blueprint: Blueprint, results: RunResults) -> dict[str, Any]:
    """Return the page as JSON."""
    composer = SlotComposer(blueprint.language, results)
    tabs = [
        {"id": tab.id, "title": composer.filled(tab.title), "slots": [composer.compose(slot) for slot in tab.slots]}
        for tab in blueprint.page_composition.tabs
    ]
    layout = blueprint.page_composition.layout
    return {
        "title": composer.page_title(blueprint),
        "language": blueprint.language,
        "layout": layout,
        "inputs": dict(results.names),
        "tabs": tabs,
    }


class SlotComposer:
    """Composes slots from the results of one run."""

    def __init__(self, language: Language, results: RunResults) -> None:
        self._language = language
        self._results = results

    def page_title(self, blueprint: Blueprint) -> str:
        """Return the title of the page: that of the app, with the inputs of this run in the place of its own ones."""
        names = self._results.names
        inputs = [each for each in blueprint.data_contract.inputs if isinstance(each.default, str) and each.id in names]
        others = {str(each.default): names[each.id] for each in inputs if each.default not in ("", names[each.id])}
        title = self.filled(blueprint.name)
        if not others:
            return title
        listed = "|".join(re.escape(each) for each in sorted(others, key=len, reverse=True))
        own = re.compile(rf"(?<![A-Za-z0-9])(?:{listed})(?![A-Za-z0-9])")
        left = [name for default, name in others.items() if default not in own.findall(title) and name not in title]
        return " · ".join([own.sub(lambda found: others[found[0]], title), *left])

    def filled(self, label: str) -> str:
        """Return a label with the names of inputs in the place of `{class}` and the like."""
        names = self._results.names
        return PLACEHOLDER.sub(lambda found: names.get(found[1], found[0]), label)

    def compose(self, slot: PageSlot) -> dict[str, Any]:
        """Return a slot with its values."""
        common = {"id": slot.id, "type": slot.type, "title": self.filled(slot.title)}
        match slot:
            case KpiGridSlot():
                return {**common, "items": [self._kpi(item) for item in slot.items]}
            case ChartSlot():
                return {**common, **self._chart(slot)}
            case TableSlot():
                return {**common, **self._table(slot)}
            case MarkdownSlot():
                return {**common, "variant": slot.variant, **self._markdown(slot)}
            case SuggestionListSlot():
                return {**common, "items": self._suggestions(slot)}
            case QuestionSetSlot():
                return {**common, **self._questions(slot)}

    def _kpi(self, item: Any) -> dict[str, Any]:
        reference = parse_reference(item.value)
        assert reference is not None  # noqa: S101 - checked when it was compiled
        table = self._results.tables[str(reference._replace(column=None))]
        value = table.rows[0][table.columns.index(str(reference.column))] if table.rows else None
        return {
            "label": self.filled(item.label),
            "value": value,
            "text": format_value(value, item.format, self._language),
            "format": item.format,
            "subtext": self.filled(item.subtext),
        }

    def _chart(self, slot: ChartSlot) -> dict[str, Any]:
        table = self._results.tables[slot.source]
        if slot.variant == "distribution":
            return {"variant": slot.variant, **self._bands(table)}
        labels = [format_value(value, "text", self._language) for value in self._values(table, slot.x or "")]
        series = [
            {
                "key": each.column,
                "label": self.filled(each.label),
                "format": each.format,
                "values": self._values(table, each.column),
            }
            for each in slot.series
        ]
        return {"variant": slot.variant, "labels": labels, "series": series, "total": table.total}

    def _bands(self, table: TableRows) -> dict[str, Any]:
        step = 100 // len(BANDS)
        labels = [f"{index * step}–{(index + 1) * step}%" for index in range(len(BANDS))]
        row = table.rows[0] if table.rows else []
        values = [row[table.columns.index(name)] if row else 0.0 for name in BANDS]
        label = text(self._language, "apps.label.column.n")
        return {
            "labels": labels,
            "series": [{"key": "n", "label": label, "format": "integer", "values": values}],
            "total": len(BANDS),
        }

    @staticmethod
    def _values(table: TableRows, column: str) -> list[Any]:
        index = table.columns.index(column)
        return [row[index] for row in table.rows]

    def _table(self, slot: TableSlot) -> dict[str, Any]:
        table = self._results.tables[slot.source]
        places = [table.columns.index(each.column) for each in slot.columns]
        rows = [
            {"cells": [row[place] for place in places], "style": _style(table, row, slot.highlight_rules)}
            for row in table.rows[: slot.limit]
        ]
        return {"columns": self._columns(slot.columns), "rows": rows, "total": table.total}

    def _columns(self, columns: Sequence[ShownColumn]) -> list[dict[str, str]]:
        return [{"key": each.column, "label": self.filled(each.label), "format": each.format} for each in columns]

    def _markdown(self, slot: MarkdownSlot) -> dict[str, Any]:
        reference = parse_reference(slot.text)
        if reference is None:
            return {"text": self.filled(slot.text), "leftOut": None}
        written = self._results.texts[reference.name]
        return {"text": written["text"], "leftOut": self._left_out(written["leftOut"])}

    def _left_out(self, code: str) -> dict[str, str] | None:
        return {"code": code, "message": text(self._language, f"apps.left_out.{code}")} if code else None

    def _suggestions(self, slot: SuggestionListSlot) -> list[dict[str, Any]]:
        table = self._results.tables[slot.source]
        heading = table.columns.index(slot.heading)
        return [
            {
                "title": format_value(row[heading], "text", self._language),
                "description": self._described(table, row, slot.details),
                "priority": _PRIORITIES[min(index, len(_PRIORITIES) - 1)],
                "category": self.filled(slot.category),
            }
            for index, row in enumerate(table.rows[:50])
        ]

    def _described(self, table: TableRows, row: Sequence[Any], details: Sequence[ShownColumn]) -> str:
        parts = [
            f"{self.filled(each.label)}: "
            f"{format_value(row[table.columns.index(each.column)], each.format, self._language)}"
            for each in details
        ]
        return text(self._language, "school.answer.comma").join(parts)

    def _questions(self, slot: QuestionSetSlot) -> dict[str, Any]:
        reference = parse_reference(slot.source)
        assert reference is not None  # noqa: S101 - checked when it was compiled
        made = self._results.questions[reference.name]
        return {
            "questions": made["questions"],
            "missing": made["missing"],
            "leftOut": self._left_out(made["leftOut"]),
        }


def _style(table: TableRows, row: Sequence[Any], rules: Sequence[HighlightRule]) -> str | None:
    """Return the style of the first rule that a row meets; a missing value meets none."""
    for rule in rules:
        value = row[table.columns.index(rule.column)]
        if value is not None and _meets(value, rule):
            return rule.style
    return None


def _meets(value: Any, rule: HighlightRule) -> bool:
    wanted: Any = rule.value
    match rule.condition:
        case "eq":
            return bool(value == wanted)
        case "ne":
            return bool(value != wanted)
        case "lt":
            return bool(value < wanted)
        case "le":
            return bool(value <= wanted)
        case "gt":
            return bool(value > wanted)
        case "ge":
            return bool(value >= wanted)
