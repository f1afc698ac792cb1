"""Parse model names: `local`, `openai:gpt-5`, `ollama:qwen3:4b`, or the address of a server."""

import difflib
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit

from inkwright.errors import ModelUnknown

LOCAL: Final = "local"
SERVER: Final = "openai-compatible"
OLLAMA: Final = "ollama"
HOSTED: Final = ("openai", "anthropic", "google")
PROVIDERS: Final = (*HOSTED, OLLAMA)

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
    """A name that was understood; `str()` writes it as people do.

    `model` is empty where none was named: a hosted provider then gives its default for the tier, a server the first
    model that it lists. `base_url` is there for servers alone, whose provider is `openai-compatible`.
    """

    provider: str
    model: str = ""
    base_url: str | None = None

    def __str__(self) -> str:
        if self.base_url is not None:
            return f"{self.base_url}#{self.model}" if self.model else self.base_url
        return f"{self.provider}:{self.model}" if self.model else self.provider


def parse_model_name(written: str) -> ModelName:
    """The model that is meant. A name that is none raises ModelUnknown, with a near one where there is one."""
    name = written.strip()
    if not name:
        raise ModelUnknown(model="''", problem="the name is empty")
    if _SCHEME.match(name):
        return _server_name(name)
    if len(name) > _MAX_LENGTH or not name.isprintable() or " " in name:
        raise ModelUnknown(model=repr(name[:40]), problem="a name has no spaces and no control characters")
    if name.lower() == LOCAL:
        return ModelName(LOCAL)
    provider, colon, model = name.partition(":")
    if provider.lower() in PROVIDERS and (model or not colon):
        return ModelName(provider.lower(), model)
    raise ModelUnknown(model=repr(name), problem=_name_error(provider, colon, model))


def parse_chain(written: str) -> tuple[ModelName, ...]:
    """The members of a chain, in order; one that is named twice counts once."""
    parts = [part for part in _COMMA.split(written) if part.strip()]
    return tuple(dict.fromkeys(parse_model_name(part) for part in parts or [written]))


def chain_text(names: tuple[ModelName, ...]) -> str:
    """A chain as people write it."""
    return ", ".join(map(str, names))


def server_key_variable(base_url: str) -> str:
    """Where the key of a server is looked for. It holds the host, so that no key goes to a server it is not for."""
    host = urlsplit(base_url).hostname or ""
    return f"INKWRIGHT_KEY_{re.sub('[^A-Z0-9]', '_', host.upper())}"


def _server_name(name: str) -> ModelName:
    """The name of a server. What may be a secret is never shown again, not even in the error."""
    try:
        address = urlsplit(name)
        host, port = address.hostname, address.port
    except ValueError as problem:
        raise ModelUnknown(model="at this address", problem=f"the address cannot be read ({problem})") from None
    mistake = _address_problem(address, name)
    if mistake or not host:
        raise ModelUnknown(model=f"at {host or 'this address'}", problem=mistake or "the address has no host")
    place = f"[{host}]" if ":" in host else host
    path = address.path.rstrip("/") or "/v1"
    base_url = f"{address.scheme.lower()}://{place}{f':{port}' if port else ''}{path}"
    return ModelName(SERVER, address.fragment, base_url)


def _address_problem(address: SplitResult, name: str) -> str:
    if "@" in address.netloc:
        variable = server_key_variable(f"//{address.hostname or ''}")
        return f"an address holds no user and no password; put a key into the variable {variable}"
    if address.query:
        return "an address holds no question mark"
    if len(name) > _MAX_LENGTH or not name.isprintable() or " " in name:
        return "an address has no spaces and no control characters"
    if address.path.rstrip("/").endswith(("/completions", "/models", "/responses")):
        return "give the address up to /v1, such as http://127.0.0.1:8080/v1"
    return ""


def _name_error(provider: str, colon: str, model: str) -> str:
    if colon and not model:
        return f"the model's name is missing behind {provider}:"
    near = _suggestion(provider, model)
    known = f"a name begins with {', '.join(PROVIDERS)} or http, or is {LOCAL}"
    return f"{known}; did you mean {near!r}" if near else known


def _suggestion(provider: str, model: str) -> str:
    """A name that may have been meant: a provider with a slip, or a model whose provider was left out."""
    slips = difflib.get_close_matches(provider.lower(), (*PROVIDERS, LOCAL), n=1)
    if slips:
        return f"{slips[0]}:{model}" if model and slips[0] != LOCAL else slips[0]
    for owner, families in _FAMILIES.items():
        if provider.lower().startswith(families):
            return f"{owner}:{provider}:{model}" if model and owner == OLLAMA else f"{owner}:{model or provider}"
    return ""
