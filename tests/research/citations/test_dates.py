"""Dates in all forms."""

from inkwright.research.citations.dates import dates_in
from tests.each import each


@each(
    "written",
    [
        "3 May 2019",
        "May 3, 2019",
        "2019-05-03",
        "2019/5/3",
        "2019年5月3日",
        "二〇一九年五月三日",
        "the 3rd of May 2019",
    ],
)
def test_every_form_of_a_date_has_the_same_parts(written: str) -> None:
    (date,) = dates_in(written)
    assert (date.years, date.month, date.day) == (frozenset({2019}), 5, 3)


def test_a_date_without_a_year_has_the_year_before_it() -> None:
    dates = dates_in("2019年5月3日通过，自同年10月1日起施行。")
    assert (dates[1].years, dates[1].month) == (frozenset({2019}), 10)


def test_a_shorter_date_agrees_with_a_longer_one_and_not_the_reverse() -> None:
    short, long = dates_in("in May 2019")[0], dates_in("3 May 2019")[0]
    assert short.agrees_with(long)
    assert not long.agrees_with(short)


def test_a_count_is_no_year() -> None:
    assert dates_in("1,500 people and 1900 metres") == []


def test_a_date_in_digits_is_read_where_day_and_month_can_be_told() -> None:
    read = [(date.month, date.day) for date in dates_in("14/9/2019, 9/14/2019, 4.9.2019")]
    assert read == [(9, 14), (9, 14), (0, 0)]


def test_a_date_without_a_year_may_be_of_either_year_before_it() -> None:
    assert dates_in("2023年比2022年多，9月29日最多")[-1].years == {2022, 2023}
