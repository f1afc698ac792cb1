"""The page of a run of an app as lines for a terminal."""

from collections.abc import Mapping
from typing import Any, Final

from inkwright.apps.composing import format_value
from inkwright.cli.terminal.columns import align_columns
from inkwright.i18n import Language, text

_MAX_ROWS: Final = 30


def page_lines(page: Mapping[str, Any]) -> list[str]:
    """Return a page as lines for a terminal."""
    language: Language = "zh" if page["language"] == "zh" else "en"
    lines = [str(page["title"])]
    for tab in page["tabs"]:
        lines += ["", f"== {tab['title']} =="]
        for slot in tab["slots"]:
            lines += [slot["title"]] if slot["title"] else []
            lines += _slot_lines(slot, language)
    return lines


def _slot_lines(slot: Mapping[str, Any], language: Language) -> list[str]:
    match slot["type"]:
        case "kpi_grid":
            return [f"  {item['label']}: {item['text']}" for item in slot["items"]]
        case "table":
            return _table_lines(slot, language)
        case "chart":
            heads = [series["label"] for series in slot["series"]]
            values = zip(*(series["values"] for series in slot["series"]), strict=True)
            shown_as = [series["format"] for series in slot["series"]]
            rows = [
                [label, *(format_value(value, each, language) for value, each in zip(row, shown_as, strict=True))]
                for label, row in zip(slot["labels"], values, strict=True)
            ]
            return [f"  {line}" for line in align_columns([["", *heads], *rows[:_MAX_ROWS]])]
        case "suggestion_list":
            return [f"  - {each['title']}: {each['description']}" for each in slot["items"]]
        case "markdown":
            return [f"  {line}" for line in (slot["text"] or slot["leftOut"]["message"]).splitlines()]
        case _:
            left_out = [f"  {slot['leftOut']['message']}"] if slot["leftOut"] else []
            return left_out or [f"  {n}. {each.get('question', '')}" for n, each in enumerate(slot["questions"], 1)]


def _table_lines(slot: Mapping[str, Any], language: Language) -> list[str]:
    if not slot["rows"]:
        return [f"  {text(language, 'apps.export.nothing')}"]
    columns = slot["columns"]
    rows = [
        [
            format_value(cell, column["format"], language)[:60]
            for cell, column in zip(row["cells"], columns, strict=True)
        ]
        for row in slot["rows"][:_MAX_ROWS]
    ]
    lines = [f"  {line}" for line in align_columns([[column["label"] for column in columns], *rows])]
    hidden = slot["total"] - len(rows)
    return [*lines, f"  … +{hidden}"] if hidden > 0 else lines
