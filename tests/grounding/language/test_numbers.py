"""Numbers, years and dates in sentences of both languages, and their values."""

import pytest

from inkwright.grounding.language.numbers import number_value, numbers_in
from inkwright.i18n import Language


def found(sentence: str, language: Language) -> list[tuple[str, str, str, str]]:
    numbers = sorted(numbers_in(sentence, language))
    return [(each.text, each.kind, each.shape, each.unit) for each in numbers if each.is_open]


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("In 1905 it weighed 1,200 grams.", [("1905", "year", "year", ""), ("1,200", "number", "digits", "grams")]),
        ("It rose by 3.5% to 40 °C.", [("3.5%", "number", "%", ""), ("40 °C", "number", "degrees", "")]),
        ("About 20 million people live there.", [("20 million", "number", "digits", "people")]),
        ("It has four chambers.", [("four", "number", "words", "chambers")]),
        ("It was signed on 4 July 1776.", [("4 July 1776", "date", "day", "")]),
        ("It opens at 9 a.m. and takes 10 to 12 days.", []),
        ("The verse begins at 4:08 of the recording.", []),
        ("The model X100 costs $5.", []),
    ],
)
def test_english_numbers(sentence: str, numbers: list[tuple[str, str, str, str]]) -> None:
    assert found(sentence, "en") == numbers


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("1905年，它重1.2万吨。", [("1905年", "year", "year", ""), ("1.2万", "number", "digits", "吨")]),
        ("公元前221年，秦国统一。", [("公元前221年", "year", "era", "")]),
        ("水占71%，温度为零下5℃。", [("71%", "number", "%", ""), ("零下5℃", "number", "degrees", "")]),
        ("心脏有四个腔。", [("四", "number", "words", "个")]),
        ("图书馆7时30分开门，需要3到5天。", []),
        ("第3章十分重要。", []),
    ],
)
def test_chinese_numbers(sentence: str, numbers: list[tuple[str, str, str, str]]) -> None:
    assert found(sentence, "zh") == numbers


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,200", 1200.0),
        ("20 million", 2e7),
        ("1.2万", 12000.0),
        ("零下5℃", -5.0),
        ("公元前221年", -221.0),
        ("four", None),
    ],
)
def test_a_number_in_digits_has_a_value(written: str, value: float | None) -> None:
    assert number_value(written) == value


def test_the_thousand_of_a_kilometre_belongs_to_its_unit() -> None:
    assert [(each.text, each.unit) for each in numbers_in("城墙的总长度为8851.8千米，耗用木材3千根。", "zh")] == [
        ("8851.8", "千米"),
        ("3千", "根"),
    ]
