"""A block comes back from its row as it was, with every setting that differs from the usual."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from inkwright.errors import StoreError
from inkwright.projects.blocks import BlockConstraints, ContentBlock, NewText
from inkwright.store.block_rows import block_from, block_row, name_slot, settings_row, text_row
from tests.each import each

AT = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
PLAIN = ContentBlock("block_1", "proj_1", "me", None, "雨 Rain", 1, 2, 7, AT, AT)


@each(
    "block",
    [
        PLAIN,
        replace(PLAIN, parent_id="block_0", depth=1, needs_regeneration=True, digest="about rain"),
        replace(PLAIN, constraints=BlockConstraints(max_length=9), pre_questions=("谁？", "Why?")),
        replace(PLAIN, depends_on=("block_3", "block_2")),
    ],
)
def test_a_block_comes_back_from_its_row(block: ContentBlock) -> None:
    row: Any = SimpleNamespace(**block_row(block))
    assert block_from(row, block.depends_on) == block


def test_settings_as_usual_are_not_stored() -> None:
    assert settings_row(PLAIN) == "{}"
    assert settings_row(replace(PLAIN, pre_questions=("谁？",))) == '{"pre_questions": ["谁？"]}'


def test_a_row_that_was_damaged_is_refused() -> None:
    row: Any = SimpleNamespace(**{**block_row(PLAIN), "settings": '{"no such setting": 1}'})
    with pytest.raises(StoreError):
        block_from(row, ())


def test_the_same_name_is_taken_below_one_parent_alone_however_it_is_written() -> None:
    assert name_slot(None, "Rain") == name_slot(None, " RAIN ")
    assert name_slot(None, "Rain") != name_slot("block_1", "Rain")


def test_the_row_of_a_text_says_who_wrote_it_and_how_long_it_is() -> None:
    row = text_row(PLAIN, NewText("雨从海上来。", 1, author="agent", reason="shorter"), AT, b"packed")
    assert (row["characters"], row["author"], row["reason"], row["text"]) == (6, "agent", "shorter", b"packed")
