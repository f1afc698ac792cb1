"""The chart that a fence describes, in a few lines of YAML or as a small table of comma-separated values."""

import csv
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from pydantic import ValidationError

from inkwright.artifacts.slides.complaints import complaints
from inkwright.artifacts.slides.specs import ChartKind, ChartSlide
from inkwright.artifacts.yaml_reading import read_yaml
from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text

_FIELD = re.compile(r"\s*[A-Za-z]+:(?:\s|$)")
_OTHER_NAMES: Final = (("type", "kind"), ("labels", "categories"), ("x", "categories"), ("values", "series"))


def chart_slide(title: str, info: str, lines: Sequence[str]) -> ChartSlide:
    """The slide of a fence whose info begins with `chart`; a kind may stand behind it. Else an InvalidOption."""
    kind = next((word for word in info.split()[1:] if word in get_args(ChartKind)), "bar")
    try:
        fields = _fields(lines)
        return ChartSlide.model_validate({"title": title, "kind": kind, **fields})
    except ValidationError as problem:
        told = text(language_of(title), "deck.chart", problems=complaints(problem))
    except ValueError as problem:
        told = text(language_of(title), "deck.chart", problems=str(problem))
    raise InvalidOption(option="chart", value=title, allowed=told)


def _fields(lines: Sequence[str]) -> dict[str, Any]:
    found = read_yaml("\n".join(lines)) if any(map(_FIELD.match, lines)) else None
    if not isinstance(found, Mapping):
        return _of_table(lines)
    fields = {str(key): value for key, value in found.items()}
    # The slide has the title of its heading; that of the chart itself goes with what the chart shows.
    said = (str(fields.pop("title", "")), str(fields.pop("takeaway", "")))
    fields["takeaway"] = " · ".join(filter(None, said))
    for other, name in _OTHER_NAMES:
        if other in fields and name not in fields:
            fields[name] = fields.pop(other)
    fields["series"] = _series(fields.get("series"))
    return fields


def _series(given: Any) -> Any:
    """`{name: [1, 2]}` and a bare `[1, 2]` are series too."""
    if isinstance(given, Mapping):
        return [{"name": name, "values": values} for name, values in given.items()]
    if isinstance(given, list) and given and not any(isinstance(one, Mapping) for one in given):
        return [{"values": given}]
    return given


def _of_table(lines: Sequence[str]) -> dict[str, Any]:
    """A row for each category; the first row names the series, if it has no numbers."""
    rows = [[cell.strip() for cell in row] for row in csv.reader(lines, skipinitialspace=True) if any(row)]
    if not rows or min(map(len, rows)) < 2 or len(set(map(len, rows))) > 1:
        raise ValueError("every line needs a category and its numbers, with commas between")
    names = rows[0][1:] if not all(map(_is_number, rows[0][1:])) else [""] * (len(rows[0]) - 1)
    rows = rows[1:] if any(names) else rows
    columns = list(zip(*(row[1:] for row in rows), strict=True)) or [()] * len(names)
    series = [{"name": name, "values": list(values)} for name, values in zip(names, columns, strict=True)]
    return {"categories": [row[0] for row in rows], "series": series}


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
