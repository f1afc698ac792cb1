"""A question names its measures, or it is not about the school."""

from inkwright.school.questions import asks_for_numbers, read_question
from tests.each import each
from tests.school.test_answers import SCHOOL


def test_measures_percentiles_and_groups_are_read() -> None:
    question = read_question("The 10th and 90th percentiles and the median of Quiz 1 in 1A and 1B", SCHOOL)
    assert question is not None
    assert question.measures == ("median", "percentile")
    assert question.percents == (10, 90)
    assert [each.name for each in question.classes] == ["1A", "1B"]
    assert [each.name for each in question.tests] == ["Quiz 1"]


@each(
    "message, is_one",
    [
        ("What is the mean of 1A?", True),
        ("平均分是多少？三年级2班", True),
        ("Make a quiz about rivers", False),
        ("Hello 1A", False),
        ("", False),
        ("班" * 5_000, False),
    ],
)
def test_requests_for_numbers_are_told_from_others(message: str, is_one: bool) -> None:
    assert asks_for_numbers(message) is is_one
