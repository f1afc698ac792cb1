"""The known providers and local servers, with their keys, addresses, default models and expected abilities."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from inkwright.llm.local import LOCAL_ABILITIES
from inkwright.llm.model_names import HOSTED, LOCAL, OLLAMA, ModelName
from inkwright.llm.models import Abilities
from inkwright.llm.origins import origin_of, server_key_variable

Tier = Literal["fast", "standard", "strong", "vision"]
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)


@dataclass(frozen=True, slots=True)
class Provider:
    """A hosted provider. The first of `key_variables` that is set counts; these keys belong to `host` alone."""

    name: str
    key_variables: tuple[str, ...]
    base_url_variable: str
    host: str
    defaults: Mapping[Tier, str]

    def key_variable(self, environ: Mapping[str, str]) -> str | None:
        """Return the variable that contains a key, if one does."""
        return next((name for name in self.own_key_variables(environ) if environ.get(name, "").strip()), None)

    def own_key_variables(self, environ: Mapping[str, str]) -> tuple[str, ...]:
        """Return the variables for a key: those of another server if the environment sets the address of one."""
        address = environ.get(self.base_url_variable)
        if not address or _has_origin(address, f"https://{self.host}:443"):
            return self.key_variables
        return (server_key_variable(address),)

    def host_in(self, environ: Mapping[str, str]) -> str:
        """Return the host for requests: the provider's own, unless the environment sets another."""
        return urlsplit(environ.get(self.base_url_variable, "")).netloc.rpartition("@")[2] or self.host


@dataclass(frozen=True, slots=True)
class Server:
    """A server to look for on this machine. `owner` is the `owned_by` in its list of models."""

    name: str
    port: int
    owner: str = ""
    has_tags: bool = False

    @property
    def base_url(self) -> str:
        """Its address, always on loopback."""
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


def _has_origin(address: str, origin: str) -> bool:
    try:
        return origin_of(address) == origin
    except ValueError:
        return False


def find_provider(name: str) -> Provider:
    """Return the hosted provider with this name."""
    return next(provider for provider in HOSTED_PROVIDERS if provider.name == name)


def with_default_model(name: ModelName, tier: Tier) -> ModelName:
    """Add the provider's default model for this tier to the name of a hosted provider without a model."""
    if name.provider not in HOSTED or name.model:
        return name
    return ModelName(name.provider, find_provider(name.provider).defaults[tier])


def base_url_of(name: ModelName, environ: Mapping[str, str]) -> str | None:
    """Return the address of the model's server; None means the provider's default address."""
    if name.provider == OLLAMA:
        return environ.get(OLLAMA_BASE_URL) or OLLAMA_SERVER.base_url
    if name.provider in HOSTED:
        return environ.get(find_provider(name.provider).base_url_variable) or None
    return name.base_url


def key_variable_of(name: ModelName, environ: Mapping[str, str], ignored: Collection[str] = ()) -> str | None:
    """Return the variable for this model's key; None if it needs no key.

    Ignored variables come last, but they are used: a user who names a model wants it to work.
    """
    if name.provider in HOSTED:
        provider = find_provider(name.provider)
        allowed = {variable: value for variable, value in environ.items() if variable not in ignored}
        found = provider.key_variable(allowed) or provider.key_variable(environ)
        return found or provider.own_key_variables(environ)[0]
    if name.provider == LOCAL:
        return None
    return server_key_variable(base_url_of(name, environ) or "")


def expected_abilities(name: ModelName) -> Abilities:
    """Return the abilities to assume for an untested model. Whether a server's model calls tools, only a test shows."""
    if name.provider in HOSTED:
        return Abilities(can_see=True)
    if name.provider == LOCAL:
        return LOCAL_ABILITIES
    return Abilities(can_call_tools=False, is_weak=is_small_model(name.model))


def is_small_model(model: str) -> bool:
    """Whether the name contains a size below two billion parameters: `qwen3:0.6b`, `llama-3.2-1b`, `smollm2:135m`."""
    sizes = [float(number) * (1e9 if unit in "bB" else 1e6) for number, unit in _SIZE.findall(model)]
    return bool(sizes) and max(sizes) < _MIN_CAPABLE_SIZE


def is_chat_model(model: str) -> bool:
    """Whether a listed model can chat: not if it embeds, ranks or transcribes."""
    return not _NOT_CHAT.search(model)
