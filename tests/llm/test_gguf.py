"""Headers of weights: what they say, and files that are none."""

from pathlib import Path

import pytest

from inkwright.llm.gguf import UnreadableWeights, read_header
from inkwright.llm.local import is_installed
from inkwright.llm.local_loader import weights_path
from tests.each import each
from tests.model_hub import small_gguf


def test_a_header_says_what_a_model_needs(tmp_path: Path) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(small_gguf(context=4096, layers=4))
    header = read_header(path)
    assert (header.architecture, header.licence, header.context_tokens) == ("llama", "apache-2.0", 4096)
    # Four layers with two heads of 64 numbers for keys and for values, two bytes each.
    assert header.context_bytes_per_token == 4 * 2 * (64 + 64) * 2


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright models install tiny")
def test_the_weights_of_the_embedded_model_are_read() -> None:
    weights = weights_path()
    assert weights is not None
    header = read_header(weights)
    assert (header.architecture, header.context_tokens, header.has_chat_template) == ("llama", 8192, True)


@each(
    "content, problem",
    [
        (b"", "it is not a GGUF file"),
        (b"PK\x03\x04 a zip", "it is not a GGUF file"),
        (b"<!DOCTYPE html>", "it is not a GGUF file"),
        (b"GGUF", "it is damaged or incomplete"),
        (b"GGUF\x09\x00\x00\x00" + bytes(16), "its GGUF version is not supported"),
        (b"GGUF\x03\x00\x00\x00" + bytes(8) + b"\xff" * 8, "it is damaged or incomplete"),
        (b"GGUF\x03\x00\x00\x00" + bytes(8) + b"\x01" + bytes(7) + b"\xff" * 8, "it is damaged or incomplete"),
        (small_gguf()[:150], "it is damaged or incomplete"),
        (small_gguf(template=""), "it has no chat template, so it cannot answer questions"),
    ],
)
def test_other_files_are_refused_with_the_reason(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "m.gguf"
    path.write_bytes(content)
    with pytest.raises(UnreadableWeights) as caught:
        read_header(path)
    assert str(caught.value.reason) == problem
