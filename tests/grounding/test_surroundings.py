"""What a sentence takes from those around it."""

import pytest

from inkwright.grounding.candidates import Ground
from tests.grounding.materials import read


def askable(text: str) -> list[str]:
    return [marked.sentence.text for _, marked in Ground(read(text)).askable]


def test_the_answer_to_a_question_of_the_text_is_not_asked_about() -> None:
    assert askable("# Owls\n\nWhy do owls hunt at night? Owls hear every mouse under the snow.") == []
    assert askable("# 猫头鹰\n\n猫头鹰为什么夜里捕食？猫头鹰能听见雪下田鼠的声音。") == []


def test_what_holds_under_a_condition_that_was_set_before_is_not_asked_about() -> None:
    assert askable("# Owls\n\nImagine a night in winter. Owls hear every mouse under the snow.") == []
    assert askable("# 猫头鹰\n\n如果下了一夜的雪。猫头鹰能听见雪下田鼠的声音。") == []


@pytest.mark.parametrize(
    "sentence",
    ["The price depended on the weight of a letter.", "A rider from Bath needed six days for the journey."],
)
def test_a_thing_with_the_that_the_text_speaks_of_only_here_was_named_before(sentence: str) -> None:
    first = "Six riders left Bath with letters in 1840."
    assert askable(f"# Letters\n\n{first} {sentence}") == [first]


def test_a_thing_with_the_is_known_where_the_title_names_it_or_the_sentence_says_which() -> None:
    assert askable("# The Old Mill\n\nThe mill stands on a hill near Bath.") == ["The mill stands on a hill near Bath."]
    assert askable("# Letters\n\nThe weight of a letter from Bath was six grams.") == [
        "The weight of a letter from Bath was six grams."
    ]


def test_one_of_many_that_did_something_is_known_only_from_its_neighbours() -> None:
    text = "# Lighthouses\n\nMany lighthouses stand in Spain. Some lighthouses burn oil. Lighthouses warn ships. "
    assert "In 1783 the lighthouse was painted by Tom Reed." not in askable(
        f"{text}In 1783 the lighthouse was painted by Tom Reed."
    )


def test_a_chinese_sentence_about_something_that_is_said_nowhere_else_is_not_asked_about() -> None:
    text = "# 茶\n\n茶叶在春天采摘，采茶的人天亮就上山。转折发生在很久以前的一个冬天。茶叶要晒干以后才装进木箱。"
    assert askable(text) == ["茶叶在春天采摘，采茶的人天亮就上山。", "茶叶要晒干以后才装进木箱。"]


def test_a_sentence_without_anything_of_the_matter_is_not_asked_about() -> None:
    assert askable("# Volcanoes\n\nCrops failed and prices rose in all towns.") == []
