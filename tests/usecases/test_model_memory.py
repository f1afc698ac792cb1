"""What tests have shown about models is remembered."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkwright.llm.model_names import ModelName, parse_model_name
from inkwright.llm.models import Abilities
from inkwright.usecases.model_memory import ModelMemory

QWEN = parse_model_name("ollama:qwen3:0.6b")
NOW = datetime(2026, 3, 14, 9, 26, tzinfo=UTC)


def test_an_installed_model_is_weak_until_a_test_shows_more_and_is_forgotten_when_removed(tmp_path: Path) -> None:
    name, memory = parse_model_name("local:qwen3-4b"), ModelMemory(tmp_path)
    assert memory.abilities(name).is_weak
    memory.remember(name, Abilities(), NOW)
    assert ModelMemory(tmp_path).abilities(name) == Abilities()
    memory.forget(name)
    assert ModelMemory(tmp_path).abilities(name).is_weak


def test_what_was_seen_corrects_what_was_expected_and_is_kept_for_the_owner_alone(tmp_path: Path) -> None:
    memory = ModelMemory(tmp_path / "home")
    assert (memory.is_tested(QWEN), memory.abilities(QWEN).can_call_tools) == (False, False)
    memory.remember(QWEN, Abilities(can_call_tools=True, can_stream=False), NOW)

    again = ModelMemory(tmp_path / "home")
    assert again.is_tested(QWEN)
    assert again.abilities(QWEN) == Abilities(can_call_tools=True, can_stream=False)
    assert again.abilities(parse_model_name("openai:gpt-5")) == Abilities(can_see=True)
    assert (tmp_path / "home" / "models.json").stat().st_mode & 0o777 == 0o600


def test_the_embedded_model_is_known_and_not_remembered(tmp_path: Path) -> None:
    memory = ModelMemory(tmp_path)
    memory.remember(ModelName("local"), Abilities(), NOW)
    assert not memory.is_tested(ModelName("local"))
    assert memory.abilities(ModelName("local")).can_call_tools is False


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b'{"ollama:qwen3:0.6b": 7}', b"[" * 100_000])
def test_a_broken_memory_is_an_empty_one_and_is_mended_by_the_next_test(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "models.json").write_bytes(content)
    memory = ModelMemory(tmp_path)
    assert not memory.is_tested(QWEN)
    memory.remember(QWEN, Abilities(), NOW)
    assert ModelMemory(tmp_path).is_tested(QWEN)


def test_values_that_mean_nothing_are_passed_over(tmp_path: Path) -> None:
    content = '{"ollama:qwen3:0.6b": {"can_call_tools": "yes", "can_stream": false, "other": 1}}'
    (tmp_path / "models.json").write_text(content, encoding="utf-8")
    assert ModelMemory(tmp_path).abilities(QWEN) == Abilities(can_call_tools=False, can_stream=False, is_weak=True)
