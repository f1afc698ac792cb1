"""The records of installed models."""

import os
from pathlib import Path

from inkwright.llm.gguf import WeightsHeader
from inkwright.llm.local_models import InstalledModel, LocalModels, context_for, free_memory, name_from_file
from tests.each import each

HEADER = WeightsHeader("llama", "", "", "", 32_768, 100_000, True)


def record(models: LocalModels, name: str, age: int = 0) -> InstalledModel:
    weights = models.folder / f"{name}.gguf"
    weights.parent.mkdir(parents=True, exist_ok=True)
    weights.write_bytes(b"GGUF")
    model = InstalledModel(name, str(weights), "https://hub/x", 4)
    models.save(model)
    os.utime(models.record_path(name), (1_000_000 - age, 1_000_000 - age))
    return model


def test_models_are_kept_the_one_installed_last_first(tmp_path: Path) -> None:
    models = LocalModels(tmp_path)
    old, new = record(models, "old", age=9), record(models, "new")
    assert LocalModels(tmp_path).all() == [new, old]
    assert (models.get("old"), models.get("none"), models.get("../old")) == (old, None, None)


def test_a_removed_model_leaves_nothing_and_a_file_of_ones_own_stays(tmp_path: Path) -> None:
    models = LocalModels(tmp_path / "home")
    assert models.remove(record(models, "m")) is True
    assert list(models.folder.iterdir()) == []
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    models.save(InstalledModel("own", str(own), str(own), 4))
    assert (models.remove(models.all()[0]), own.is_file(), models.all()) == (False, True, [])


@each("content", ["", "[]", "{", '{"name": "other"}', '{"name": "m", "context_tokens": 7}', "[" * 100_000])
def test_a_broken_record_counts_as_missing(tmp_path: Path, content: str) -> None:
    models = LocalModels(tmp_path)
    models.folder.mkdir()
    (models.folder / "m.json").write_text(content, encoding="utf-8")
    assert (models.all(), models.get("m")) == ([], None)


@each(
    "size, memory, context",
    [
        (2_000_000_000, 16_000_000_000, 16_384),
        (2_000_000_000, 4_000_000_000, 8_192),
        (2_000_000_000, 3_200_000_000, 4_096),
        (5_000_000_000, 1_000_000_000, 2_048),
    ],
)
def test_the_context_is_the_longest_that_fits_into_memory(size: int, memory: int, context: int) -> None:
    assert context_for(HEADER, size, memory) == context


def test_the_free_memory_of_this_machine_is_known() -> None:
    assert free_memory() > 10_000_000


@each(
    "file, name",
    [("Qwen3-4B-Q4_K_M.gguf", "qwen3-4b-q4_k_m"), ("My Model (v2).GGUF", "my-model-v2"), ("模型.gguf", "model")],
)
def test_a_file_name_becomes_a_name(file: str, name: str) -> None:
    assert name_from_file(Path(file)) == name
