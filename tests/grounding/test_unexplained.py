"""What only the text around a sentence explains: stories, pictures, days without a year."""

import pytest

from inkwright.grounding.unexplained import is_unexplained


@pytest.mark.parametrize(
    "sentence",
    [
        "Alice is now the owner of a coin.",
        "When Alice asks, the wallet shows the price.",
        "In the graph, the percentages add to more than 100%.",
        "The Japanese surrendered on August 14.",
        "J. Robert Oppenheimer was chosen to head the project.",
        "The number 14 means red and 05 means blue.",
        "注：明朝开展了首次户籍勘查。",
        "小明的体重是 40 千克。",
    ],
)
def test_a_sentence_of_a_story_a_picture_or_an_unnamed_year_is_unexplained(sentence: str) -> None:
    assert is_unexplained(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Paul Dirac predicted the positron.",
        "King John sealed the charter in 1215.",
        "The treaty was signed on June 28, 1919.",
        "The graph of a line is straight.",
        "竹子生长得很快，尤其是在多雨的春天。",
    ],
)
def test_a_whole_name_and_a_whole_date_explain_themselves(sentence: str) -> None:
    assert not is_unexplained(sentence)
