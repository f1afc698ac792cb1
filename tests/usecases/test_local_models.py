"""Installing, adding and removing local models, as values."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidOption, UnreadableFile
from inkwright.llm.model_names import ModelName
from inkwright.settings import load_settings
from inkwright.usecases.local_models import add_local_model, remove_local_model, use_if_none_is_set
from tests.each import each
from tests.model_hub import small_gguf


def weights(folder: Path, name: str = "a.gguf") -> Path:
    path = folder / name
    path.write_bytes(small_gguf())
    return path


def test_an_added_model_is_used_if_nothing_else_is_set_and_removing_it_ends_that(tmp_path: Path) -> None:
    home = tmp_path / "home"
    model = add_local_model(home, weights(tmp_path), None)
    assert (model.name, model.context_tokens, model.licence) == ("a", 4096, "apache-2.0")
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=home)
    assert use_if_none_is_set(settings, ModelName("local", "a"))
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=home)
    assert not use_if_none_is_set(settings, ModelName("openai"))
    assert remove_local_model(settings, "local:a") == (model, False)
    assert (home / "inkwright.toml").read_text(encoding="utf-8") == ""


@each("name", ["../a", "A B", ".hidden", "x" * 65, "a.part"])
def test_a_name_that_is_not_one_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidOption):
        add_local_model(tmp_path / "home", weights(tmp_path), name)


def test_a_name_that_is_taken_and_a_file_that_is_missing_are_told(tmp_path: Path) -> None:
    add_local_model(tmp_path / "home", weights(tmp_path), "m")
    with pytest.raises(InvalidOption):
        add_local_model(tmp_path / "home", weights(tmp_path, "b.gguf"), "m")
    with pytest.raises(UnreadableFile):
        add_local_model(tmp_path / "home", tmp_path / "none.gguf", None)
