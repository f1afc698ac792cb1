"""The table of providers: every default exists, and every key goes to its own server."""

from typing import Any, get_args

import pytest

from inkwright.llm.hosted import ModelEndpoint
from inkwright.llm.model_names import HOSTED, ModelName, parse_model_name
from inkwright.llm.models import Abilities
from inkwright.llm.providers import (
    HOSTED_PROVIDERS,
    SERVERS,
    TIERS,
    base_url_of,
    expected_abilities,
    is_chat_model,
    is_small_model,
    key_variable_of,
    with_default_model,
)


def engine_names() -> set[str]:
    from pydantic_ai.models import KnownModelName  # noqa: PLC0415 - slow to import

    def flat(kind: Any) -> set[str]:
        if isinstance(kind, str):
            return {kind}
        return {name for inner in get_args(getattr(kind, "__value__", kind)) for name in flat(inner)}

    return flat(KnownModelName)


ENGINE_NAMES = {"moonshot": "moonshotai", "zhipu": "zai"}
UNLISTED = {"qwen", "openrouter"}
"""The engine does not list the models of these; their defaults are names that the provider keeps current."""


def test_every_default_is_a_model_that_the_engine_knows() -> None:
    defaults = {
        f"{ENGINE_NAMES.get(each.name, each.name)}:{model}"
        for each in HOSTED_PROVIDERS
        if each.name not in UNLISTED
        for model in each.defaults.values()
    }
    assert defaults - engine_names() == set()
    assert all("standard" in each.defaults and set(each.defaults) <= set(TIERS) for each in HOSTED_PROVIDERS)
    assert tuple(provider.name for provider in HOSTED_PROVIDERS) == HOSTED


def test_every_provider_has_an_origin_of_its_own_and_keys_of_its_own() -> None:
    variables = [variable for each in HOSTED_PROVIDERS for variable in each.key_variables]
    assert len(set(variables)) == len(variables)
    assert len({each.host for each in HOSTED_PROVIDERS}) == len(HOSTED_PROVIDERS)
    assert all(each.base_url.startswith(f"https://{each.host}") for each in HOSTED_PROVIDERS)
    assert all(each.docs.startswith("https://") for each in HOSTED_PROVIDERS)


def test_a_provider_without_a_model_gets_its_default_for_the_tier() -> None:
    assert with_default_model(ModelName("openrouter"), "fast") == ModelName("openrouter", "openrouter/auto")
    assert with_default_model(ModelName("anthropic"), "strong") == ModelName("anthropic", "claude-opus-5-5")
    for written in ("openai:gpt-5", "ollama", "local", "http://127.0.0.1:1/v1"):
        assert with_default_model(parse_model_name(written), "fast") == parse_model_name(written)


def test_the_servers_that_are_looked_for_are_on_this_machine() -> None:
    assert {server.name: server.base_url for server in SERVERS} == {
        "Ollama": "http://127.0.0.1:11434/v1",
        "LM Studio": "http://127.0.0.1:1234/v1",
        "llama.cpp": "http://127.0.0.1:8080/v1",
        "vLLM": "http://127.0.0.1:8000/v1",
    }


@pytest.mark.parametrize(
    ("written", "environ", "variable", "url"),
    [
        ("openai:a", {}, "OPENAI_API_KEY", None),
        ("openai:a", {"OPENAI_BASE_URL": "https://proxy/v1"}, "INKWRIGHT_KEY_PROXY", "https://proxy/v1"),
        ("google:a", {"GOOGLE_API_KEY": "k"}, "GOOGLE_API_KEY", None),
        ("google:a", {"GOOGLE_API_KEY": "k", "GEMINI_API_KEY": "k"}, "GEMINI_API_KEY", None),
        ("google:a", {"GOOGLE_API_KEY": "k", "GEMINI_API_KEY": " "}, "GOOGLE_API_KEY", None),
        ("ollama:a", {"OPENAI_API_KEY": "k"}, "INKWRIGHT_KEY_http_127_0_0_1_p11434", "http://127.0.0.1:11434/v1"),
        ("ollama:a", {"OLLAMA_BASE_URL": "http://box:1/v1"}, "INKWRIGHT_KEY_http_BOX_p1", "http://box:1/v1"),
        ("https://a.b/v1#m", {"OPENAI_API_KEY": "k"}, "INKWRIGHT_KEY_A_B", "https://a.b/v1"),
        ("local", {}, None, None),
    ],
)
def test_each_model_has_its_address_and_the_variable_of_its_key(
    written: str, environ: dict[str, str], variable: str | None, url: str | None
) -> None:
    name = parse_model_name(written)
    assert (key_variable_of(name, environ), base_url_of(name, environ)) == (variable, url)


def test_an_ignored_key_is_the_last_choice() -> None:
    both = {"GOOGLE_API_KEY": "k", "GEMINI_API_KEY": "k"}
    google = ModelName("google", "a")
    assert key_variable_of(google, both, ("GEMINI_API_KEY",)) == "GOOGLE_API_KEY"
    assert key_variable_of(google, {"GEMINI_API_KEY": "k"}, ("GEMINI_API_KEY",)) == "GEMINI_API_KEY"


@pytest.mark.parametrize("provider", HOSTED)
def test_the_table_and_the_adapter_agree_on_where_a_provider_is(provider: str) -> None:
    table = next(each for each in HOSTED_PROVIDERS if each.name == provider)
    address = ModelEndpoint(provider, "m")
    assert address.url.startswith(f"https://{table.host}")
    assert address.key_variable in table.key_variables


def test_the_host_of_requests_is_shown_without_secrets() -> None:
    openai = HOSTED_PROVIDERS[0]
    assert openai.host_in({}) == "api.openai.com"
    assert openai.host_in({"OPENAI_BASE_URL": "https://me:pass@proxy:1/v1"}) == "proxy:1"


@pytest.mark.parametrize(
    ("written", "abilities"),
    [
        ("openai:gpt-5", Abilities(can_see=True)),
        ("ollama:qwen3:4b", Abilities(can_call_tools=False)),
        ("ollama:qwen3:0.6b", Abilities(can_call_tools=False, is_weak=True)),
        ("http://h/v1#llama-3.2-1b-instruct", Abilities(can_call_tools=False, is_weak=True)),
        ("local", Abilities(can_call_tools=False, is_weak=True, is_english_only=True, context_tokens=8192)),
    ],
)
def test_the_expected_abilities_of_an_untested_model(written: str, abilities: Abilities) -> None:
    assert expected_abilities(parse_model_name(written)) == abilities


def test_a_size_in_the_name_identifies_a_tiny_model() -> None:
    tiny = ["qwen3:0.6b", "llama-3.2-1b", "smollm2:135m", "qwen2.5-1.5b-instruct", "gemma3:270m", "Qwen/Qwen3-0.6B"]
    others = ["qwen3:4b", "gpt-oss:20b", "mixtral-8x7b", "qwen3-30b-a3b", "phi4", "qwen3", "model-2b"]
    assert [is_small_model(name) for name in tiny + others] == [True] * len(tiny) + [False] * len(others)


def test_models_that_only_embed_rank_or_listen_cannot_be_talked_with() -> None:
    mute = [
        "nomic-embed-text:latest",
        "text-embedding-3-small",
        "bge-m3",
        "all-minilm",
        "BAAI/bge-reranker",
        "whisper-1",
    ]
    others = ["qwen3:4b", "gemma3", "gpt-oss:20b", "mistral"]
    assert [is_chat_model(name) for name in mute + others] == [False] * len(mute) + [True] * len(others)
