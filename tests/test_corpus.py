"""Every visible case is right; of the held-out cases, only the number of right ones is shown."""

from collections import Counter
from typing import Any

import pytest

from inkwright import json_parser
from tests.corpus import cases, judge_file, judge_json, judge_sections, same
from tests.each import each


@each("case", [pytest.param(case, id=case["id"]) for case in cases("json", "seen")])
def test_the_json_of_a_seen_reply_is_right(case: dict[str, Any]) -> None:
    assert judge_json(case, with_schema=False) == "exact"
    if case["schema"] is not None:
        assert judge_json(case, with_schema=True) == "exact"
    if "partial" in case:
        assert same(json_parser(case["reply"], allow_partial=True)["content"], case["partial"])


@each("case", [pytest.param(case, id=case["id"]) for case in cases("fenced", "seen")])
def test_the_file_of_a_seen_reply_is_right(case: dict[str, Any]) -> None:
    assert judge_file(case) == "exact"


@each("case", [pytest.param(case, id=case["id"]) for case in cases("sections", "seen")])
def test_the_sections_of_a_seen_reply_are_right(case: dict[str, Any]) -> None:
    assert judge_sections(case) == "exact"


@pytest.mark.parametrize(("with_schema", "exact", "wrong"), [(False, 0.92, 0.04), (True, 0.97, 0.01)])
def test_held_out_json_is_read_within_the_targets(with_schema: bool, exact: float, wrong: float) -> None:
    held = [case for case in cases("json", "held") if case["schema"] is not None or not with_schema]
    counts = Counter(judge_json(case, with_schema=with_schema) for case in held)
    assert counts["exact"] / len(held) >= exact
    assert counts["wrong"] / len(held) <= wrong


def test_every_held_out_file_and_section_is_right() -> None:
    counts = Counter(judge_file(case) for case in cases("fenced", "held"))
    counts += Counter(judge_sections(case) for case in cases("sections", "held"))
    assert counts == {"exact": counts.total()}


def test_attacks_are_met_by_the_right_value_or_an_error() -> None:
    counts = Counter(judge_json(case, with_schema=False) for case in cases("attack", "json"))
    counts += Counter(judge_file(case) for case in cases("attack", "fenced"))
    counts += Counter(judge_sections(case) for case in cases("attack", "sections"))
    assert counts["wrong"] == 0
    assert counts["exact"] / counts.total() >= 0.99


@each("suite", ["json_repair", "jsonrepair"])
def test_a_value_differs_from_that_of_a_peer_only_by_a_ruling(suite: str) -> None:
    for case in cases("peers", suite):
        judged = judge_json({**case, "schema": None}, with_schema=False)
        assert judged == "exact" or "differs" in case, case["id"]
        assert judged != "wrong" or case["differs"] != "error", case["id"]


def test_the_corpus_is_as_large_as_it_says_and_a_third_of_it_is_held_out() -> None:
    for kind, least in (("json", 300), ("fenced", 60), ("sections", 60)):
        seen, held = list(cases(kind, "seen")), list(cases(kind, "held"))
        ids = [case["id"] for case in seen + held]
        assert len(ids) >= least
        assert len(set(ids)) == len(ids)
        assert 0.3 <= len(held) / len(ids) <= 0.36
