"""Model names: how they are written, what they mean, and the error for a typo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.errors import ModelUnknown
from inkwright.i18n import error_text
from inkwright.llm.model_names import ModelName, chain_text, parse_chain, parse_model_name
from tests.each import each


@each(
    ("written", "name"),
    [
        ("local", ModelName("local")),
        (" LOCAL ", ModelName("local")),
        ("openai:gpt-5", ModelName("openai", "gpt-5")),
        ("Anthropic:claude-haiku-4-5", ModelName("anthropic", "claude-haiku-4-5")),
        ("google:gemini-2.5-flash", ModelName("google", "gemini-2.5-flash")),
        ("openai", ModelName("openai")),
        ("local:Qwen3-4B", ModelName("local", "qwen3-4b")),
        ("gemini:gemini-2.5-pro", ModelName("google", "gemini-2.5-pro")),
        ("dashscope", ModelName("qwen")),
        ("kimi:kimi-k3", ModelName("moonshot", "kimi-k3")),
        ("lmstudio:phi-4", ModelName("lmstudio", "phi-4")),
        ("ollama:qwen3:4b", ModelName("ollama", "qwen3:4b")),
        ("ollama:hf.co/owner/model:Q4_K_M", ModelName("ollama", "hf.co/owner/model:Q4_K_M")),
        ("http://127.0.0.1:8080/v1#m", ModelName("openai-compatible", "m", "http://127.0.0.1:8080/v1")),
        ("https://api.example.com/v1/#a/b:c", ModelName("openai-compatible", "a/b:c", "https://api.example.com/v1")),
        ("HTTP://Localhost:1234", ModelName("openai-compatible", "", "http://localhost:1234/v1")),
        ("http://[::1]:8000/v1#m", ModelName("openai-compatible", "m", "http://[::1]:8000/v1")),
    ],
)
def test_a_name_says_which_model_is_meant(written: str, name: ModelName) -> None:
    assert parse_model_name(written) == name


@each(
    ("written", "said"),
    [
        ("", "empty"),
        ("opnai:gpt-5", "did you mean 'openai:gpt-5'"),
        ("gpt-5", "did you mean 'openai:gpt-5'"),
        ("claude-haiku-4-5", "did you mean 'anthropic:claude-haiku-4-5'"),
        ("deepsek:deepseek-chat", "did you mean 'deepseek:deepseek-chat'"),
        ("qwen3:4b", "did you mean 'ollama:qwen3:4b'"),
        ("locl", "did you mean 'local'"),
        ("local:", "missing after local:"),
        ("openai:", "missing after openai:"),
        ("openai:gpt 5", "spaces"),
        ("openai:gpt\x1b[2J", "control characters"),
        ("openai:" + "x" * 400, "spaces"),
        ("http://", "no host"),
        ("http://host:99999/v1", "not valid"),
        ("http://[::1/v1", "not valid"),
        ("http://host/v1#a b", "spaces"),
        ("http://host/v1/chat/completions", "up to /v1"),
        ("zzz:zzz", "a name starts with openai"),
    ],
)
def test_an_invalid_name_is_an_error_with_a_suggestion(written: str, said: str) -> None:
    with pytest.raises(ModelUnknown) as caught:
        parse_model_name(written)
    assert said in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    "written", ["https://me:s3cret@host/v1#m", "https://s3cret@host/v1", "http://host/v1?k=s3cret"]
)
def test_a_secret_in_an_address_is_refused_and_not_shown_again(written: str) -> None:
    with pytest.raises(ModelUnknown) as caught:
        parse_model_name(written)
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_chain_has_commas_of_either_kind_and_names_each_member_once() -> None:
    chain = parse_chain("openai:gpt-5, ollama:qwen3，local, openai:gpt-5,")
    assert chain == (ModelName("openai", "gpt-5"), ModelName("ollama", "qwen3"), ModelName("local"))
    assert chain_text(chain) == "openai:gpt-5, ollama:qwen3, local"
    with pytest.raises(ModelUnknown):
        parse_chain(" , ")


@given(st.text() | st.text(alphabet="htps:/@#?[]1.,loca ").map("http://".__add__))
def test_any_text_is_a_name_or_an_error_and_a_name_survives_being_written(written: str) -> None:
    try:
        name = parse_model_name(written)
    except ModelUnknown:
        return
    assert parse_model_name(str(name)) == name


def test_a_typo_in_a_name_is_reported_in_chinese_too() -> None:
    with pytest.raises(ModelUnknown) as caught:
        parse_model_name("opnai:gpt")
    told = error_text("zh", caught.value)[0]
    assert told.startswith("没有 'opnai:gpt' 这个模型：")
    assert told.endswith("；是不是想写 'openai:gpt'。")
