"""The run plan: stages in order, and what is missing, by name."""

from dataclasses import replace
from typing import Any

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.blocks import ContentBlock
from inkwright.projects.run_plan import Missing, RunPlan, RunScope, missing_for, plan_run, run_needs
from inkwright.projects.tree import BlockTree
from tests.projects.test_tree import block


def auto(id_: str, *needed: str, **fields: Any) -> ContentBlock:
    return replace(block(id_, id_.upper()), auto_generate=True, depends_on=needed, **fields)


def test_blocks_are_generated_side_by_side_after_what_they_depend_on() -> None:
    tree = BlockTree(
        [auto("a"), auto("b"), auto("c", "a", "b"), auto("d", "c"), replace(block("e", "E"), status="failed")]
    )
    assert plan_run(tree) == RunPlan((("a", "b"), ("c",), ("d",)), {})


def test_what_lacks_answers_or_waits_for_others_is_named() -> None:
    tree = BlockTree(
        [
            auto("a", pre_questions=("Who?",)),
            auto("b", "a"),
            auto("c", "r"),
            auto("r", need_review=True),
            block("h", "H"),
            auto("i", "h"),
        ]
    )
    assert plan_run(tree) == RunPlan(
        (("r",),),
        {
            "a": Missing(("Who?",)),
            "b": Missing(blocks=("A",)),
            "c": Missing(blocks=("R",)),
            "i": Missing(blocks=("H",)),
        },
    )


def test_completed_blocks_are_left_alone_unless_they_are_stale_or_chosen() -> None:
    done = auto("a", status="completed", characters=5)
    tree = BlockTree([done, auto("b", "a", status="completed", needs_regeneration=True)])
    assert plan_run(tree).stages == (("b",),)
    assert plan_run(tree, RunScope(["a", "b"])).stages == (("a",), ("b",))
    assert not missing_for(tree, tree.under("b")[0])


def test_a_long_chain_is_planned() -> None:
    chain = [auto("b0"), *(auto(f"b{number}", f"b{number - 1}") for number in range(1, 1_000))]
    assert len(plan_run(BlockTree(chain)).stages) == 1_000


def test_blocks_that_wait_for_each_other_are_refused_and_not_left_out() -> None:
    tree = BlockTree([auto("a", "b"), auto("b", "a"), auto("c")])
    with pytest.raises(InvalidOption, match="wait for each other"):
        plan_run(tree)


def test_stale_texts_can_be_planned_alone_also_if_they_are_not_generated_automatically() -> None:
    stale = replace(block("s", "S"), status="completed", needs_regeneration=True, characters=3)
    tree = BlockTree([auto("a"), stale])
    assert plan_run(tree, RunScope(stale_only=True)) == RunPlan((("s",),), {})


def test_what_a_person_must_review_is_named_and_what_depends_on_it_waits() -> None:
    written = auto("r", need_review=True, status="in_progress", characters=9)
    tree = BlockTree([written, auto("d", "r"), auto("p", status="completed", needs_regeneration=True, characters=4)])
    plan = plan_run(tree, RunScope(open_proposals={"p"}))
    assert plan == RunPlan((), {"d": Missing(blocks=("R",))}, ("p", "r"))


def test_what_depends_on_a_text_that_is_only_proposed_waits() -> None:
    mine = auto("m", status="completed", needs_regeneration=True, characters=4)
    tree = BlockTree([mine, auto("d", "m")])
    assert plan_run(tree, RunScope(proposed={"m"})) == RunPlan((("m",),), {"d": Missing(blocks=("M",))})


def test_a_block_that_something_else_produces_is_not_written() -> None:
    tree = BlockTree([auto("a", special_handler="run_evaluation"), auto("j", content_kind="json")])
    assert plan_run(tree).missing == {"a": Missing(producer="run_evaluation"), "j": Missing(producer="json")}


def test_a_block_that_was_left_in_progress_without_a_text_is_generated() -> None:
    tree = BlockTree([auto("a", status="in_progress"), auto("b", status="in_progress", characters=3)])
    assert plan_run(tree).stages == (("a",),)


def test_a_run_knows_what_must_be_generated_before_each_block() -> None:
    tree = BlockTree([auto("a"), auto("b", "a", "x"), replace(block("x", "X"), status="completed", characters=1)])
    assert run_needs(tree, plan_run(tree)) == {"a": (), "b": ("a",)}
