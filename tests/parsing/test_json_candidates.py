"""Candidates: the problem of a refused one, and their maximum number."""

from typing import get_args

from inkwright import json_parser
from inkwright.i18n.en import MESSAGES
from inkwright.parsing.json_candidates import MAX_CANDIDATES, find_candidates
from inkwright.parsing.json_scalars import JsonProblem


def test_every_problem_has_words_for_the_model() -> None:
    problems = set(get_args(JsonProblem)) - {"depth"}
    assert {key for key in MESSAGES if key.startswith("feedback.json.ambiguous.")} == {
        f"feedback.json.ambiguous.{problem}" for problem in problems
    }


def test_candidates_come_in_order_each_with_its_place() -> None:
    text = 'One {"a": 1} and\n```json\n{"b": 2}\n```\n{"c": 3,'
    found = [(each.state, each.value, each.priority, text[each.start]) for each in find_candidates(text)]
    assert found == [
        ("complete", {"a": 1}, 0, "{"),
        ("complete", {"b": 2}, 2, "{"),
        ("truncated", {"c": 3}, 0, "{"),
    ]


def test_more_values_than_anyone_could_choose_from_are_refused() -> None:
    reply = '{"a": 1}\n' * (MAX_CANDIDATES + 5)
    assert json_parser(reply)["reason"] == "ambiguous"
    assert str(MAX_CANDIDATES) in json_parser(reply)["feedback"]
    assert json_parser('{"a": 1}\n' * MAX_CANDIDATES)["content"] == {"a": 1}
