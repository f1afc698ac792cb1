"""The blueprint of an app: what it needs, what it computes and what its page shows. Its JSON schema is public."""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.school.statistics import PASS_SHARE

SCHEMA_VERSION: Final = 1
MAX_INPUTS: Final = 12
MAX_BINDINGS: Final = 24
MAX_NODES: Final = 60
MAX_TABS: Final = 12
MAX_SLOTS: Final = 40
MAX_STATIC_ROWS: Final = 500
MAX_CELL: Final = 2_000

PartId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,47}$", examples=["results"])]
ColumnName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,47}$", examples=["mark"])]
Label = Annotated[str, Field(max_length=200)]
ReferenceText = Annotated[str, Field(max_length=160)]
"""`$input.class`, `$data.results`, `$compute.tests`, or a column of a table: `$compute.tests.mean`."""

Scalar = str | float | int | bool | None
ValueFormat = Literal["text", "number", "percent", "integer"]
InputType = Literal["class", "assignment", "pupil", "date_range", "text", "file"]
Operator = Literal["eq", "ne", "lt", "le", "gt", "ge", "contains", "is_empty", "is_present"]


class BlueprintPart(BaseModel):
    """A part of a blueprint: JSON in camel case, without unknown fields."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, extra="forbid", frozen=True
    )


class DateRange(BlueprintPart):
    """Days from and to, both included; a missing one is open."""

    start: str = Field(default="", examples=["2026-09-01"], pattern=r"^(\d{4}-\d{2}-\d{2})?$")
    end: str = Field(default="", examples=["2026-12-31"], pattern=r"^(\d{4}-\d{2}-\d{2})?$")


class AppInput(BlueprintPart):
    """What the person chooses for a run. `depends_on` are inputs that narrow the choice, as a class does for pupils."""

    id: PartId
    type: InputType
    label: Label = ""
    required: bool = True
    depends_on: list[PartId] = Field(default=[], max_length=4)
    default: str | DateRange | None = Field(default=None, description="What the conversation was about.")


class DataBinding(BlueprintPart):
    """Where a table comes from: a tool that reads the school, the library, or rows that are part of the blueprint."""

    id: PartId
    source: Literal["tool", "library", "static"]
    tool_name: str = Field(default="", max_length=64, description="The tool; empty for static rows.")
    params: dict[PartId, str | int] = Field(default={}, max_length=8, description="Values, or references to inputs.")
    rows: list[dict[ColumnName, Annotated[str, Field(max_length=MAX_CELL)] | float | int | bool | None]] = Field(
        default=[], max_length=MAX_STATIC_ROWS, description="Static rows, all with the same columns."
    )
    required: bool = Field(default=True, description="Whether a run without these data fails with a data error.")
    depends_on: list[PartId] = Field(default=[], max_length=8)


class _Node(BlueprintPart):
    id: PartId
    output_key: PartId = Field(description="The name under which others refer to its result.")
    depends_on: list[PartId] = Field(default=[], max_length=8, description="Nodes that must be computed before.")


class StatisticsNode(_Node):
    """Statistics of a column of numbers, for each group or for all rows. `maximum` is the column with the scale, and a
    number of at least `pass_share` of it is a pass.
    """

    type: Literal["statistics"] = "statistics"
    source: ReferenceText
    value: ColumnName
    maximum: ColumnName | None = None
    by: list[ColumnName] = Field(default=[], max_length=4)
    pass_share: float = Field(default=PASS_SHARE, gt=0, le=1)


class CompareNode(_Node):
    """The same number of two tables side by side: `left`, `right` and `difference`."""

    type: Literal["compare"] = "compare"
    left: ReferenceText
    right: ReferenceText
    on: list[ColumnName] = Field(default=[], max_length=4)
    value: ColumnName


class FilterCondition(BlueprintPart):
    """A condition on a column. The value may be a reference to an input."""

    column: ColumnName
    operator: Operator
    value: Annotated[str, Field(max_length=MAX_CELL)] | float | int | bool | None = None


class FilterNode(_Node):
    """The rows that meet all conditions."""

    type: Literal["filter"] = "filter"
    source: ReferenceText
    conditions: list[FilterCondition] = Field(min_length=1, max_length=8)


class GroupAggregate(BlueprintPart):
    """A number for each group. `ratio` is the sum of a column divided by the sum of another; `loss` is 1 minus it."""

    function: Literal["count", "sum", "mean", "min", "max", "ratio", "loss"]
    column: ColumnName | None = None
    of: ColumnName | None = None
    name: ColumnName


class GroupNode(_Node):
    """One row for each group; a single row without `by`."""

    type: Literal["group"] = "group"
    source: ReferenceText
    by: list[ColumnName] = Field(default=[], max_length=4)
    aggregates: list[GroupAggregate] = Field(min_length=1, max_length=12)


class JoinNode(_Node):
    """Two tables by the columns that both have. `left` keeps the rows of the left one that match nothing."""

    type: Literal["join"] = "join"
    left: ReferenceText
    right: ReferenceText
    on: list[ColumnName] = Field(min_length=1, max_length=4)
    kind: Literal["inner", "left"] = "inner"


class RankNode(_Node):
    """The rows in the order of a column, with the column `rank`; equal values have the same rank."""

    type: Literal["rank"] = "rank"
    source: ReferenceText
    by: ColumnName
    order: Literal["descending", "ascending"] = "descending"
    limit: int | None = Field(default=None, ge=1, le=5_000)


class AiTextNode(_Node):
    """A text that a model writes. Every number in it must be one of the evidence."""

    type: Literal["ai_text"] = "ai_text"
    prompt: str = Field(min_length=1, max_length=4_000)
    instruction: str = Field(default="", max_length=2_000, description="What the person wants changed in it.")
    evidence: list[ReferenceText] = Field(min_length=1, max_length=8)
    max_characters: int = Field(default=1_200, ge=50, le=6_000)


class QuestionsNode(_Node):
    """Quiz questions: written by a model, or drawn from a text of the library if it is given."""

    type: Literal["questions"] = "questions"
    topic: str = Field(min_length=1, max_length=1_000, description="The topic, or a reference to an input.")
    focus: ReferenceText | None = Field(default=None, description="A column whose values the questions practise.")
    material: ReferenceText | None = Field(default=None, description="A column with the text to ask about.")
    instruction: str = Field(default="", max_length=1_000, description="What the person wants changed in them.")
    count: int = Field(default=5, ge=1, le=50)


ComputeNode = Annotated[
    StatisticsNode | CompareNode | FilterNode | GroupNode | JoinNode | RankNode | AiTextNode | QuestionsNode,
    Field(discriminator="type"),
]


class HighlightRule(BlueprintPart):
    """Rows whose value meets the condition are shown in a style."""

    column: ColumnName
    condition: Literal["eq", "ne", "lt", "le", "gt", "ge"]
    value: str | float | int | bool
    style: Literal["warning", "danger", "success"] = "warning"


class ShownColumn(BlueprintPart):
    """A column as it is shown."""

    column: ColumnName
    label: Label
    format: ValueFormat = "text"


class KpiItem(BlueprintPart):
    """One number: a column of a table that has one row."""

    label: Label
    value: ReferenceText
    format: ValueFormat = "number"
    subtext: Label = ""


class _Slot(BlueprintPart):
    id: PartId
    title: Label = ""


class KpiGridSlot(_Slot):
    """Some numbers side by side."""

    type: Literal["kpi_grid"] = "kpi_grid"
    items: list[KpiItem] = Field(min_length=1, max_length=12)


class ChartSlot(_Slot):
    """A chart. `distribution` shows the five bands of statistics with one row, and needs no `x` and `series`."""

    type: Literal["chart"] = "chart"
    variant: Literal["bar", "line", "radar", "pie", "gauge", "distribution"] = "bar"
    source: ReferenceText
    x: ColumnName | None = None
    series: list[ShownColumn] = Field(default=[], max_length=6)


class TableSlot(_Slot):
    """Rows of a table."""

    type: Literal["table"] = "table"
    source: ReferenceText
    columns: list[ShownColumn] = Field(min_length=1, max_length=16)
    highlight_rules: list[HighlightRule] = Field(default=[], max_length=8)
    limit: int = Field(default=500, ge=1, le=2_000)


class MarkdownSlot(_Slot):
    """A text: written here, or the result of a text node."""

    type: Literal["markdown"] = "markdown"
    variant: Literal["default", "insight", "warning", "success"] = "default"
    text: str = Field(min_length=1, max_length=20_000)


class SuggestionListSlot(_Slot):
    """One suggestion for each row; its description names the given columns."""

    type: Literal["suggestion_list"] = "suggestion_list"
    source: ReferenceText
    heading: ColumnName
    details: list[ShownColumn] = Field(default=[], max_length=6)
    category: Label = ""


class QuestionSetSlot(_Slot):
    """Quiz questions of a node."""

    type: Literal["question_set"] = "question_set"
    source: ReferenceText


PageSlot = Annotated[
    KpiGridSlot | ChartSlot | TableSlot | MarkdownSlot | SuggestionListSlot | QuestionSetSlot,
    Field(discriminator="type"),
]


class PageTab(BlueprintPart):
    """A tab with its slots, in order."""

    id: PartId
    title: Label
    slots: list[PageSlot] = Field(max_length=MAX_SLOTS)


class DataContract(BlueprintPart):
    """What the app needs."""

    inputs: list[AppInput] = Field(default=[], max_length=MAX_INPUTS)
    bindings: list[DataBinding] = Field(min_length=1, max_length=MAX_BINDINGS)


class ComputeGraph(BlueprintPart):
    """What the app computes."""

    nodes: list[ComputeNode] = Field(default=[], max_length=MAX_NODES)


class PageComposition(BlueprintPart):
    """What the page shows."""

    layout: Literal["tabs", "single_page"] = "tabs"
    tabs: list[PageTab] = Field(min_length=1, max_length=MAX_TABS)


_EXAMPLE: Final[Any] = {
    "schemaVersion": 1,
    "name": "How is 1A doing?",
    "language": "en",
    "dataContract": {
        "inputs": [{"id": "class", "type": "class", "label": "Class", "default": "1A"}],
        "bindings": [
            {"id": "results", "source": "tool", "toolName": "get_class_detail", "params": {"class_id": "$input.class"}}
        ],
    },
    "computeGraph": {
        "nodes": [
            {
                "type": "statistics",
                "id": "overall",
                "outputKey": "overall",
                "source": "$data.results",
                "value": "mark",
                "maximum": "maximum",
            }
        ]
    },
    "pageComposition": {
        "layout": "tabs",
        "tabs": [
            {
                "id": "page",
                "title": "Class {class}",
                "slots": [
                    {
                        "type": "kpi_grid",
                        "id": "numbers",
                        "items": [{"label": "Mean", "value": "$compute.overall.mean"}],
                    }
                ],
            }
        ],
    },
}


class Blueprint(BlueprintPart):
    """A compiled app."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})

    schema_version: Literal[1] = SCHEMA_VERSION
    name: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=2_000)
    icon: str = Field(default="", max_length=40)
    category: str = Field(default="", max_length=40)
    language: Literal["en", "zh"] = "en"
    source_prompt: str = Field(default="", max_length=2_000, description="The message that it was compiled from.")
    data_contract: DataContract
    compute_graph: ComputeGraph
    page_composition: PageComposition

    @property
    def slots(self) -> list[PageSlot]:
        """All slots of the page, in order."""
        return [slot for tab in self.page_composition.tabs for slot in tab.slots]


def blueprint_schema() -> dict[str, object]:
    """Return the JSON schema of blueprints."""
    return Blueprint.model_json_schema(by_alias=True)
