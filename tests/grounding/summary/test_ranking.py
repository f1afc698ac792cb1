"""Which sentences say most, and which say nothing that is finished."""

import pytest

from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.summary.ranking import Ranking, is_usable, rank_material
from inkwright.grounding.terms import terms_of
from tests.grounding.sample_texts import TALKS, material_of, read


def ranking(text: str) -> Ranking:
    material = read(text)
    return rank_material(material, terms_of(material), definitions_of(material))


def test_what_is_explained_and_what_is_said_often_is_a_key_term_and_numbers_are_not() -> None:
    keys = [key.text for key in ranking_of_talk("talk_water.txt").keys]
    assert {"降水", "海绵城市", "水蒸气"} <= set(keys)
    assert not {"1991年", "71%", "1600"} & set(keys)


def ranking_of_talk(name: str) -> Ranking:
    material = material_of(name)
    return rank_material(material, terms_of(material), definitions_of(material))


def test_a_sentence_with_terms_is_worth_more_than_one_without_or_one_that_leans_or_asks() -> None:
    text = "A glacier is a river of ice. A glacier moves slowly. It grinds a glacier bed. Is a glacier old? Who knows."
    sentences = read(text).sentences
    scores = [ranking(text).score(sentence) for sentence in sentences]
    assert scores[0] > scores[2] > scores[3]
    assert scores[1] > scores[4]


def test_a_term_is_found_as_a_word() -> None:
    found = ranking("An ice is a cold thing. A glacier is a river of ice. Ice melts. Mice run. Glaciers melt.")
    assert [key.text for key in found.terms_in("Mice run.") if key.text.lower() == "ice"] == []
    assert [key.text.lower() for key in found.terms_in("Glaciers melt.")] == ["glacier"]


@pytest.mark.parametrize(
    "text", ["…", "123", "TODO: write this", "by [your name]", "Ice ::: cold", "Click to add text"]
)
def test_scraps_and_placeholders_are_not_usable(text: str) -> None:
    assert not is_usable(text)


@pytest.mark.parametrize("name", TALKS)
def test_key_terms_stand_in_the_order_of_their_weight(name: str) -> None:
    weights = [key.weight for key in ranking_of_talk(name).keys]
    assert weights == sorted(weights, reverse=True)
