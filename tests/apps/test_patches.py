"""Patches change a page as a whole or not at all, and never break a reference."""

from typing import Any

import pytest

from inkwright.apps.blueprint import Blueprint
from inkwright.apps.patches import PatchPlan, apply_patch, unchanged_texts
from inkwright.errors import InvalidOption
from tests.apps.blueprints import small


def patched(*instructions: dict[str, Any], compose: str = "") -> Blueprint:
    plan = PatchPlan.model_validate({"instructions": list(instructions), "composeInstruction": compose})
    return apply_patch(small(), plan)


def change(kind: str, target: str = "", **changes: Any) -> dict[str, Any]:
    return {"type": kind, "targetBlockId": target, "changes": changes}


def ids(blueprint: Blueprint) -> list[str]:
    return [slot.id for slot in blueprint.slots]


NOTE = {"type": "markdown", "id": "note", "text": "注意"}


def test_values_are_changed_slots_are_moved_added_and_removed() -> None:
    assert patched(change("update_props", "table", title="All tests")).slots[1].title == "All tests"
    assert patched(change("update_props", "app", name="Mine", layout="single_page")).name == "Mine"
    assert ids(patched(change("reorder", "chart", position=0)))[0] == "chart"
    assert ids(patched(change("add_block", tab="page", position=1, slot=NOTE)))[1] == "note"
    assert "low" not in ids(patched(change("remove_block", "low")))
    tab = {"id": "more", "title": "More", "slots": [NOTE]}
    moved = patched(change("add_block", tab=tab), change("reorder", "table", tab="more", position=0))
    assert [slot.id for slot in moved.page_composition.tabs[1].slots] == ["table", "note"]


@pytest.mark.parametrize(
    "instruction",
    [
        change("update_props", "nothing", title="x"),
        change("update_props", "table", id="other"),
        change("update_props", "table", type="chart"),
        change("update_props", "table"),
        change("update_props", "table", source="$compute.nothing"),
        change("update_props", "page", slots=[]),
        change("update_props", "app", language="zh"),
        change("reorder", "table", position=99),
        change("reorder", "table", position=True),
        change("reorder", "page", tab="page"),
        change("add_block", tab="nowhere", slot=NOTE),
        change("add_block", tab="page", slot={**NOTE, "id": "table"}),
        change("add_block", tab="page"),
        change("add_block", tab="page", slot={"type": "iframe", "id": "x"}),
        change("remove_block", "page"),
        change("recompose", "table", instruction="shorter"),
        change("recompose", "text"),
    ],
)
def test_a_patch_that_would_break_the_app_is_refused(instruction: dict[str, Any]) -> None:
    with pytest.raises(InvalidOption):
        patched(instruction)


def test_an_instruction_reaches_the_text_of_a_slot_of_a_node_or_of_all() -> None:
    for made in (
        patched(change("recompose", "text", instruction="Shorter")),
        patched(change("recompose", "n6", instruction="Shorter")),
        patched(change("recompose"), compose="Shorter"),
    ):
        (node,) = [each for each in made.compute_graph.nodes if each.type == "ai_text"]
        assert node.instruction == "Shorter"
        assert unchanged_texts(small(), made) == set()


def test_a_patch_of_the_layout_keeps_every_text() -> None:
    plan = PatchPlan.model_validate({"instructions": [change("reorder", "chart", position=0)]})
    assert plan.scope == "patch_layout"
    assert unchanged_texts(small(), apply_patch(small(), plan)) == {"text"}
