"""Shortened sentences: whole or a complete clause, never with a changed word."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.grounding.clauses import (
    clauses_of,
    depends_on_previous,
    is_question,
    refers_back,
    shorten,
    slide_line,
    without_connective,
)
from tests.grounding.sample_texts import SAMPLES, contains_words, material_of


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Water boils at 100 degrees.", "Water boils at 100 degrees"),
        ("However, the king fled to France.", "The king fled to France"),
        ("But the king fled.", "The king fled"),
        ("因此，人们修建了运河。", "人们修建了运河"),
        ("为什么天是蓝的？", "为什么天是蓝的？"),
        ("However,", "However"),
    ],
)
def test_an_opening_connective_and_the_full_stop_are_removed(sentence: str, said: str) -> None:
    assert without_connective(sentence) == said


def test_a_long_sentence_is_shortened_to_a_complete_clause() -> None:
    sentence = (
        "The Calvin cycle takes place in the fluid of the chloroplast, which was long thought to be empty and which "
        "nobody had looked at closely before the electron microscope came."
    )
    assert shorten(sentence) == "The Calvin cycle takes place in the fluid of the chloroplast"


def test_a_chinese_sentence_is_shortened_before_what_only_adds_to_it() -> None:
    sentence = (
        "均田制是国家按人口把土地分给农民耕种的制度，它在北魏时开始实行，"
        "到唐朝中期因为土地兼并日益严重而逐渐瓦解，最后被废除。"
    )
    assert shorten(sentence) == "均田制是国家按人口把土地分给农民耕种的制度"


@pytest.mark.parametrize(
    "sentence",
    [
        "When the sun has warmed the ground for many hours and the air rises, which takes most of a day, clouds form.",
        "She bought bread, butter, cheese, milk, eggs, apples, pears, plums, grapes, lemons, onions and a small cake.",
        "当太阳照射地面很长时间以后，空气受热上升，它在高空遇冷凝结成云，云越来越厚，最后变成雨水落到地面上来，滋润万物。",
    ],
)
def test_an_incomplete_clause_is_not_returned(sentence: str) -> None:  # fmt: skip
    assert shorten(sentence) is None
    assert slide_line(sentence) == without_connective(sentence)


def test_a_contrasting_clause_is_not_cut_off() -> None:
    assert clauses_of("Most birds can fly, but penguins cannot do so at all.") == []
    assert clauses_of("A plant grows fast, unless it lacks light.") == []


def test_a_sentence_too_long_for_a_line_returns_none() -> None:
    assert slide_line("word " * 60) is None


def test_dependence_on_the_previous_sentence_is_recognised() -> None:
    assert [depends_on_previous(each) for each in ("It burns.", "这使水变热。", "There is water on Mars.", "水会蒸发。"
    )] == [
        True, True, False, False,
    ]  # fmt: skip
    assert refers_back("Water is lost through these openings.")
    assert not refers_back("Metals such as iron rust.")
    assert is_question("为什么？")


@pytest.mark.parametrize("name", SAMPLES)
def test_every_clause_is_in_its_sentence(name: str) -> None:
    for sentence in material_of(name).sentences:
        for part in (without_connective(sentence.text), *clauses_of(sentence.text)):
            assert contains_words(part, sentence.text)


@settings(max_examples=60)
@given(st.text(alphabet="abIt ,;.，；。它是水的时but which", max_size=120))
def test_clauses_of_any_text_are_in_it(sentence: str) -> None:
    for part in (without_connective(sentence), *clauses_of(sentence)):
        assert contains_words(part, sentence)
