"""A deck planned from a brief, where no outline was agreed."""

import pytest

from inkwright.authoring.deck_planning import plan_deck
from inkwright.authoring.outlines import DeckOutline, OutlineSlide
from inkwright.authoring.passages import Source
from inkwright.errors import GaveUp
from tests.authoring.benches import Room, run, said


def test_a_brief_becomes_an_outline() -> None:
    plan = {"slides": [{"title": "雨从哪里来", "key_points": ["海洋"], "layout": "process"}]}
    room = Room([said(plan)], language="zh")
    found = run(plan_deck(room.bench("zh", [Source("笔记.md", "海水蒸发。")]), "雨", "给五年级"))
    assert found == DeckOutline("雨", (OutlineSlide("雨从哪里来", ("海洋",), layout="process"),))
    assert all(part in room.prompts()[0] for part in ("“雨”", "给五年级", "海水蒸发。"))
    assert room.told == ["大纲：1 张幻灯片"]


def test_a_plan_with_pictures_or_too_many_slides_is_asked_for_again_and_given_up() -> None:
    many = {"slides": [{"title": "A", "key_points": ["x"]}] * 31}
    picture = {"slides": [{"title": "A", "key_points": ["x"], "layout": "image"}]}
    room = Room([said(many), said(picture), "no"])
    with pytest.raises(GaveUp):
        run(plan_deck(room.bench(), "Rain", "all of it"))
    assert "at most 30 items" in room.prompts()[1]
