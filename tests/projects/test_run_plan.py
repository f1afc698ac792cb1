"""The run plan: stages in order, and what is missing, by name."""

from dataclasses import replace
from typing import Any

from inkwright.projects.blocks import ContentBlock
from inkwright.projects.run_plan import Missing, RunPlan, missing_for, plan_run
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
    assert plan_run(tree, ["a", "b"]).stages == (("a",), ("b",))
    assert not missing_for(tree, tree.under("b")[0])


def test_a_long_chain_is_planned() -> None:
    chain = [auto("b0"), *(auto(f"b{number}", f"b{number - 1}") for number in range(1, 1_000))]
    assert len(plan_run(BlockTree(chain)).stages) == 1_000
