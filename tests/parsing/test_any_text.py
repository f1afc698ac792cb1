"""Guarantees for any text: no parser raises or hangs, values survive, and the split into pieces does not matter."""

import gc
import json
import math
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inkwright import JsonStream, TextCorrected, TextGrew, json_parser
from tests.corpus import same
from tests.each import each
from tests.hostile_texts import HOSTILE, PARSERS, PREFIXES

PIECES = (
    *'{}[]()",:\'\\`~#=*<>/-+.$%;!?_ \n\r\t\0',
    *"｛｝［］【】“”‘’：，；、…　",
    "```", "```json\n", "```path\n", "```markdown\n", "~~~", "<think>", "</think>", "=====", "[A]", "[研究计划]", "[[DOGENT_CLARIFICATION_JSON]]",
    '{"a": ', '"b": [1, 2', '"response_type": "clarification"', "true", "None", "NaN", "1e999", "0x1F", "\\u12", "\\ud83d", "\\frac", "C:\\new", "$x$",
    "//", "/*", "*/", "<!--", "-->", "...", "批准", "not", "SKIP", "\ufeff", "\ud800", "é", "汉字", "😀",
)  # fmt: skip
mess = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=60).map("".join)
# No backslash, quote or control character: what those mean is decided by rulings, not by the standard.
plain = st.text(st.characters(exclude_characters='\\"', exclude_categories=("Cc", "Cs")), max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(plain, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize("name", PARSERS)
@given(reply=mess)
@example(reply="")
@example(reply="\ufeff")
@example(reply="[" * 500)
def test_no_parser_raises_on_any_text(name: str, reply: str) -> None:
    PARSERS[name](reply)


@given(reply=mess)
def test_a_json_result_keeps_the_contract_and_holds_no_infinity(reply: str) -> None:
    result = json_parser(reply)
    assert result["status"] in ("success", "error")
    if result["status"] == "error":
        assert result["feedback"]
    else:
        assert all(math.isfinite(number) for number in numbers_in(result["content"]))


def numbers_in(value: Any) -> list[float]:
    if isinstance(value, dict):
        return [number for item in value.values() for number in numbers_in(item)]
    if isinstance(value, list):
        return [number for item in value for number in numbers_in(item)]
    return [value] if isinstance(value, float) else []


@given(value=st.dictionaries(plain, values) | st.lists(values))
def test_valid_json_comes_back_as_it_was(value: Any) -> None:
    assert same(json_parser(json.dumps(value))["content"], value)
    assert same(json_parser(json.dumps(value, indent=2, ensure_ascii=False))["content"], value)


@given(value=st.dictionaries(plain, values, min_size=1))
def test_an_object_in_a_fence_comes_back_out_of_chatter(value: dict[str, Any]) -> None:
    written = json.dumps(value, ensure_ascii=False)
    assert same(json_parser(f"Here you are:\n\n```json\n{written}\n```\n希望有帮助。")["content"], value)


@given(value=st.dictionaries(plain, values, min_size=1), cut=st.floats(0, 1, exclude_max=True))
def test_an_object_that_was_cut_is_never_taken_for_a_whole_one(value: dict[str, Any], cut: float) -> None:
    written = json.dumps(value, ensure_ascii=False)
    piece = written[: max(1, int(len(written) * cut))]
    assert json_parser(piece)["status"] == "error"


@given(value=values, cuts=st.lists(st.integers(0, 400), max_size=12))
def test_a_stream_reports_the_same_for_any_pieces(value: Any, cuts: list[int]) -> None:
    written = json.dumps({"message": "Hi\n\\frac 你好 😀", "items": [value, 1], "more": value}, ensure_ascii=True)
    assert told(written, cuts) == told(written, [])


def told(written: str, cuts: list[int]) -> tuple[dict[Any, str], list[Any], Any]:
    """The texts and items that a stream tells, and what it gives at the end."""
    stream = JsonStream()
    texts: dict[Any, str] = {}
    items: list[Any] = []
    places = [0, *sorted(cut for cut in cuts if cut < len(written)), len(written)]
    for start, end in pairwise(places):
        for event in stream.feed(written[start:end]):
            match event:
                case TextGrew(path, text):
                    texts[path] = texts.get(path, "") + text
                case TextCorrected(path, text):
                    texts[path] = text
                case _:
                    items.append(event)
    return texts, items, stream.close()


@each("unit", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    """Four times the text: linear work takes four times as long, quadratic work sixteen times. Eight is the line."""
    for prefix in PREFIXES:
        for name, parser in PARSERS.items():
            small, large = (prefix + unit * (size // len(unit)) for size in (3_000, 12_000))
            if grows_too_fast(parser, small, large, tries=1):
                assert not grows_too_fast(parser, small, large, tries=7), (name, prefix, unit)


def grows_too_fast(parser: Callable[[str], Any], small: str, large: str, tries: int) -> bool:
    slow = least_time(parser, large, tries)
    return slow > 0.02 and slow > 8 * least_time(parser, small, tries)


def least_time(parser: Callable[[str], Any], reply: str, tries: int) -> float:
    """The processor time of the run that was disturbed least; collecting garbage is not the parser's work."""
    gc.disable()
    try:
        return min(_time(parser, reply) for _ in range(tries))
    finally:
        gc.enable()


def _time(parser: Callable[[str], Any], reply: str) -> float:
    start = time.process_time()
    parser(reply)
    return time.process_time() - start
