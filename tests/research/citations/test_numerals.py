"""Values of written numbers."""

from inkwright.research.citations.numerals import digits_value, han_value, words_value
from tests.each import each


@each(
    ("written", "value"),
    [
        ("一万四千", 14_000),
        ("2亿3,000万", 2.3e8),
        ("2.86万亿", 2.86e12),
        ("二〇二三", 2023),
        ("十九", 19),
        ("四百万", 4e6),
        ("百", 100),
    ],
)
def test_chinese_numerals_have_their_value(written: str, value: float) -> None:
    assert han_value(written) == value


@each(
    ("written", "value"),
    [("ninety-seven", 97), ("fourteen thousand", 14_000), ("three hundred and forty", 340), ("two million", 2e6)],
)
def test_number_words_have_their_value(written: str, value: float) -> None:
    assert words_value(written) == value


def test_thousands_separators_are_read_over() -> None:
    assert digits_value("1,482,000.5") == 1_482_000.5
