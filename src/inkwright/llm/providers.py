"""The known providers and local servers, with their keys, addresses, default models and expected abilities."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from inkwright.llm.local import INSTALLED_ABILITIES, LOCAL_ABILITIES
from inkwright.llm.model_names import HOSTED, LM_STUDIO, LOCAL, OLLAMA, ModelName
from inkwright.llm.models import Abilities
from inkwright.llm.origins import origin_of, server_key_variable

Tier = Literal["fast", "standard", "strong", "vision"]
TIERS: Final[tuple[Tier, ...]] = get_args(Tier)


@dataclass(frozen=True, slots=True)
class Provider:
    """A hosted provider. The first of `key_variables` that is set counts; these keys belong to `host` alone.

    `title` is its name for people, `docs` the page where a person gets a key. A tier without a default has that of
    `standard`; without one for `vision`, the models are not known to see.
    """

    name: str
    key_variables: tuple[str, ...]
    base_url_variable: str
    host: str
    defaults: Mapping[Tier, str]
    title: str
    docs: str
    path: str = "/v1"

    @property
    def base_url(self) -> str:
        """Its own address."""
        return f"https://{self.host}{self.path}"

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
        title="OpenAI",
        docs="https://platform.openai.com/api-keys",
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
        title="Anthropic",
        docs="https://console.anthropic.com/settings/keys",
        path="",
    ),
    Provider(
        "google",
        (
            "GEMINI_API_KEY",
            "GOOGLE_API_KEY",
        ),
        "GOOGLE_GEMINI_BASE_URL",
        "generativelanguage.googleapis.com",
        {
            "fast": "gemini-3.5-flash-lite",
            "standard": "gemini-3.8-flash",
            "strong": "gemini-4-argon",
            "vision": "gemini-3.8-flash",
        },
        title="Google Gemini",
        docs="https://aistudio.google.com/apikey",
        path="",
    ),
    Provider(
        "deepseek",
        ("DEEPSEEK_API_KEY",),
        "DEEPSEEK_BASE_URL",
        "api.deepseek.com",
        {"fast": "deepseek-v4-flash", "standard": "deepseek-v4-flash", "strong": "deepseek-v4-pro"},
        title="DeepSeek",
        docs="https://platform.deepseek.com/api_keys",
    ),
    Provider(
        "qwen",
        ("DASHSCOPE_API_KEY",),
        "DASHSCOPE_BASE_URL",
        "dashscope.aliyuncs.com",
        {"fast": "qwen-flash", "standard": "qwen-plus", "strong": "qwen-max", "vision": "qwen-vl-plus"},
        title="Qwen (DashScope)",
        docs="https://bailian.console.aliyun.com/?tab=model#/api-key",
        path="/compatible-mode/v1",
    ),
    Provider(
        "moonshot",
        ("MOONSHOT_API_KEY",),
        "MOONSHOT_BASE_URL",
        "api.moonshot.cn",
        {"fast": "kimi-k3", "standard": "kimi-k3", "strong": "kimi-k3.1-pro"},
        title="Moonshot (Kimi)",
        docs="https://platform.moonshot.cn/console/api-keys",
    ),
    Provider(
        "zhipu",
        (
            "ZHIPUAI_API_KEY",
            "ZHIPU_API_KEY",
        ),
        "ZHIPUAI_BASE_URL",
        "open.bigmodel.cn",
        {"fast": "glm-5.3-flash", "standard": "glm-5.3", "strong": "glm-5.3", "vision": "glm-5v-turbo"},
        title="Zhipu (GLM)",
        docs="https://open.bigmodel.cn/usercenter/apikeys",
        path="/api/paas/v4",
    ),
    Provider(
        "openrouter",
        ("OPENROUTER_API_KEY",),
        "OPENROUTER_BASE_URL",
        "openrouter.ai",
        {"standard": "openrouter/auto"},
        title="OpenRouter",
        docs="https://openrouter.ai/keys",
        path="/api/v1",
    ),
    Provider(
        "mistral",
        ("MISTRAL_API_KEY",),
        "MISTRAL_BASE_URL",
        "api.mistral.ai",
        {"fast": "mistral-small-latest", "standard": "mistral-large-latest", "strong": "mistral-large-latest"},
        title="Mistral",
        docs="https://console.mistral.ai/api-keys",
    ),
    Provider(
        "groq",
        ("GROQ_API_KEY",),
        "GROQ_BASE_URL",
        "api.groq.com",
        {"fast": "openai/gpt-oss-20b", "standard": "openai/gpt-oss-120b", "strong": "openai/gpt-oss-120b"},
        title="Groq",
        docs="https://console.groq.com/keys",
        path="/openai/v1",
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
_SERVER_ADDRESSES: Final = {OLLAMA: (OLLAMA_BASE_URL, OLLAMA_SERVER), LM_STUDIO: ("LM_STUDIO_BASE_URL", SERVERS[1])}
"""The servers with a name of their own: the variable that sets another address, and the usual address."""

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
    defaults = find_provider(name.provider).defaults
    return ModelName(name.provider, defaults.get(tier) or defaults["standard"])


def base_url_of(name: ModelName, environ: Mapping[str, str]) -> str | None:
    """Return the address of the model's server; None means the provider's default address."""
    if name.provider in _SERVER_ADDRESSES:
        variable, server = _SERVER_ADDRESSES[name.provider]
        return environ.get(variable) or server.base_url
    if name.provider in HOSTED:
        return environ.get(find_provider(name.provider).base_url_variable) or None
    return name.base_url


def key_variable_of(name: ModelName, environ: Mapping[str, str], ignored: Collection[str] = ()) -> str | None:
    """Return the variable for this model's key; None if it needs no key.

    Ignored variables come last, but they are used: a user who names a model wants it to work.
    """
    if name.provider in HOSTED:
        provider = find_provider(name.provider)
        names = (provider.base_url_variable, *provider.own_key_variables(environ))
        allowed = {variable: environ.get(variable, "") for variable in names if variable not in ignored}
        found = provider.key_variable(allowed) or provider.key_variable(environ)
        return found or provider.own_key_variables(environ)[0]
    if name.provider == LOCAL:
        return None
    return server_key_variable(base_url_of(name, environ) or "")


def expected_abilities(name: ModelName) -> Abilities:
    """Return the abilities to assume for an untested model. Whether a server's model calls tools, only a test shows.

    An installed model counts as weak until a test shows that it follows instructions.
    """
    if name.provider in HOSTED:
        return Abilities(can_see="vision" in find_provider(name.provider).defaults)
    if name.provider == LOCAL:
        return INSTALLED_ABILITIES if name.model else LOCAL_ABILITIES
    return Abilities(can_call_tools=False, is_weak=is_small_model(name.model))


def is_small_model(model: str) -> bool:
    """Whether the name contains a size below two billion parameters: `qwen3:0.6b`, `llama-3.2-1b`, `smollm2:135m`."""
    sizes = [float(number) * (1e9 if unit in "bB" else 1e6) for number, unit in _SIZE.findall(model)]
    return bool(sizes) and max(sizes) < _MIN_CAPABLE_SIZE


def is_chat_model(model: str) -> bool:
    """Whether a listed model can chat: not if it embeds, ranks or transcribes."""
    return not _NOT_CHAT.search(model)
