"""A number is proven by what a tool returned: as it is, rounded, or as a percentage."""

import json

from inkwright.agent.number_evidence import counted, numbers_refusal, returned_texts, unproven_numbers
from tests.each import each

EVIDENCE = [counted({"mean": 71.83, "pass_rate": 0.4545, "n": 9, "class": "1A", "list": [{"mark": 16.5}, {"mark": 7}]})]


@each(
    "message, unproven",
    [
        ("The mean of 1A is 71.83.", []),
        ("The mean is 71.8, about 72.", []),
        ("The pass rate is 45.45%, about 45 %.", []),
        ("Two of them: 16.5 and 7; 2 marks in all, 9 pupils.", []),
        ("The mean is 74.", ["74"]),
        ("The mean is 71.9.", ["71.9"]),
        ("8 pupils were there.", ["8"]),
        ("1. first\n2. second\n3) third", []),
        ("平均分是75.5分，1A有9人", ["75.5"]),
        ("1,234 points", ["1,234"]),
        ("no numbers", []),
        ("The mean is seventy-two; forty-five percent passed.", []),
        ("The mean is seventy-four, and Eighty per cent passed.", ["seventy-four", "Eighty"]),
        ("平均分是七十二，及格率百分之四十五点四五", []),
        ("平均分是七十四分，八成及格，百分之九十", ["七十四", "八成", "百分之九十"]),
        ("16.5 is 9.5 more than 7; 71.83 分比 16.5 分高 55.33 分。", []),
        ("16.5 is 9.6 more than 7. The marks are 16.5, 7 and 9.5.", ["9.6", "9.5"]),
        ("十分好，第十二次测验，二十一世纪，十一班，三名学生，两成为", []),
    ],
)
def test_numbers_that_nothing_returned_are_found(message: str, unproven: list[str]) -> None:
    assert unproven_numbers(message, EVIDENCE) == unproven


def test_the_digits_of_an_id_prove_nothing() -> None:
    returned = counted({"evaluation": "eval_01a1f568d09f70d18f065abf6a44dc21", "score": 7.0, "max_score": 10})
    assert unproven_numbers("Done: 9/10.", [returned]) == ["9"]
    assert unproven_numbers("Done: 7/10.", [returned]) == []


def test_the_refusal_names_the_numbers() -> None:
    assert "74, 8" in numbers_refusal(["74", "8"])


def test_what_tools_returned_is_read_from_the_messages_of_the_engine() -> None:
    parts = [
        {"part_kind": "tool-return", "tool_name": "t", "content": {"mean": 5.5}},
        {"part_kind": "text", "content": "It is 99."},
    ]
    evidence = returned_texts(json.dumps([{"kind": "request", "parts": parts}]))
    assert unproven_numbers("5.5 and 99", evidence) == ["99"]
    assert returned_texts("") == []
