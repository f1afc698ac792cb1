"""Numbers in words are read with their values; words that only look like numbers are not."""

from inkwright.agent.spelled_numbers import spelled_numbers
from tests.each import each


@each(
    "text, values",
    [
        ("ten, nineteen, twenty-one and ninety", [10, 19, 21, 90]),
        ("seventy one point five", [71.5]),
        ("a hundred, two hundred and five", [100, 205]),
        ("one, two and nine", []),
        ("tennis, often, tender", []),
        ("七十一点五分，一百零五人，二十", [71.5, 105, 20]),
        ("百分之八十，六成", [80, 60]),
        ("十分认真，成为，一成不变吗", [10]),
        ("初二十一班，第十二课，二十一世纪", []),
    ],
)
def test_numbers_of_ten_and_more_are_read(text: str, values: list[float]) -> None:
    assert [value for _, value in spelled_numbers(text)] == values
