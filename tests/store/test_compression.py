"""Compressed texts come back unchanged."""

import pytest

from inkwright.store.compression import compress_text, decompress_text


@pytest.mark.parametrize("text", ["", "rain", "下雨了\n", "a" * 100_000])
def test_a_text_comes_back_unchanged(text: str) -> None:
    assert decompress_text(compress_text(text)) == text


def test_a_long_text_becomes_small() -> None:
    assert len(compress_text("rain " * 10_000)) < 1_000
