"""Key figures come only from self-contained sentences."""

import pytest

from inkwright.grounding.slides.slide_drafts import key_figure
from tests.grounding.sample_texts import read


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        ("About 12 per cent of world trade passes through the canal.", "12 per cent"),
        ("Nearly 20 million volumes had been printed.", "20 million"),
        ("真正容易利用的淡水不到全部水量的1%。", "1%"),
        ("黄河流域面积约为75万平方公里。", "75万平方公里"),
    ],
)
def test_a_striking_number_is_found_with_its_sentence(sentence: str, number: str) -> None:
    [said] = read(sentence).sentences
    figure = key_figure(said)
    assert figure is not None
    assert (figure.number, figure.label, figure.sentence) == (number, sentence.rstrip(".。"), said)


@pytest.mark.parametrize(
    "sentence",
    [
        "It covers 71% of the Earth.",
        "About 90 percent of the water is lost through these openings.",
        "地球表面约71%被水覆盖，但其中97%以上是咸水。",
        "The tower has 3 doors.",
        "In 1990 about 5 million people lived there.",
        "Is 50% enough?",
    ],
)
def test_a_sentence_that_needs_context_or_has_more_numbers_has_no_key_figure(sentence: str) -> None:
    [said] = read(sentence).sentences
    assert key_figure(said) is None
