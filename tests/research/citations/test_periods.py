"""Periods near a number, and things that a number tells apart."""

from inkwright.research.citations.periods import labels_in, names_another_label, period_near


def test_a_number_is_counted_by_the_period_of_its_clause() -> None:
    text = "90 kroner a day or 240 kroner a month"
    assert [period_near(text, text.index(number), text.index(number) + len(number)) for number in ("90", "240")] == [
        {"day"},
        {"month"},
    ]


def test_a_date_gives_no_period() -> None:
    text = "2021年乡村教师5,860人"
    assert period_near(text, 11, 16) == frozenset()


def test_labels_are_the_same_in_digits_and_in_words() -> None:
    assert labels_in("2号线和二号线") == {("号线", "2")}
    assert labels_in("Line 4 and Group B") == {("line", "4"), ("group", "B")}


def test_a_clause_without_a_label_has_that_of_the_clause_before() -> None:
    source = "二号馆因漏水停业，关闭半年，一号馆照常开放。"
    assert names_another_label("一号馆因漏水停业", source)
    assert not names_another_label("二号馆因漏水停业", source)
