"""Blocks and their settings: what is missing, what is structured, and limits."""

from dataclasses import replace

import pytest

from inkwright.errors import InvalidOption
from inkwright.projects.blocks import BlockConstraints, BlockSettings, valid_settings
from tests.each import each
from tests.projects.test_tree import block


def test_a_block_names_its_unanswered_questions_and_its_settings() -> None:
    settings = BlockSettings(pre_questions=("Who?", "What?", "Why?"), pre_answers={"Who?": "Children", "What?": " "})
    asked = replace(block("b1", "A"), pre_questions=settings.pre_questions, pre_answers=settings.pre_answers)
    assert (asked.unanswered, asked.settings) == (("What?", "Why?"), settings)
    assert not asked.is_structured


@each(
    ("settings", "told"),
    [
        (BlockSettings(prompt="x" * 20_001), "20,000"),
        (BlockSettings(pre_questions=("x",) * 101), "100 entries"),
        (BlockSettings(pre_answers={"x": "y" * 4_001}), "4,000"),
        (BlockSettings(constraints=BlockConstraints(max_length=-1)), "number of characters"),
        (BlockSettings(constraints=BlockConstraints(example="x" * 4_001)), "4,000"),
        (BlockSettings(model_override="x" * 201), "200"),
    ],
)
def test_settings_that_are_too_large_are_refused(settings: BlockSettings, told: str) -> None:
    with pytest.raises(InvalidOption, match=told):
        valid_settings(settings)


def test_a_dependency_that_is_named_twice_counts_once() -> None:
    assert valid_settings(BlockSettings(depends_on=("b", "a", "b"))).depends_on == ("b", "a")
