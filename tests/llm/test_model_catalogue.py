"""The models that can be installed."""

from inkwright.llm.local_models import is_model_file_name
from inkwright.llm.model_catalogue import CATALOGUE, find_in_catalogue, recommended_model


def test_every_model_has_a_name_for_a_file_a_repository_and_weights() -> None:
    assert len({model.name for model in CATALOGUE}) == len(CATALOGUE)
    assert all(is_model_file_name(model.name) and model.file.endswith(".gguf") for model in CATALOGUE)
    assert all(model.repository.count("/") == 1 and model.size < model.memory for model in CATALOGUE)


def test_the_recommended_model_fits_into_memory() -> None:
    names = [found.name if (found := recommended_model(int(memory * 1e9))) else None for memory in (0, 2, 3.5, 32)]
    assert names == [None, "qwen3-0.6b", "llama3.2-3b", "qwen3-4b"]
    assert find_in_catalogue("QWEN3-4B") is find_in_catalogue("qwen3-4b")
    assert find_in_catalogue("none") is None
