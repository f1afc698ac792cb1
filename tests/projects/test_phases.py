"""The phases: names that people use, the next one, and the order of the middle four."""

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.phases import (
    FIRST_PHASES,
    PHASE_ALIAS,
    PHASE_DEFINITIONS,
    PHASE_DISPLAY_NAMES,
    PHASE_ORDER,
    PhaseState,
    advance,
    next_phase,
    phase_code,
    reorder,
)
from tests.each import each


def test_everything_about_phases_comes_from_one_definition() -> None:
    assert [phase["code"] for phase in PHASE_DEFINITIONS] == list(PHASE_ORDER)
    assert list(PHASE_DISPLAY_NAMES.values()) == [
        "意图分析", "消费者调研", "内涵设计", "内涵生产", "外延设计", "外延生产", "评估",
    ]  # fmt: skip
    assert set(PHASE_ALIAS.values()) == set(PHASE_ORDER)


@each(
    ("written", "code"),
    [
        ("外延设计", "design_outer"),
        ("Outer Design", "design_outer"),
        ("design-outer", "design_outer"),
        (" evaluate ", "evaluate"),
        ("调研", "research"),
        ("外延設計階段", "design_outer"),
        ("「消费者调研」阶段", "research"),
        ("the Outer Production phase", "produce_outer"),
    ],
)
def test_a_phase_is_known_by_its_code_and_its_names(written: str, code: str) -> None:
    assert phase_code(written) == code


def test_an_unknown_phase_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(InvalidOption, match=r"design_outer \(外延设计\)"):
        phase_code("printing")


def test_the_next_phase_follows_and_the_last_has_none() -> None:
    assert next_phase(FIRST_PHASES, "intent") == "research"
    with pytest.raises(InvalidOption, match="last phase"):
        next_phase(FIRST_PHASES, "evaluate")


def test_going_forward_completes_a_phase_and_going_back_reopens_it() -> None:
    forward = advance(FIRST_PHASES, "intent", "design_inner")
    assert [each.status for each in forward[:3]] == ["completed", "pending", "in_progress"]
    back = advance(forward, "design_inner", "intent")
    assert [each.status for each in back[:3]] == ["in_progress", "pending", "pending"]


def test_only_the_middle_four_change_their_order() -> None:
    middle = ["design_outer", "produce_outer", "design_inner", "produce_inner"]
    changed = reorder(FIRST_PHASES, middle)
    assert [each.code for each in changed] == ["intent", "research", *middle, "evaluate"]
    assert changed[0] == PhaseState("intent", "in_progress")
    assert next_phase(changed, "research") == "design_outer"
    with pytest.raises(InvalidOption, match="each of these once"):
        reorder(FIRST_PHASES, ["intent", *middle[1:]])
