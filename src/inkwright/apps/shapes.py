"""The shapes of tables: which columns of which types each source of data has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

ColumnType = Literal["text", "number", "boolean"]
Columns = Mapping[str, ColumnType]

RESULTS: Final[Columns] = {
    "pupil_number": "text",
    "pupil": "text",
    "class": "text",
    "test": "text",
    "date": "text",
    "knowledge_point": "text",
    "mark": "number",
    "maximum": "number",
    "share": "number",
    "passed": "boolean",
}
"""One row for each result. `share` is the mark divided by the maximum."""

ROSTER: Final[Columns] = {"pupil_number": "text", "pupil": "text", "class": "text"}
CLASSES: Final[Columns] = {"class_id": "text", "class": "text", "grade": "text", "subject": "text", "pupils": "number"}
PASSAGES: Final[Columns] = {"document": "text", "page": "number", "text": "text", "score": "number"}


@dataclass(frozen=True, slots=True)
class TableShape:
    """The columns of a table. `is_single`: it has exactly one row."""

    columns: Columns
    is_single: bool = False


@dataclass(frozen=True, slots=True)
class DataTool:
    """A source of data: its columns, and which types of inputs each of its parameters takes; `needed` ones must be
    given. `number` marks parameters that are whole numbers.
    """

    source: Literal["tool", "library"]
    columns: Columns
    params: Mapping[str, str]
    needed: Sequence[str] = ()


_CLASS_AND_DATES: Final = {"class_id": "class", "dates": "date_range"}
DATA_TOOLS: Final[Mapping[str, DataTool]] = {
    "get_teacher_classes": DataTool("tool", CLASSES, {}),
    "get_class_detail": DataTool("tool", RESULTS, _CLASS_AND_DATES, ["class_id"]),
    "get_class_roster": DataTool("tool", ROSTER, {"class_id": "class"}, ["class_id"]),
    "get_assignment_submissions": DataTool(
        "tool", RESULTS, {"assignment_id": "assignment", "class_id": "class"}, ["assignment_id"]
    ),
    "get_student_grades": DataTool(
        "tool", RESULTS, {"student_id": "pupil", "class_id": "class", "dates": "date_range"}, ["student_id"]
    ),
    "get_student_classmates": DataTool(
        "tool", RESULTS, {"student_id": "pupil", "class_id": "class", "dates": "date_range"}, ["student_id"]
    ),
    "analyze_student_weakness": DataTool("tool", RESULTS, {**_CLASS_AND_DATES, "student_id": "pupil"}, ["class_id"]),
    "get_student_error_patterns": DataTool("tool", RESULTS, {"student_id": "pupil"}, ["student_id"]),
    "search_teacher_documents": DataTool(
        "library", PASSAGES, {"query": "text", "document": "file", "n_results": "number"}
    ),
}
"""The tools that read, by their names; `get_class_roster` and `get_student_classmates` give what these show beside."""

BANDS: Final = tuple(f"band_{number}" for number in range(1, 6))
STATISTICS: Final[Columns] = dict.fromkeys(("n", "mean", "median", "sd", "p25", "p75", "lowest", "highest"), "number")
SCALED_STATISTICS: Final[Columns] = {
    **STATISTICS,
    **dict.fromkeys(("mean_share", "passed", "pass_rate", *BANDS), "number"),
}
"""With the scale of the marks: the mean share, how many passed, and how many marks are in each fifth of the scale."""
