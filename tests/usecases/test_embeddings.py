"""The model for search by meaning is the one of the settings."""

from pathlib import Path

from inkwright.settings import load_settings
from inkwright.usecases.embeddings import open_embedder


def test_search_by_meaning_is_off_until_a_model_is_set(tmp_path: Path) -> None:
    def name_with(environ: dict[str, str]) -> str | None:
        found = open_embedder(load_settings(flags={}, environ=environ, folder=tmp_path, home=tmp_path))
        return None if found is None else found.name

    assert name_with({}) is None
    assert name_with({"INKWRIGHT_EMBEDDINGS": "ollama:nomic-embed-text"}) == "ollama:nomic-embed-text"
    assert name_with({"INKWRIGHT_EMBEDDINGS": "models/bge-m3.gguf"}) == "models/bge-m3.gguf"
