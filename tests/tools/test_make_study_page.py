"""Pages to study with: from given data, from the person's files, or written."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import ValidationError

from inkwright import InvalidOption, ScriptedModel
from inkwright.agent.make_requests import MakeRequest
from inkwright.llm.models import Abilities
from inkwright.tools.make_study_page import TOOL, MakeStudyPage, plan_page
from tests.authoring.author_contexts import OWNER, Room, said

CARDS: dict[str, Any] = {"page": "flashcards", "title": "Bees", "cards": [{"front": "Queen", "back": "Lays the eggs."}]}
TEXT = """# Bees

A hive is a home for thousands of bees. Nectar is a sweet juice that flowers make. Pollen is a fine powder from flowers.
Honey is food that bees make from nectar. Wax is a soft material from which bees build their cells.
"""


def test_given_data_become_a_page_of_our_own_code() -> None:
    room = Room()
    made = room.made(TOOL, title="Bees", page=CARDS)
    assert [artifact.name for artifact in made.artifacts] == ["Bees.html"]
    assert b"Lays the eggs." in room.read(made.artifacts[0].id)
    assert room.model.calls == []


def test_what_it_is_about_is_enough_for_a_model_that_can_write() -> None:
    room = Room([said(CARDS)] * 2)
    made = room.made(TOOL, title="Bees", topic="who does what in a hive")
    assert b"Lays the eggs." in room.read(made.artifacts[0].id)
    assert "who does what in a hive" in room.prompts()[0]


def test_files_are_drawn_from_word_by_word_whatever_the_model() -> None:
    room = Room()
    asyncio.run(room.attachments.add("conv_1", "bees.md", TEXT, owner=OWNER))
    made = room.made(TOOL, title="Bees", kind="flashcards", from_files=True)
    assert b"sweet juice that flowers make" in room.read(made.artifacts[0].id)
    assert (made.facts["from_files"], made.facts["chosen_by_model"]) == (True, [])


def test_without_files_there_is_nothing_to_draw_from() -> None:
    with pytest.raises(InvalidOption, match="no source file"):
        Room().call(TOOL, title="Bees", from_files=True)


def test_a_weak_model_is_not_asked_to_write_one() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True))
    with pytest.raises(InvalidOption, match="too weak to write"):
        room.call(TOOL, title="Bees", topic="bees")


def test_data_and_files_at_once_are_refused() -> None:
    with pytest.raises(ValidationError, match="not both"):
        MakeStudyPage.model_validate(json.loads(json.dumps({"title": "Bees", "page": CARDS, "from_files": True})))


def test_a_request_read_by_rule_names_its_kind_of_page() -> None:
    asked = ("flash cards", "做时间线", "a matching game", "分类游戏", "a page")
    assert [plan_page(MakeRequest(each))["kind"] for each in asked] == [
        "flashcards",
        "timeline",
        "matching",
        "sorting",
        None,
    ]
