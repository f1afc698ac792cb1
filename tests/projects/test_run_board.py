"""The board of a project: each block is in one state."""

from dataclasses import replace

from inkwright.projects.run_board import run_board
from inkwright.projects.run_plan import RunScope, plan_run
from inkwright.projects.tree import BlockTree
from tests.projects.test_run_plan import auto
from tests.projects.test_tree import block


def states(tree: BlockTree, *, is_running: bool = False) -> dict[str, str]:
    rows = run_board(tree, plan_run(tree, RunScope(open_proposals={"p"})), is_running=is_running)
    return {row.block.id: row.state for row in rows}


def test_every_state_is_told_apart() -> None:
    tree = BlockTree(
        [
            replace(block("g", "G"), block_type="group"),
            replace(block("d", "D"), status="completed", characters=3),
            block("e", "E"),
            auto("r"),
            auto("w", pre_questions=("Who?",)),
            auto("f", status="failed"),
            auto("s", status="completed", needs_regeneration=True, characters=3),
            auto("p", status="completed", needs_regeneration=True, characters=3),
            auto("i", status="in_progress"),
            auto("t", status="in_progress", characters=4),
        ]
    )
    expected = {
        "g": "group",
        "d": "done",
        "e": "empty",
        "r": "ready",
        "w": "waiting",
        "f": "failed",
        "s": "stale",
        "p": "review",
        "i": "ready",
        "t": "in_progress",
    }
    assert states(tree) == expected
    assert states(tree, is_running=True) == {**expected, "i": "running"}
