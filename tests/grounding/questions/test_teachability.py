"""How much a sentence is worth asking about."""

import pytest

from inkwright.grounding.questions.teachability import MIN_TEACHABILITY, is_opinion, teachability
from inkwright.grounding.terms import annotate_sentences
from tests.grounding.quiz_texts import read


def score(sentence: str) -> float:
    material = read(sentence)
    [annotated] = annotate_sentences(material)
    return teachability(annotated, material.language)


@pytest.mark.parametrize(
    "sentence",
    [
        "A hospital in Leeds recently reported that 40 nurses had left.",
        "The recipe contains both a yeast and a sourdough option.",
        "据韩媒报道，渔民在2021年捕到一只有32条腿的章鱼。",
    ],
)
def test_news_and_what_a_text_says_of_itself_are_not_worth_it(sentence: str) -> None:
    assert score(sentence) < MIN_TEACHABILITY


@pytest.mark.parametrize(
    "sentence",
    ["An espresso takes about 25 seconds.", "In 1610 Dutch ships brought tea to Europe.", "章鱼的血液是蓝色的。"],
)
def test_a_fact_is_worth_it(sentence: str) -> None:
    assert score(sentence) >= 0


def test_many_figures_are_worth_less_than_one() -> None:
    assert score("The mill had 12 wheels, 40 stones, 60 sacks and 90 carts.") < score("The mill had 12 wheels.")


def test_praise_is_an_opinion() -> None:
    assert is_opinion("Vienna is one of the most beautiful cities.")
    assert is_opinion("杭州是最美的城市之一。")
    assert not is_opinion("Vienna is the capital of Austria.")
