"""Totals that are not the sum of their parts."""

from decimal import Decimal

from inkwright.artifacts.prose.totals import cell_number, wrong_points, wrong_totals
from tests.each import each


def table(*columns: str) -> list[list[str]]:
    return [list(row) for row in zip(*(column.split() for column in columns), strict=True)]


@each(
    "columns",
    [
        ("Item Rent Food Total", "Cost 100 250 360"),
        ("Item Rent Food Tea Total", "Cost £1,000 £250 £50 £1,290"),
        ("班级 一班 二班 合计", "人数 40人 42人 84人"),
        ("Item a b c Sum", "kg 1.5 2.5 3.5 8.0"),
    ],
)
def test_a_wrong_total_is_found(columns: tuple[str, ...]) -> None:
    assert len([*wrong_totals(table(*columns))]) == 1


@each(
    "columns",
    [
        ("Item Rent Food Total", "Cost 100 250 350"),
        ("Item a b c Total", "Share 33.3% 33.3% 33.3% 100%"),
        ("Item a b c Total", "x 10.04 10.04 10.04 30.1"),
        ("Item a b c Total", "Price 3 4 5 7"),
        ("Item a b c Total", "x 5 6 7 6"),
        ("Item a b Total", "x 5 — 9"),
        ("Item a b Mean", "x 5 7 6"),
        ("Item a Subtotal b Total", "x 5 5 7 12"),
    ],
)
def test_what_is_no_sum_or_a_right_one_is_no_fault(columns: tuple[str, ...]) -> None:
    assert [*wrong_totals(table(*columns))] == []


def test_points_that_do_not_multiply_are_found() -> None:
    assert [*wrong_points("一、选择题（本题共10小题，每小题3分，共40分）")] == [("40", "30")]
    assert [*wrong_points("二、填空题（共 5 题，每题 4 分，共 20 分）")] == []
    assert [*wrong_points("Part A: 10 questions, 2 points each, total 25 points")] == [("25", "20")]


def test_a_cell_is_a_number_with_a_usual_unit_or_none() -> None:
    assert [cell_number(each) for each in ("£1,290", "12 kg", "−3", "4 人")] == [Decimal(1290), 12, -3, 4]
    assert [cell_number(each) for each in ("12 %", "3–4", "", "a", "1:30", "2024-05-01")] == [None] * 6
