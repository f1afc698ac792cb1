"""Dates in sentences: which are found, as written, and in which order."""

import pytest

from inkwright.grounding.language.dates import dates_in
from tests.each import each


@each(
    ("sentence", "written"),
    [
        ("In 1912, the last emperor abdicated.", ["1912"]),
        ("The republic lasted from 1912 to 1949.", ["1912 to 1949"]),
        ("The war (1939–45) was over.", ["1939–45"]),
        ("He was born on 12 May 1998 in Paris.", ["12 May 1998"]),
        ("On July 20, 1969, people walked on the Moon.", ["July 20, 1969"]),
        ("The wall fell in November 1989.", ["November 1989"]),
        ("In the early 19th century steam spread.", ["early 19th century"]),
        ("It was a work of the nineteenth century.", ["nineteenth century"]),
        ("In the 1980s computers took over.", ["1980s"]),
        ("Rome fell in AD 476.", ["AD 476"]),
        ("Euclid taught around 300 BC in Alexandria.", ["300 BC"]),
        ("The oldest printed book was made in 868.", ["868"]),
        ("It began in 1665, and it ended in 1667.", ["1665", "1667"]),
        ("公元前221年，秦始皇统一六国。", ["公元前221年"]),
        ("五四运动 1919 年爆发。", ["1919 年"]),
        ("1919年5月4日，北京学生集会。", ["1919年5月4日"]),
        ("一九四九年十月一日，新中国成立。", ["一九四九年十月一日"]),
        ("1912—1949年是民国时期。", ["1912—1949年"]),
        ("鸦片战争发生在1840年至1842年。", ["1840年至1842年"]),
        ("十九世纪四十年代，铁路兴起。", ["十九世纪四十年代"]),
        ("20世纪初，飞机诞生。", ["20世纪初"]),
        ("1980年代，个人电脑流行。", ["1980年代"]),
    ],
)
def test_a_date_is_found_as_written(sentence: str, written: list[str]) -> None:
    assert [moment.text for moment in dates_in(sentence)] == written


@pytest.mark.parametrize(
    "sentence",
    [
        "The tower is 1500 metres high, and 1200 people work in it.",
        "About 1500 species of moss were found.",
        "In 1500 people a fever broke out.",
        "It costs $1999.",
        "They built 1,500 ships.",
        "A greenhouse has about 1000 parts per million.",
        "唐朝存在了289年。",
        "这座城市有2000多年的历史。",
        "距今5000年前已有人居住。",
        "这是第1919年的故事。",
    ],
)
def test_a_quantity_is_not_a_date(sentence: str) -> None:
    assert dates_in(sentence) == ()


def test_dates_are_ordered_by_value() -> None:
    written = [
        "公元前221年",
        "300 BC",
        "公元前3世纪末",
        "AD 79",
        "early 19th century",
        "1804",
        "1804年5月",
        "十九世纪末",
    ]
    values = {each: dates_in(f"In {each}" if each == "1804" else each)[0].value for each in written}
    assert sorted(written, key=values.__getitem__) == [
        "300 BC", "公元前221年", "公元前3世纪末", "AD 79", "1804", "1804年5月", "early 19th century", "十九世纪末",
    ]  # fmt: skip


def test_a_date_has_the_span_of_its_words() -> None:
    [moment] = dates_in("Rome fell in AD 476.")
    assert "Rome fell in AD 476."[moment.start : moment.end] == "AD 476"
    assert moment.value == 476.0
