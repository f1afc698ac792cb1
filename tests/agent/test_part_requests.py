"""The parts of files that a message names."""

from inkwright.agent.part_requests import find_parts, number_in, without_parts
from tests.each import each

Found = tuple[str, tuple[str, ...], int, str, bool]


@each(
    "message, kind, numbers",
    [
        ("Make a quiz from chapter 2 of it", "chapter", ("2",)),
        ("pages 2-4 of the pdf", "page", ("2", "3", "4")),
        ("p. 7", "page", ("7",)),
        ("the second and third chapters", "chapter", ("2", "3")),
        ("the last section", "section", ("-1",)),
        ("sections 2.1 and 2.3", "section", ("2.1", "2.3")),
        ("chapter IV", "chapter", ("4",)),
        ("chapters one to three", "chapter", ("1", "2", "3")),
        ("用第二节出题", "section", ("2",)),
        ("第2-4页", "page", ("2", "3", "4")),
        ("第二章到第四章", "chapter", ("2", "3", "4")),
        ("第一、二章", "chapter", ("1", "2")),
        ("第十二課", "lesson", ("12",)),
    ],
)
def test_numbers_of_parts_are_read_as_they_are_written(message: str, kind: str, numbers: tuple[str, ...]) -> None:
    (found,) = find_parts(message)
    assert (found.kind, found.numbers) == (kind, numbers)


@each(
    "message, amount",
    [("the first two chapters", 2), ("the last 2 chapters", -2), ("前两章", 2), ("最后三页", -3)],
)
def test_so_many_parts_at_one_end_are_an_amount(message: str, amount: int) -> None:
    assert [each.amount for each in find_parts(message)] == [amount]


@each(
    "message, title",
    [
        ("a quiz from the missions section of the moon book", "missions"),
        ("slides on the section about fuel, please", "fuel"),
        ("关于电阻的那一节", "电阻"),
        ("用“月相”一节出题", "月相"),
    ],
)
def test_a_part_is_named_by_what_its_heading_says(message: str, title: str) -> None:
    assert [each.title for each in find_parts(message)] == [title]


@each(
    "message",
    [
        "make 2 pages about rivers",
        "a worksheet with 3 sections",
        "a quiz with a true/false section",
        "the first file",
        "第一个文件",
        "第二课时",
        "第二份讲义",
        "two parts",
        "",
    ],
)
def test_what_is_to_be_made_is_no_part_of_a_file(message: str) -> None:
    assert find_parts(message) == []


def test_a_part_may_be_excluded_and_the_rest_of_the_message_stays() -> None:
    message = "Slides from everything except chapter 2 of a.md"
    (found,) = parts = find_parts(message)
    assert found.is_excluded
    assert without_parts(message, parts, by="it") == "Slides from everything except it of a.md"


@each(
    "written, number",
    [("xiv", "14"), ("二十三", "23"), ("一百零五", "105"), ("2.1", "2.1"), ("third", "3"), ("abc", "")],
)
def test_numbers_in_words_become_digits(written: str, number: str) -> None:
    assert number_in(written) == number
