"""A model chooses among sentences of the source, a limited number of times."""

import asyncio
import json

import pytest

from inkwright import ModelBusy, ScriptedModel
from inkwright.authoring.extraction import sentence_chooser
from inkwright.grounding.source import no_choice
from inkwright.llm.models import Abilities
from tests.authoring.author_contexts import Room

OPTIONS = ("Rain falls.", "Snow falls.", "Hail falls.")


def test_the_index_of_the_chosen_sentence_is_returned() -> None:
    room = Room([json.dumps({"number": 2})])
    assert asyncio.run(sentence_chooser(room.bench())("Which is the most important?", OPTIONS)) == 1
    assert "2. Snow falls." in room.prompts()[0]
    assert "Which is the most important?" in room.prompts()[0]


@pytest.mark.parametrize("reply", [json.dumps({"number": 7}), "the second", ModelBusy(model="m", problem="busy")])
def test_a_model_that_cannot_choose_is_not_asked_again(reply: str | ModelBusy) -> None:
    room = Room([reply] * 6)
    choose = sentence_chooser(room.bench())
    assert asyncio.run(choose("Which?", OPTIONS)) is None
    asked = len(room.model.calls)
    assert asyncio.run(choose("Which?", OPTIONS)) is None
    assert len(room.model.calls) == asked


def test_a_number_after_the_last_option_is_not_a_choice() -> None:
    room = Room([json.dumps({"number": 3})])
    assert asyncio.run(sentence_chooser(room.bench())("Which?", OPTIONS[:2])) is None


def test_a_single_option_and_overlong_options_are_not_asked_about() -> None:
    room = Room()
    choose = sentence_chooser(room.bench())
    assert asyncio.run(choose("Which?", OPTIONS[:1])) is None
    assert asyncio.run(choose("Which?", ("x" * 301, "y"))) is None


def test_the_number_of_choices_is_limited() -> None:
    room = Room([json.dumps({"number": 1})] * 20)
    choose = sentence_chooser(room.bench())
    chosen = [asyncio.run(choose("Which?", OPTIONS)) for _ in range(10)]
    assert (chosen.count(0), chosen.count(None), len(room.model.calls)) == (5, 5, 5)


def test_a_model_that_reads_only_english_does_not_choose_among_chinese_sentences() -> None:
    room = Room()
    room.model = ScriptedModel([], abilities=Abilities(is_weak=True, is_english_only=True))
    assert sentence_chooser(room.bench("zh")) is no_choice
