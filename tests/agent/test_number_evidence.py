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
    ],
)
def test_numbers_that_nothing_returned_are_found(message: str, unproven: list[str]) -> None:
    assert unproven_numbers(message, EVIDENCE) == unproven


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
