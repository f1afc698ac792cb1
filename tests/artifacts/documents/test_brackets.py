"""Brackets without end are refused before pandoc sees them; those of real documents are not."""

import time

import pytest

from inkwright.artifacts.documents.brackets import MAX_OPEN, has_too_many_open
from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.sources import read_document
from inkwright.errors import InvalidOption


@pytest.mark.parametrize("sign", ["[", "![", "[a ", "[^", "[[a](b) ", "![a](", "[a](x ", "[a\n"])
def test_many_open_brackets_are_refused_in_no_time(sign: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InvalidOption, match="brackets"):
        build_document(read_document("# Signs\n\n" + sign * 3_000), "docx")
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(
    "body",
    [
        "[" * MAX_OPEN,
        "The interval $[0, 1)$, a row[3][4], a [link](https://example.org) and ![a picture](a.png). " * 40,
        "```\n" + "[" * 3_000 + "\n```",
        "~~~ json\n" + "[\n" * 3_000 + "~~~\n\nand on",
        "\\[" * 3_000,
        "[a\n\n" * 3_000,
        "1. one\n\n   ```\n   " + "[" * 100 + "\n   ```\n",
    ],
)
def test_brackets_that_are_closed_coded_escaped_or_few_stay(body: str) -> None:
    assert not has_too_many_open(body)


def test_the_brackets_of_a_long_text_are_counted_in_linear_time() -> None:
    def seconds(length: int) -> float:
        text = "a [b](c) ] ) \\[ " * (length // 16)
        start = time.perf_counter()
        assert not has_too_many_open(text)
        return time.perf_counter() - start

    short = min(seconds(100_000) for _ in range(3))
    assert min(seconds(200_000) for _ in range(3)) < 4 * short


def test_a_fence_that_is_never_closed_hides_nothing() -> None:
    assert has_too_many_open("```\n" + "[" * 3_000)
    assert has_too_many_open("~~~\na\n~~~\n\n```\n" + "[" * 3_000)
