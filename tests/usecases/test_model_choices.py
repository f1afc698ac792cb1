"""Which models a tier gets from names, settings and discoveries, and what is saved of such a choice."""

from pathlib import Path

import pytest

from inkwright.errors import InvalidSetting, ModelUnknown
from inkwright.llm.discovery import Discovery, KeyProposal
from inkwright.llm.model_names import ModelName, parse_chain
from inkwright.llm.providers import Tier, expected_abilities
from inkwright.settings import Origin, Settings, load_settings
from inkwright.usecases.model_choices import (
    ModelChoice,
    choose_by_discovery,
    choose_by_name,
    choose_by_settings,
    save_consent,
    set_chain,
    unset_chain,
)

PROPOSAL = KeyProposal(ModelName("openai"), "OPENAI_API_KEY", "api.openai.com")


def loaded(home: Path, **environ: str) -> Settings:
    named = {f"INKWRIGHT_{name.upper()}": value for name, value in environ.items()}
    return load_settings(flags={}, environ=named, folder=home, home=home)


def kept(home: Path) -> str:
    return (home / "inkwright.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("tier", "environ", "setting", "chain"),
    [
        ("fast", {"model_fast": "local", "model": "openai:a"}, "model_fast", "local"),
        ("fast", {"model_strong": "local", "model": "openai:a"}, "model", "openai:a"),
        ("fast", {"model_strong": "local", "model_standard": "openai:a"}, "model_standard", "openai:a"),
        ("standard", {"model_strong": "local", "model_fast": "openai:a"}, "model_strong", "local"),
        ("strong", {"model_fast": "openai:a"}, "model_fast", "openai:a"),
        ("fast", {"model": "anthropic, local"}, "model", "anthropic:claude-haiku-5-5, local"),
        ("strong", {"model": "anthropic"}, "model", "anthropic:claude-opus-5-5"),
        ("vision", {"model": "ollama:qwen3, openai:a"}, "model", "openai:a"),
        ("vision", {"model": "local", "model_strong": "google:b"}, "model_strong", "google:b"),
        ("vision", {"model_vision": "ollama:llava", "model": "openai:a"}, "model_vision", "ollama:llava"),
    ],
)
def test_a_tier_takes_its_own_setting_then_the_common_one_then_a_neighbours(
    tmp_path: Path, tier: Tier, environ: dict[str, str], setting: str, chain: str
) -> None:
    fields = {"setting": setting, "origin": Origin("environment", f"$INKWRIGHT_{setting.upper()}")}
    found = choose_by_settings(loaded(tmp_path, **environ), tier, expected_abilities)
    assert found == ModelChoice(parse_chain(chain), "setting", fields)


@pytest.mark.parametrize(
    ("tier", "environ"), [("standard", {}), ("fast", {"model_vision": "openai:a"}), ("vision", {"model": "local"})]
)
def test_where_nothing_that_fits_is_set_there_is_no_choice(tmp_path: Path, tier: Tier, environ: dict[str, str]) -> None:
    assert choose_by_settings(loaded(tmp_path, **environ), tier, expected_abilities) is None


def test_a_wrong_name_in_a_setting_names_the_setting_and_its_place(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"'model' from \$INKWRIGHT_MODEL: .* did you mean 'openai:gpt-5'"):
        choose_by_settings(loaded(tmp_path, model="opnai:gpt-5"), "fast", expected_abilities)


def test_a_name_that_was_given_is_taken_as_it_is() -> None:
    assert choose_by_name("google, local", "fast") == ModelChoice(
        parse_chain("google:gemini-3.5-flash-lite,local"), "name"
    )
    with pytest.raises(ModelUnknown):
        choose_by_name("nonsense", "fast")


def test_what_was_found_serves_every_tier_but_pictures() -> None:
    found = Discovery(parse_chain("ollama:qwen3"), "server", {"server": "Ollama"})
    assert choose_by_discovery(found, "fast", expected_abilities) == ModelChoice(found.chosen, "server", found.fields)
    assert choose_by_discovery(found, "vision", expected_abilities) is None
    assert choose_by_discovery(Discovery((), "nothing"), "fast", expected_abilities) is None


def test_a_yes_becomes_the_model_and_a_no_an_ignored_key(tmp_path: Path) -> None:
    save_consent(loaded(tmp_path), PROPOSAL, "fast", is_yes=False)
    save_consent(loaded(tmp_path), KeyProposal(ModelName("google"), "GEMINI_API_KEY", "g"), "fast", is_yes=False)
    save_consent(loaded(tmp_path), KeyProposal(ModelName("anthropic"), "K", "a"), "fast", is_yes=True)
    assert kept(tmp_path) == 'ignored_keys = "OPENAI_API_KEY, GEMINI_API_KEY"\nmodel = "anthropic"\n'


def test_a_yes_to_pictures_leaves_alone_what_is_set_for_the_rest(tmp_path: Path) -> None:
    set_chain(loaded(tmp_path), parse_chain("ollama:qwen3"), None)
    save_consent(loaded(tmp_path), PROPOSAL, "vision", is_yes=True)
    assert kept(tmp_path) == 'model = "ollama:qwen3"\nmodel_vision = "openai"\n'


def test_who_sets_a_provider_allows_its_key_again(tmp_path: Path) -> None:
    save_consent(loaded(tmp_path), PROPOSAL, "fast", is_yes=False)
    set_chain(loaded(tmp_path), parse_chain("openai:gpt-5, local"), "strong")
    assert kept(tmp_path) == 'model_strong = "openai:gpt-5, local"\n'
    unset_chain(loaded(tmp_path), "strong")
    assert kept(tmp_path) == ""
