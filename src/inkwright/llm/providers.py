"""The known providers and local servers: keys, addresses, default models and expected abilities."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from inkwright.llm.local import LOCAL_ABILITIES
from inkwright.llm.model_names import HOSTED, LOCAL, OLLAMA, ModelName, server_key_variable
from inkwright.llm.models import Abilities

Tier = Literal["fast", "standard", "strong", "vision"]
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)


@dataclass(frozen=True, slots=True)
class Provider:
    """A hosted provider. Of `key_variables` the first that is set counts."""

    name: str
    key_variables: tuple[str, ...]
    base_url_variable: str
    host: str
    defaults: Mapping[Tier, str]

    def key_variable(self, environ: Mapping[str, str]) -> str | None:
        """The variable that holds a key, if one does."""
        return next((name for name in self.key_variables if environ.get(name, "").strip()), None)

    def host_in(self, environ: Mapping[str, str]) -> str:
        """Where requests go: the provider's own host, unless the environment names another."""
        return urlsplit(environ.get(self.base_url_variable, "")).netloc.rpartition("@")[2] or self.host


@dataclass(frozen=True, slots=True)
class Server:
    """A server to look for on this machine. `owner` is what it writes as `owned_by` when it lists its models."""

    name: str
    port: int
    owner: str = ""
    has_tags: bool = False

    @property
    def base_url(self) -> str:
        """Its address; the loopback one and no other."""
        return f"http://127.0.0.1:{self.port}/v1"


HOSTED_PROVIDERS: Final = (
    Provider(
        "openai",
        ("OPENAI_API_KEY",),
        "OPENAI_BASE_URL",
        "api.openai.com",
        {"fast": "gpt-6-luna", "standard": "gpt-6.1-terra", "strong": "gpt-6.1-sol", "vision": "gpt-6.1-terra"},
    ),
    Provider(
        "anthropic",
        ("ANTHROPIC_API_KEY",),
        "ANTHROPIC_BASE_URL",
        "api.anthropic.com",
        {
            "fast": "claude-haiku-5-5",
            "standard": "claude-sonnet-5-5",
            "strong": "claude-opus-5-5",
            "vision": "claude-sonnet-5-5",
        },
    ),
    Provider(
        "google",
        ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        "GOOGLE_GEMINI_BASE_URL",
        "generativelanguage.googleapis.com",
        {
            "fast": "gemini-3.5-flash-lite",
            "standard": "gemini-3.8-flash",
            "strong": "gemini-4-argon",
            "vision": "gemini-3.8-flash",
        },
    ),
)

OLLAMA_SERVER: Final = Server("Ollama", 11434, owner="library", has_tags=True)
SERVERS: Final = (
    OLLAMA_SERVER,
    Server("LM Studio", 1234, owner="organization_owner"),
    Server("llama.cpp", 8080, owner="llamacpp"),
    Server("vLLM", 8000, owner="vllm"),
)
OLLAMA_BASE_URL: Final = "OLLAMA_BASE_URL"

_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(b|m)(?![a-z])", re.IGNORECASE)
_MIN_CAPABLE_SIZE: Final = 2e9
_NOT_CHAT = re.compile(
    r"embed|rerank|whisper|minilm|(?:^|[-/_])(?:bge|gte|e5|tts|clip|bert)(?:$|[-:_0-9])", re.IGNORECASE
)


def find_provider(name: str) -> Provider:
    """The hosted provider of this name."""
    return next(provider for provider in HOSTED_PROVIDERS if provider.name == name)


def with_default_model(name: ModelName, tier: Tier) -> ModelName:
    """The name with its provider's model for this tier, where a hosted provider stands alone."""
    if name.provider not in HOSTED or name.model:
        return name
    return ModelName(name.provider, find_provider(name.provider).defaults[tier])


def base_url_of(name: ModelName, environ: Mapping[str, str]) -> str | None:
    """Where the model's server is; None means the provider's own address."""
    if name.provider == OLLAMA:
        return environ.get(OLLAMA_BASE_URL) or OLLAMA_SERVER.base_url
    if name.provider in HOSTED:
        return environ.get(find_provider(name.provider).base_url_variable) or None
    return name.base_url


def key_variable_of(name: ModelName, environ: Mapping[str, str], ignored: Collection[str] = ()) -> str | None:
    """The variable in which this model's key is, or would be, looked for; None where it needs none.

    A variable that is ignored is the last choice: whoever named the model wants it asked.
    """
    if name.provider in HOSTED:
        provider = find_provider(name.provider)
        wanted = {variable: value for variable, value in environ.items() if variable not in ignored}
        return provider.key_variable(wanted) or provider.key_variable(environ) or provider.key_variables[0]
    if name.provider == LOCAL:
        return None
    return server_key_variable(base_url_of(name, environ) or "")


def expected_abilities(name: ModelName) -> Abilities:
    """What to expect of a model that was not tested. Whether a server's model calls tools is seen by trying alone."""
    if name.provider in HOSTED:
        return Abilities(can_see=True)
    if name.provider == LOCAL:
        return LOCAL_ABILITIES
    return Abilities(can_call_tools=False, is_weak=is_small_model(name.model))


def is_small_model(model: str) -> bool:
    """Whether the name tells a size below two billion parameters: `qwen3:0.6b`, `llama-3.2-1b`, `smollm2:135m`."""
    sizes = [float(number) * (1e9 if unit in "bB" else 1e6) for number, unit in _SIZE.findall(model)]
    return bool(sizes) and max(sizes) < _MIN_CAPABLE_SIZE


def is_chat_model(model: str) -> bool:
    """Whether a listed model may be talked with: models that embed, rank or transcribe may not."""
    return not _NOT_CHAT.search(model)
