"""Which sentences are most informative, and which are not usable."""

import pytest

from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.summary.ranking import Ranking, is_usable, rank_material
from inkwright.grounding.terms import terms_of
from tests.grounding.sample_texts import SAMPLES, material_of, read


def ranking(text: str) -> Ranking:
    material = read(text)
    return rank_material(material, terms_of(material), definitions_of(material))


def test_defined_and_frequent_terms_are_key_terms_and_numbers_are_not() -> None:
    keys = [key.text for key in ranking_of_sample("talk_water.txt").keys]
    assert {"降水", "海绵城市", "水蒸气"} <= set(keys)
    assert not {"1991年", "71%", "1600"} & set(keys)


def ranking_of_sample(name: str) -> Ranking:
    material = material_of(name)
    return rank_material(material, terms_of(material), definitions_of(material))


def test_a_sentence_with_key_terms_scores_higher_than_dependent_sentences_or_questions() -> None:
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
def test_fragments_and_placeholders_are_not_usable(text: str) -> None:
    assert not is_usable(text)


@pytest.mark.parametrize("name", SAMPLES)
def test_key_terms_are_ordered_by_weight(name: str) -> None:
    weights = [key.weight for key in ranking_of_sample(name).keys]
    assert weights == sorted(weights, reverse=True)
