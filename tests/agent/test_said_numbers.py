"""Numbers are compared whether they are in digits or in words of several languages."""

from inkwright.agent.said_numbers import number_forms, numbers_of, plain, said_numbers
from tests.each import each


@each(
    "text, numbers",
    [
        ("eight slides", {"8"}),
        ("acht Folien und zwölf Fragen", {"8", "12"}),
        ("diez preguntas, huit pages", {"10", "8"}),
        ("twenty-five pupils", {"25"}),
        ("第三题和前四章", {"3", "4"}),
        ("共十二頁", {"12"}),
        ("两份文件", {"2"}),
        ("全部で十枚です", {"10"}),
        ("１０枚", {"10"}),
        ("6,650 km", {"6650"}),
        ("14:30", {"14:30"}),
        ("v2 of it", {"2"}),
        ("A4, CO2, 1B, MP3", set()),
        ("one slide, 1 page, 一页", set()),
        ("一起去三峡，四川", set()),
        ("3. Rivers", set()),
    ],
)
def test_the_numbers_of_a_text_are_found(text: str, numbers: set[str]) -> None:
    assert {form for number in said_numbers(plain(text)) for form in number.forms if form in numbers} == numbers
    assert bool(list(said_numbers(plain(text)))) is bool(numbers)


def test_a_dot_or_comma_may_group_digits_or_begin_decimals() -> None:
    assert number_forms("1.250") == {"1.25", "1250"}
    assert number_forms("4,50") == {"4.5"}
    assert number_forms("007") == {"7"}


@each("text", ["20 minutes", "15分钟", "50 %", "zehn Minuten", "第二次", "in 1914", "5 km"])
def test_a_measure_of_time_or_size_counts_no_things(text: str) -> None:
    assert all(number.is_measure for number in said_numbers(plain(text)))


def test_a_number_before_a_thing_is_not_that_of_a_version() -> None:
    assert [number.is_counted for number in said_numbers("第2版 2章 two")] == [False, True, True]


def test_the_cells_of_a_table_are_numbers_of_their_own() -> None:
    assert {"72", "98"} <= numbers_of("1A,72,98")
