"""Distractors for numbers, years and dates."""

from random import Random

import pytest

from inkwright.grounding.language.numbers import numbers_in
from inkwright.grounding.questions.distractors import value_distractors
from inkwright.i18n import Language


def others(sentence: str, language: Language = "en", most: int = 3) -> list[list[str]]:
    found = sorted(numbers_in(sentence, language))
    return [sorted(value_distractors(mention, sentence, Random(seed), most)) for mention in found for seed in range(3)]


def numbers(options: list[str]) -> list[int]:
    return [int("".join(sign for sign in option if sign.isdigit())) for option in options]


def test_distractors_of_a_number_are_as_round_and_of_similar_size() -> None:
    for options in others("The road is 2,500 kilometres long."):
        assert all(option[-3:] in ("000", "500") and "," in option for option in options)
        assert all(1_000 <= number <= 6_000 and number != 2_500 for number in numbers(options))


def test_distractors_of_a_year_are_nearby_and_not_in_the_future() -> None:
    for options in others("The school was opened in 2019."):
        assert all(2_000 <= number < 2_019 for number in numbers(options))
    for options in others("The mill was built in 1785."):
        assert all(1_750 < number < 1_820 and number != 1_785 for number in numbers(options))


def test_distractors_of_a_date_keep_its_day_and_month() -> None:
    assert all(option.startswith("1 May 18") for options in others("It began on 1 May 1840.") for option in options)
    assert all(
        option.endswith("年5月2日") for options in others("1855年5月2日，运河通航。", "zh") for option in options
    )


def test_distractors_of_a_percentage_stay_below_one_hundred() -> None:
    for options in others("About 90% of the mud comes from the hills."):
        assert all(number < 90 for number in numbers(options))


def test_distractors_of_numbers_in_words_are_words() -> None:
    assert all(len(options) == 3 for options in others("A rider needed six days."))
    assert {option for options in others("A rider needed six days.") for option in options} <= {
        "three", "four", "five", "seven", "eight", "nine", "ten", "eleven", "twelve",
    }  # fmt: skip
    assert {option for options in others("每只能产一千五百粒卵。", "zh") for option in options} <= {
        "一千", "五百", "两千", "两千五百", "三千", "三千五百",
    }  # fmt: skip


@pytest.mark.parametrize("sentence", ["他们走了七八个小时。", "这里有1至2毫升水。"])
def test_a_range_or_vague_number_has_no_distractors(sentence: str) -> None:
    assert not any(others(sentence, "zh"))


def test_values_elsewhere_in_the_sentence_are_not_distractors() -> None:
    for options in others("The hall has 20 doors and 30 windows.")[:3]:
        assert "30" not in options
