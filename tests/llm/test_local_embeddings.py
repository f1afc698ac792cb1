"""Vectors from a file of this machine, with the weights of the embedded model: any .gguf file can give vectors."""

import asyncio
from pathlib import Path

import pytest

from inkwright.errors import ServiceFailed
from inkwright.llm.local import is_installed
from inkwright.llm.local_embeddings import LocalEmbeddingModel
from inkwright.llm.local_loader import weights_path


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright models install tiny")
def test_a_file_gives_one_vector_for_each_text_also_for_long_and_empty_ones() -> None:
    path = weights_path()
    assert path is not None
    model = LocalEmbeddingModel("tiny", path)
    try:
        texts = ["The river is long.", "", "河流很长。", "word " * 300, "The river is long."]
        vectors = asyncio.run(model.embed(texts))
    finally:
        model.close()
    assert len({len(vector) for vector in vectors}) == 1
    assert vectors[0] == pytest.approx(vectors[4])
    assert vectors[0] != pytest.approx(vectors[2])


def test_a_file_that_is_missing_gives_no_vectors_and_says_so(tmp_path: Path) -> None:
    with pytest.raises(ServiceFailed):
        asyncio.run(LocalEmbeddingModel("none", tmp_path / "none.gguf").embed(["text"]))


@pytest.mark.skipif(not is_installed(), reason="the embedded model is not installed: inkwright models install tiny")
def test_a_file_that_is_no_model_gives_no_vectors_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "broken.gguf").write_bytes(b"GGUF nothing")
    model = LocalEmbeddingModel("broken", tmp_path / "broken.gguf")
    with pytest.raises(ServiceFailed):
        asyncio.run(model.embed(["text"]))
