"""Patches of an app: change, move, add and remove parts of its page, or have a text written again with an instruction.

Only `recompose` needs a model, when the app runs next. A patch whose result is not a right blueprint changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError

from inkwright.apps.blueprint import AiTextNode, Blueprint, BlueprintPart, QuestionsNode
from inkwright.apps.compiler import checked_blueprint, invalid_app, invalid_shape
from inkwright.apps.references import parse_reference
from inkwright.i18n import Reason

MAX_INSTRUCTIONS: Final = 40
_FIXED: Final = ("id", "type")

PATCHED: Final = "$patch"
"""In the place of a step: a run that takes over the texts of a run before the patch."""

PatchType = Literal["update_props", "reorder", "add_block", "remove_block", "recompose"]
PatchScope = Literal["patch_layout", "patch_compose"]
Json = dict[str, Any]


class PatchInstruction(BlueprintPart):
    """One change. `target_block_id` is a slot or a tab, or `app` for the name and the layout; for `recompose` it is a
    slot with a text, or a node. `changes` are the new values, `{position, tab}`, `{tab, position, slot}`,
    `{tab: {…}, position}`, or `{instruction}`.
    """

    type: PatchType
    target_block_id: str = Field(default="", max_length=64)
    changes: dict[Annotated[str, Field(max_length=40)], Any] = Field(default={}, max_length=20)


class PatchPlan(BlueprintPart):
    """Changes that are made together, or not at all. `compose_instruction` is for every `recompose` without its own."""

    instructions: list[PatchInstruction] = Field(min_length=1, max_length=MAX_INSTRUCTIONS)
    compose_instruction: str = Field(default="", max_length=2_000)

    @property
    def scope(self) -> PatchScope:
        """Whether a model has to write something again."""
        return "patch_compose" if any(each.type == "recompose" for each in self.instructions) else "patch_layout"


def apply_patch(blueprint: Blueprint, plan: PatchPlan) -> Blueprint:
    """Return the patched blueprint. InvalidOption names the instruction and the place of what is wrong."""
    written: Json = blueprint.model_dump(mode="json", by_alias=True)
    for index, instruction in enumerate(plan.instructions):
        _Patch(written, f"instructions[{index}]", plan.compose_instruction).apply(instruction)
    try:
        return checked_blueprint(Blueprint.model_validate(written))
    except ValidationError as problem:
        raise invalid_shape(problem) from problem


class _Patch:
    """One instruction while it changes the JSON of a blueprint."""

    def __init__(self, written: Json, place: str, compose_instruction: str) -> None:
        self._written = written
        self._place = place
        self._compose_instruction = compose_instruction

    def apply(self, instruction: PatchInstruction) -> None:
        work: Mapping[PatchType, Callable[[PatchInstruction], None]] = {
            "update_props": self._update,
            "reorder": self._reorder,
            "add_block": self._add,
            "remove_block": self._remove,
            "recompose": self._recompose,
        }
        work[instruction.type](instruction)

    @property
    def _tabs(self) -> list[Json]:
        tabs: list[Json] = self._written["pageComposition"]["tabs"]
        return tabs

    def _refuse(self, code: str, **fields: object) -> Exception:
        return invalid_app(self._place, Reason(f"apps.patch.{code}", **fields))

    def _found(self, named: str) -> tuple[list[Json], int]:
        """Return the list that has the tab or slot, and its position."""
        for index, tab in enumerate(self._tabs):
            if tab["id"] == named:
                return self._tabs, index
            for position, slot in enumerate(tab["slots"]):
                if slot["id"] == named:
                    return tab["slots"], position
        known = [each["id"] for tab in self._tabs for each in (tab, *tab["slots"])]
        raise self._refuse("no_block", name=named[:64], known=", ".join(known))

    def _update(self, instruction: PatchInstruction) -> None:
        changes = dict(instruction.changes)
        if not changes or any(name in _FIXED for name in changes):
            raise self._refuse("fixed", names=", ".join(_FIXED))
        if instruction.target_block_id == "app":
            layout = changes.pop("layout", None)
            if layout is not None:
                self._written["pageComposition"]["layout"] = layout
            if unknown := changes.keys() - {"name", "description", "icon", "category"}:
                raise self._refuse("no_property", name=min(unknown))
            self._written.update(changes)
            return
        found, index = self._found(instruction.target_block_id)
        if "slots" in changes:
            raise self._refuse("no_property", name="slots")
        found[index] = {**found[index], **changes}

    def _reorder(self, instruction: PatchInstruction) -> None:
        found, index = self._found(instruction.target_block_id)
        block = found.pop(index)
        target = found
        if tab := instruction.changes.get("tab"):
            if "slots" in block:
                raise self._refuse("tab_in_tab")
            target = self._slots_of(tab)
        target.insert(self._position(instruction, target), block)

    def _slots_of(self, tab_id: object) -> list[Json]:
        for tab in self._tabs:
            if tab["id"] == tab_id:
                slots: list[Json] = tab["slots"]
                return slots
        raise self._refuse("no_block", name=str(tab_id)[:64], known=", ".join(tab["id"] for tab in self._tabs))

    def _position(self, instruction: PatchInstruction, target: Sequence[Json]) -> int:
        position = instruction.changes.get("position", len(target))
        if isinstance(position, bool) or not isinstance(position, int) or not 0 <= position <= len(target):
            raise self._refuse("position", most=len(target))
        return position

    def _add(self, instruction: PatchInstruction) -> None:
        tab, slot = instruction.changes.get("tab"), instruction.changes.get("slot")
        if isinstance(tab, dict) and slot is None:
            self._tabs.insert(self._position(instruction, self._tabs), tab)
        elif isinstance(slot, dict):
            target = self._slots_of(tab if tab is not None else self._tabs[0]["id"])
            target.insert(self._position(instruction, target), slot)
        else:
            raise self._refuse("nothing_to_add")

    def _remove(self, instruction: PatchInstruction) -> None:
        found, index = self._found(instruction.target_block_id)
        if found is self._tabs and len(found) == 1:
            raise self._refuse("last_tab")
        found.pop(index)

    def _recompose(self, instruction: PatchInstruction) -> None:
        words = instruction.changes.get("instruction", self._compose_instruction)
        if not isinstance(words, str) or not words.strip():
            raise self._refuse("no_instruction")
        for node in self._text_nodes(instruction.target_block_id):
            if node["type"] == "ai_text":
                node["instruction"] = words.strip()
            else:
                node["instruction"] = words.strip()[:1_000]

    def _text_nodes(self, named: str) -> list[Json]:
        """Return the nodes whose result a slot shows, or the node itself, or all without a name."""
        nodes: list[Json] = self._written["computeGraph"]["nodes"]
        texts = [node for node in nodes if node["type"] in ("ai_text", "questions")]
        if not named:
            found = texts
        else:
            slots = {slot["id"]: slot for tab in self._tabs for slot in tab["slots"]}
            slot = slots.get(named, {})
            reference = parse_reference(slot.get("text") or slot.get("source"))
            key = reference.name if reference and reference.scope == "compute" else None
            found = [node for node in texts if node["id"] == named or node["outputKey"] == key]
        if not found:
            raise self._refuse("no_text", name=named[:64])
        return found


def unchanged_texts(before: Blueprint, after: Blueprint) -> set[str]:
    """Return the output keys of texts and questions whose nodes are the same in both blueprints."""
    kept = {each.output_key: each for each in before.compute_graph.nodes}
    return {
        each.output_key
        for each in after.compute_graph.nodes
        if isinstance(each, AiTextNode | QuestionsNode) and kept.get(each.output_key) == each
    }
