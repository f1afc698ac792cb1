"""Export the page of a run: as Markdown with charts for documents, and as a workbook."""

import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

import xlsxwriter

from inkwright.apps.composing import format_value
from inkwright.i18n import Language, text
from inkwright.school.reports import SchoolReport, bar_chart, chart_caption
from inkwright.school.statistics import shown, shown_share

_UNSAFE: Final = str.maketrans(
    {"|": "\\|", "\n": " ", "\r": " ", "*": "\\*", "_": "\\_", "`": "\\`", "<": "&lt;", "#": "\\#", "[": "(", "]": ")"}
)
_PLAIN: Final = str.maketrans({"<": "&lt;", "!": "！", "[": "(", "]": ")"})
_MAX_BARS: Final = 24
_MAX_NUMBERS: Final = 8
"""So many numbers are in one row."""

_SHEET_NAME: Final = 31
_BAD_IN_SHEET: Final = str.maketrans(dict.fromkeys("[]:*?/\\'", " "))
_STYLES: Final = {"danger": "#f8d7da", "warning": "#fff3cd", "success": "#d4edda"}
_NUMBER_FORMATS: Final = {"percent": "0.00%", "integer": "0", "number": "0.00"}


def page_markdown(page: Mapping[str, Any]) -> SchoolReport:
    """Return a page as Markdown with its charts."""
    return _PageWriter(page).report()


