"""The models that `inkwright models install` offers: where their weights are, and what they need. One record each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

ChineseLevel = Literal["good", "some"]


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """A model that can be downloaded. The repository has the same name on both hubs.

    `size` is in bytes, about; the hub knows it exactly. `memory` is what it needs while it runs, with a context of
    8,192 tokens.
    """

    name: str
    repository: str
    file: str
    size: int
    memory: int
    chinese: ChineseLevel
    licence: str
    is_recommended: bool = False


CATALOGUE: Final = (
    CatalogueModel(
        name="qwen3-0.6b",
        repository="Qwen/Qwen3-0.6B-GGUF",
        file="Qwen3-0.6B-Q8_0.gguf",
        size=640_000_000,
        memory=1_700_000_000,
        chinese="some",
        licence="Apache-2.0",
    ),
    CatalogueModel(
        name="gemma3-1b",
        repository="unsloth/gemma-3-1b-it-GGUF",
        file="gemma-3-1b-it-Q4_K_M.gguf",
        size=810_000_000,
        memory=1_500_000_000,
        chinese="some",
        licence="Gemma",
    ),
    CatalogueModel(
        name="qwen3-1.7b",
        repository="Qwen/Qwen3-1.7B-GGUF",
        file="Qwen3-1.7B-Q8_0.gguf",
        size=1_830_000_000,
        memory=3_000_000_000,
        chinese="good",
        licence="Apache-2.0",
    ),
    CatalogueModel(
        name="llama3.2-3b",
        repository="unsloth/Llama-3.2-3B-Instruct-GGUF",
        file="Llama-3.2-3B-Instruct-Q4_K_M.gguf",
        size=2_020_000_000,
        memory=3_200_000_000,
        chinese="some",
        licence="Llama 3.2",
    ),
    CatalogueModel(
        name="gemma3-4b",
        repository="unsloth/gemma-3-4b-it-GGUF",
        file="gemma-3-4b-it-Q4_K_M.gguf",
        size=2_490_000_000,
        memory=3_800_000_000,
        chinese="good",
        licence="Gemma",
    ),
    CatalogueModel(
        name="qwen3-4b",
        repository="Qwen/Qwen3-4B-GGUF",
        file="Qwen3-4B-Q4_K_M.gguf",
        size=2_500_000_000,
        memory=4_000_000_000,
        chinese="good",
        licence="Apache-2.0",
        is_recommended=True,
    ),
    CatalogueModel(
        name="qwen3-8b",
        repository="Qwen/Qwen3-8B-GGUF",
        file="Qwen3-8B-Q4_K_M.gguf",
        size=5_030_000_000,
        memory=6_800_000_000,
        chinese="good",
        licence="Apache-2.0",
    ),
)


def find_in_catalogue(name: str) -> CatalogueModel | None:
    """Return the model of this name, in any case."""
    return next((model for model in CATALOGUE if model.name == name.lower()), None)


def recommended_model(memory: int, catalogue: Sequence[CatalogueModel] = CATALOGUE) -> CatalogueModel | None:
    """Return the recommended model if this much memory is enough for it, else the largest that fits; None if none."""
    fitting = [model for model in catalogue if model.memory <= memory]
    return next((model for model in fitting if model.is_recommended), max(fitting, key=_memory, default=None))


def _memory(model: CatalogueModel) -> int:
    return model.memory
