"""A blueprint while it is drafted from the steps of a conversation; what several steps share is there once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from inkwright.apps.blueprint import (
    AiTextNode,
    AppInput,
    Blueprint,
    ComputeGraph,
    ComputeNode,
    DataBinding,
    DataContract,
    InputType,
    KpiGridSlot,
    KpiItem,
    MarkdownSlot,
    PageComposition,
    PageSlot,
    PageTab,
    ShownColumn,
    StatisticsNode,
    ValueFormat,
)
from inkwright.i18n import Language, text
from inkwright.prompts import load_prompt
from inkwright.school.school import School


@dataclass
class BlueprintDraft:
    """Collects the parts of a blueprint. `school` gives the names of what the steps are about."""

    language: Language
    school: School
    has_text: bool = False
    inputs: list[AppInput] = field(default_factory=list)
    bindings: list[DataBinding] = field(default_factory=list)
    nodes: list[ComputeNode] = field(default_factory=list)
    tabs: list[PageTab] = field(default_factory=list)

    def text(self, key: str, **fields: object) -> str:
        """Return a label in the language of the app."""
        return text(self.language, f"apps.label.{key}", **fields)

    def new_id(self, stem: str) -> str:
        """Return a name that no part has yet."""
        taken = {each.id for each in (*self.inputs, *self.bindings, *self.nodes, *self.tabs)}
        taken |= {slot.id for tab in self.tabs for slot in tab.slots} | {each.output_key for each in self.nodes}
        name, number = stem, 1
        while name in taken:
            number += 1
            name = f"{stem}_{number}"
        return name

    def input(
        self, kind: InputType, default: str | None, *, depends_on: Sequence[str] = (), required: bool = True
    ) -> str:
        """Return the reference to an input; the same type and value are the same input."""
        for each in self.inputs:
            if each.type == kind and each.default == default:
                return f"$input.{each.id}"
        name = self.new_id(kind)
        count = sum(1 for each in self.inputs if each.type == kind) + 1
        label = self.text(f"input.{kind}") if count == 1 else f"{self.text(f'input.{kind}')} {count}"
        needed = [each.removeprefix("$input.") for each in depends_on]
        self.inputs.append(
            AppInput(id=name, type=kind, label=label, default=default, depends_on=needed, required=required)
        )
        return f"$input.{name}"

    def data(self, tool: str, params: Mapping[str, str | int], *, stem: str, required: bool = True) -> str:
        """Return the reference to the data of a tool; the same call is the same data."""
        for each in self.bindings:
            if each.tool_name == tool and each.params == params and each.required == required:
                return f"$data.{each.id}"
        name = self.new_id(stem)
        needed = [str(value).removeprefix("$input.") for value in params.values() if str(value).startswith("$input.")]
        source: Literal["tool", "library"] = "library" if tool == "search_teacher_documents" else "tool"
        self.bindings.append(
            DataBinding(
                id=name, source=source, tool_name=tool, params=dict(params), required=required, depends_on=needed
            )
        )
        return f"$data.{name}"

    def node(self, type_: type[Any], stem: str, /, **fields: Any) -> str:
        """Add a node, and return the reference to its result; the same node is added once."""
        for each in self.nodes:
            known = each.model_dump(exclude={"id", "output_key", "type", "depends_on"}, exclude_defaults=True)
            if type(each) is type_ and known == _plain(type_, fields):
                return f"$compute.{each.output_key}"
        name = self.new_id(stem)
        self.nodes.append(type_(id=name, output_key=name, **fields))
        return f"$compute.{name}"

    def statistics(self, stem: str, source: str, by: Sequence[str] = ()) -> str:
        """Add the statistics of marks, with the person's pass mark, and return the reference to them."""
        scale = {"maximum": "maximum", "pass_share": self.school.pass_share}
        return self.node(StatisticsNode, stem, source=source, value="mark", by=list(by), **scale)

    def tab(self, stem: str, title: str, slots: Sequence[PageSlot]) -> None:
        """Add a tab, unless there is one with the same content. Its slots get ids of their own."""
        content = [slot.model_dump(exclude={"id"}) for slot in slots]
        if any([slot.model_dump(exclude={"id"}) for slot in tab.slots] == content for tab in self.tabs):
            return
        name = self.new_id(stem)
        renamed = [slot.model_copy(update={"id": f"{name}_{number}"}) for number, slot in enumerate(slots, 1)]
        self.tabs.append(PageTab(id=name, title=title[:200], slots=renamed))

    def insight(self, evidence: Sequence[str]) -> list[PageSlot]:
        """Return the slot with a text of a model about the evidence, if the app has such texts."""
        if not self.has_text:
            return []
        prompt = load_prompt("inkwright.apps", "insight", self.language).strip()
        written = self.node(AiTextNode, "insight", prompt=prompt, evidence=list(evidence))
        return [MarkdownSlot(id="text", title=self.text("insight"), variant="insight", text=written)]

    def column(self, name: str, shown: ValueFormat = "text", label: str | None = None) -> ShownColumn:
        """Return a column with its usual label."""
        return ShownColumn(column=name, label=label or self.text(f"column.{name}"), format=shown)

    def columns(self, *names: str) -> list[ShownColumn]:
        """Return columns with their usual labels and formats."""
        return [self.column(name, _FORMATS.get(name, "text")) for name in names]

    def numbers(self, source: str, *names: str, title: str = "") -> KpiGridSlot:
        """Return a grid of numbers of a table with one row."""
        items = [
            KpiItem(label=self.text(f"column.{name}"), value=f"{source}.{name}", format=_FORMATS.get(name, "number"))
            for name in names
        ]
        return KpiGridSlot(id="numbers", title=title, items=items)

    def finished(self, name: str, prompt: str) -> Blueprint:
        """Return the blueprint."""
        return Blueprint(
            name=name[:200] or self.text("app"),
            language=self.language,
            source_prompt=prompt[:2_000],
            data_contract=DataContract(inputs=self.inputs, bindings=self.bindings),
            compute_graph=ComputeGraph(nodes=self.nodes),
            page_composition=PageComposition(tabs=self.tabs),
        )


_FORMATS: dict[str, ValueFormat] = {
    **dict.fromkeys(("n", "passed", "rank", "pupils", "tests", "results", "page"), "integer"),
    **dict.fromkeys(("mark", "maximum", "mean", "median", "sd", "p25", "p75", "lowest", "highest"), "number"),
    **dict.fromkeys(("left", "right", "difference"), "number"),
    **dict.fromkeys(("share", "mean_share", "pass_rate", "error_rate", "mastery"), "percent"),
}


def _plain(kind: type[Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    made = kind(id="x", output_key="x", **fields)
    plain: dict[str, Any] = made.model_dump(exclude={"id", "output_key", "type", "depends_on"}, exclude_defaults=True)
    return plain