class _PageWriter:
    """A page while it is written as Markdown."""

    def __init__(self, page: Mapping[str, Any]) -> None:
        self._page = page
        self._language: Language = "zh" if page["language"] == "zh" else "en"
        self._charts: dict[str, bytes] = {}

    def report(self) -> SchoolReport:
        title = str(self._page["title"])
        lines = [f"# {_safe(title)}", ""]
        for tab in self._page["tabs"]:
            lines += [f"## {_safe(tab['title'])}", ""]
            for slot in tab["slots"]:
                lines += self._slot(slot)
        return SchoolReport(title, "\n".join(lines), self._charts, self._language)

    def _slot(self, slot: Mapping[str, Any]) -> list[str]:
        heading = [f"### {_safe(slot['title'])}", ""] if slot["title"] else []
        match slot["type"]:
            case "kpi_grid":
                body = self._numbers(slot["items"])
            case "chart":
                body = self._chart(slot)
            case "table":
                body = self._table(slot)
            case "markdown":
                body = _quoted(slot["text"] or (slot["leftOut"] or {}).get("message", ""))
            case "suggestion_list":
                body = [f"- **{_safe(each['title'])}** {_safe(each['description'])}" for each in slot["items"]]
            case _:
                body = self._questions(slot)
        return [*heading, *(body or [self._nothing()]), ""]

    def _numbers(self, items: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return numbers as a table of one row; many of them as a list."""
        if len(items) > _MAX_NUMBERS:
            return [f"- {self._bar(_safe(each['label']), _safe(each['text']))}" for each in items]
        rows = [[_safe(each[name]) for each in items] for name in ("label", "text")]
        head, values = (f"| {' | '.join(row)} |" for row in rows)
        return [head, f"|{'---|' * len(items)}", values] if items else []

    def _bar(self, label: str, value: str) -> str:
        return text(self._language, "school.report.bar", label=label, value=value)

    def _nothing(self) -> str:
        return text(self._language, "apps.export.nothing")

    def _table(self, slot: Mapping[str, Any]) -> list[str]:
        columns = slot["columns"]
        if not slot["rows"]:
            return []
        rows = [
            [
                _safe(format_value(cell, column["format"], self._language))
                for cell, column in zip(row["cells"], columns, strict=True)
            ]
            for row in slot["rows"]
        ]
        head = [_safe(column["label"]) for column in columns]
        lines = [f"| {' | '.join(row)} |" for row in [head, *rows]]
        lines.insert(1, f"|{'---|' * len(head)}")
        if slot["total"] > len(rows):
            more = text(self._language, "apps.export.more", count=slot["total"] - len(rows))
            lines += ["", more]
        return lines

    def _chart(self, slot: Mapping[str, Any]) -> list[str]:
        lines: list[str] = []
        for series in slot["series"]:
            pairs = [
                (label, value)
                for label, value in zip(slot["labels"], series["values"], strict=True)
                if value is not None
            ][:_MAX_BARS]
            largest = max((abs(value) for _, value in pairs), default=0) or 1
            is_share = series["format"] == "percent"
            bars = [
                (label, value if is_share else value / largest, shown_share(value) if is_share else shown(value))
                for label, value in pairs
            ]
            if bars:
                name = f"chart-{len(self._charts) + 1}.svg"
                self._charts[name] = bar_chart(bars)
                caption = chart_caption(series["label"], bars, self._language)
                lines += [f"![{_safe(caption)}]({name})", ""]
        return lines

    def _questions(self, slot: Mapping[str, Any]) -> list[str]:
        if slot["leftOut"]:
            return [_safe(slot["leftOut"]["message"])]
        lines: list[str] = []
        for number, each in enumerate(slot["questions"], 1):
            lines.append(f"{number}. {_safe(str(each.get('question', '')))}")
            lines += [f"    - {_safe(str(option))}" for option in each.get("options", ())]
        return lines


def _safe(written: str) -> str:
    return written.translate(_UNSAFE)


def _quoted(written: str) -> list[str]:
    """Return a text of a model as paragraphs, without headings, pictures, links and HTML."""
    return [line.translate(_PLAIN).lstrip("# ") for line in written.splitlines()]


# --- workbook ---------------------------------------------------------------------------------------------


def page_workbook(page: Mapping[str, Any]) -> bytes:
    """Return a page as a workbook: a sheet for each tab, numbers as numbers."""
    content = io.BytesIO()
    # Text that begins like a formula or an address stays text.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(content, options) as workbook:
        workbook.set_properties({"title": str(page["title"])[:200]})
        _SheetWriter(workbook, page).write()
    return content.getvalue()


class _SheetWriter:
    """A page while it is written as sheets."""

    def __init__(self, workbook: Any, page: Mapping[str, Any]) -> None:
        self._workbook = workbook
        self._page = page
        self._language: Language = "zh" if page["language"] == "zh" else "en"
        self._formats: dict[tuple[str, str], Any] = {}
        self._bold = workbook.add_format({"bold": True})
        self._row = 0

    def write(self) -> None:
        names: set[str] = set()
        for number, tab in enumerate(self._page["tabs"], 1):
            sheet = self._workbook.add_worksheet(_sheet_name(tab["title"], number, names))
            sheet.set_column(0, 15, 18)
            self._row = 0
            for slot in tab["slots"]:
                self._slot(sheet, slot)

    def _line(self, sheet: Any, cells: Sequence[Any], style: str = "", formats: Sequence[str] = ()) -> None:
        for column, value in enumerate(cells):
            shown_as = formats[column] if column < len(formats) else "text"
            if isinstance(value, bool):
                value = format_value(value, "text", self._language)
            if value is not None:
                sheet.write(self._row, column, value, self._format(shown_as, style))
        self._row += 1

    def _format(self, shown_as: str, style: str) -> Any:
        if style == "bold":
            return self._bold
        key = (shown_as, style)
        if key not in self._formats:
            wanted = {"num_format": _NUMBER_FORMATS[shown_as]} if shown_as in _NUMBER_FORMATS else {}
            colour = {"bg_color": _STYLES[style]} if style in _STYLES else {}
            self._formats[key] = self._workbook.add_format({**wanted, **colour})
        return self._formats[key]

    def _slot(self, sheet: Any, slot: Mapping[str, Any]) -> None:
        if slot["title"]:
            self._line(sheet, [slot["title"]], "bold")
        match slot["type"]:
            case "kpi_grid":
                for item in slot["items"]:
                    self._line(sheet, [item["label"], item["value"]], formats=["text", item["format"]])
            case "chart":
                self._chart(sheet, slot)
            case "table":
                self._table(sheet, slot)
            case _:
                for row in _text_rows(slot):
                    self._line(sheet, row)
        self._row += 1

    def _chart(self, sheet: Any, slot: Mapping[str, Any]) -> None:
        formats = ["text", *(each["format"] for each in slot["series"])]
        self._line(sheet, ["", *(each["label"] for each in slot["series"])], "bold")
        for row in zip(slot["labels"], *(each["values"] for each in slot["series"]), strict=True):
            self._line(sheet, row, formats=formats)

    def _table(self, sheet: Any, slot: Mapping[str, Any]) -> None:
        self._line(sheet, [column["label"] for column in slot["columns"]], "bold")
        formats = [column["format"] for column in slot["columns"]]
        for row in slot["rows"]:
            self._line(sheet, row["cells"], row["style"] or "", formats)


def _text_rows(slot: Mapping[str, Any]) -> list[list[str]]:
    """Return a slot of texts as rows: a text, suggestions, or questions with their options."""
    if slot["type"] == "markdown":
        return [[slot["text"] or (slot["leftOut"] or {}).get("message", "")]]
    if slot["type"] == "suggestion_list":
        return [[each["title"], each["description"]] for each in slot["items"]]
    return [[str(each.get("question", "")), *map(str, each.get("options", ()))] for each in slot["questions"]]


def _sheet_name(title: str, number: int, taken: set[str]) -> str:
    name = " ".join(title.translate(_BAD_IN_SHEET).split())[:_SHEET_NAME] or str(number)
    if name.casefold() in taken:
        name = f"{name[: _SHEET_NAME - 4]} {number}"
    taken.add(name.casefold())
    return name
