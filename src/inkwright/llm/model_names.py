"""Parse model names: `local`, `local:qwen3-4b`, `openai:gpt-5`, `ollama:qwen3:4b`, or the address of a server."""

import difflib
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from inkwright.errors import ModelUnknown
from inkwright.i18n import Reason
from inkwright.llm.origins import server_key_variable

LOCAL: Final = "local"
SERVER: Final = "openai-compatible"
OLLAMA: Final = "ollama"
LM_STUDIO: Final = "lmstudio"
HOSTED: Final = (
    "openai",
    "anthropic",
    "google",
    "deepseek",
    "qwen",
    "moonshot",
    "zhipu",
    "openrouter",
    "mistral",
    "groq",
)
NAMED_SERVERS: Final = (OLLAMA, LM_STUDIO)
PROVIDERS: Final = (*HOSTED, *NAMED_SERVERS)
_ALIASES: Final = {
    "dashscope": "qwen",
    "alibaba": "qwen",
    "gemini": "google",
    "claude": "anthropic",
    "kimi": "moonshot",
    "glm": "zhipu",
    "bigmodel": "zhipu",
    "lm-studio": LM_STUDIO,
}
"""Other names of providers."""

_FAMILIES: Final = {
    "openai": ("gpt", "o1", "o3", "o4", "chatgpt"),
    "anthropic": ("claude",),
    "google": ("gemini",),
    OLLAMA: ("qwen", "llama", "mistral", "gemma", "deepseek", "phi", "smollm"),
}
_SCHEME = re.compile(r"https?:", re.IGNORECASE)
_COMMA = re.compile("[,，]")
_MAX_LENGTH: Final = 300


@dataclass(frozen=True, slots=True)
class ModelName:
    """A parsed name; `str()` returns it in the format in which it is typed.

    If `model` is empty, a hosted provider uses its default for the tier, and a server the first model that it lists.
    Only servers (provider `openai-compatible`) have a `base_url`.
    """

    provider: str
    model: str = ""
    base_url: str | None = None

    def __str__(self) -> str:
        if self.base_url is not None:
            return f"{self.base_url}#{self.model}" if self.model else self.base_url
        return f"{self.provider}:{self.model}" if self.model else self.provider


def parse_model_name(written: str) -> ModelName:
    """Parse a name. An invalid one raises ModelUnknown, with a suggestion where there is one."""
    name = written.strip()
    if not name:
        raise ModelUnknown(model="''", problem=Reason("reason.llm.name_empty"))
    if _SCHEME.match(name):
        return _server_name(name)
    if len(name) > _MAX_LENGTH or not name.isprintable() or " " in name:
        raise ModelUnknown(model=repr(name[:40]), problem=Reason("reason.llm.name_signs"))
    provider, colon, model = name.partition(":")
    known = _ALIASES.get(provider.lower(), provider.lower())
    if known == LOCAL and (model or not colon):
        return ModelName(LOCAL, model.lower())
    if known in PROVIDERS and (model or not colon):
        return ModelName(known, model)
    raise ModelUnknown(model=repr(name), problem=_name_error(provider, colon, model))


def parse_chain(written: str) -> tuple[ModelName, ...]:
    """Parse the members of a chain, in order and without duplicates."""
    parts = [part for part in _COMMA.split(written) if part.strip()]
    return tuple(dict.fromkeys(parse_model_name(part) for part in parts or [written]))


def chain_text(names: tuple[ModelName, ...]) -> str:
    """Return a chain in the format in which it is typed."""
    return ", ".join(map(str, names))


def _server_name(name: str) -> ModelName:
    """Parse the address of a server. Parts that may be secret do not appear in errors."""
    try:
        address = urlsplit(name)
        host, port = address.hostname, address.port
    except ValueError as problem:
        reason = Reason("reason.llm.address_unreadable_why", problem=problem)
        raise ModelUnknown(model=Reason("reason.llm.at_this_address"), problem=reason) from None
    problem_with_address = _address_problem(address, name)
    if not host:
        missing = problem_with_address or Reason("reason.llm.host_missing")
        raise ModelUnknown(model=Reason("reason.llm.at_this_address"), problem=missing)
    if problem_with_address:
        raise ModelUnknown(model=Reason("reason.llm.at_address", address=host), problem=problem_with_address)
    netloc_host = f"[{host}]" if ":" in host else host
    path = address.path.rstrip("/") or "/v1"
    base_url = f"{address.scheme.lower()}://{netloc_host}{f':{port}' if port else ''}{path}"
    return ModelName(SERVER, address.fragment, base_url)


def _address_problem(address: SplitResult, name: str) -> Reason | None:
    if "@" in address.netloc:
        variable = server_key_variable(name)
        return Reason("reason.llm.address_user", variable=variable)
    if address.query:
        return Reason("reason.llm.address_query")
    if len(name) > _MAX_LENGTH or not name.isprintable() or " " in name:
        return Reason("reason.llm.address_signs")
    if address.path.rstrip("/").endswith(("/completions", "/models", "/responses")):
        return Reason("reason.llm.address_path")
    return None


def _name_error(provider: str, colon: str, model: str) -> Reason:
    if provider == "rule" and not colon:
        return Reason("reason.llm.name_rule")
    if colon and not model:
        return Reason("reason.llm.name_without_model", provider=provider)
    near = _suggestion(provider, model)
    known = Reason("reason.llm.name_start", providers=", ".join(PROVIDERS), local=LOCAL)
    return Reason("reason.did_you_mean", problem=known, near=repr(near)) if near else known


def _suggestion(provider: str, model: str) -> str:
    """Suggest a name: for a misspelled provider, or for a model without its provider."""
    for owner, families in _FAMILIES.items():
        if provider.lower().startswith(families) and provider.lower() not in _ALIASES:
            return f"{owner}:{provider}:{model}" if model and owner == OLLAMA else f"{owner}:{model or provider}"
    similar = difflib.get_close_matches(provider.lower(), (*PROVIDERS, LOCAL), n=1)
    return f"{similar[0]}:{model}" if similar and model else "".join(similar)
