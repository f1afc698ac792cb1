"""`HostedModel`: a model of a provider or server, called over HTTP through pydantic-ai."""

import asyncio
import dataclasses
import ipaddress
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from inkwright.errors import ModelDenied, ModelNotInstalled, ModelTimedOut, ModelUnavailable, RequestInvalid
from inkwright.llm.model_names import server_key_variable
from inkwright.llm.models import Abilities, PieceListener, Reply, Request, ignore_piece

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as EngineModel

    from inkwright.llm.adapter import PydanticAIAdapter

_KEY_VARIABLES: Final = {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY", "google": "GEMINI_API_KEY"}
_BASE_URLS: Final = {
    "openai": "https://api.openai.com/v1",
    "anthropic": "https://api.anthropic.com",
    "google": "https://generativelanguage.googleapis.com",
    "ollama": "http://127.0.0.1:11434/v1",
}
_NO_KEY: Final = "no-key"
"""Sent where no key is needed: the libraries insist on one, and would look for another in the environment."""

_CONNECT_SECONDS: Final = 10.0
_UNSUPPORTED = re.compile(
    r"unsupported|(?:not|n't) (?:support|allow|accept)|deprecated|only the default", re.IGNORECASE
)


@dataclass(frozen=True)
class ModelEndpoint:
    """Where a model is: `provider` is openai, anthropic, google, ollama, or else any server that speaks as OpenAI does.

    It is the whole truth: no variable of the environment changes where a request, or a key, goes.
    """

    provider: str
    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The given address, or the provider's own."""
        return self.base_url or _BASE_URLS.get(self.provider, "")

    @property
    def key(self) -> str | None:
        """The key, without the line end that is easily pasted along with it."""
        return (self.api_key or "").strip() or None

    @property
    def key_variable(self) -> str:
        """The variable of the environment where the key belongs."""
        return _KEY_VARIABLES.get(self.provider) or server_key_variable(self.url)

    @property
    def is_loopback(self) -> bool:
        """Whether the server runs on this machine."""
        host = urlsplit(self.url).hostname or ""
        try:
            return host == "localhost" or ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False


@dataclass(slots=True)
class _LoopConnections:
    """What one event loop has of the engine. Connections belong to the loop that opened them."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    engine: "PydanticAIAdapter | None" = None
    keeper: AsyncGenerator[None] | None = None


class HostedModel:
    """A model that is asked over HTTP. `timeout` is for the whole reply, from the question to its last word.

    Some models refuse to be given a temperature. One that says so is asked once more without it, and from then on
    never given one again.
    """

    def __init__(
        self, name: str, address: ModelEndpoint, *, abilities: Abilities | None = None, timeout: float = 120.0
    ) -> None:
        self.name = name
        self.abilities = abilities or Abilities()
        self._address = address
        self._timeout = timeout
        self._takes_temperature = True
        self._rooms: dict[asyncio.AbstractEventLoop, _LoopConnections] = {}

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        self._check_address()
        engine = await self._engine()
        clock = asyncio.timeout(self._timeout)
        try:
            async with clock:
                return await self._ask(engine, request, hear)
        except TimeoutError:
            if not clock.expired():
                raise
        raise ModelTimedOut(model=self.name, problem=f"no whole reply within {self._timeout:g} seconds")

    async def _ask(self, engine: "PydanticAIAdapter", request: Request, hear: PieceListener) -> Reply:
        plain = dataclasses.replace(request, temperature=None)
        if request.temperature is None or not self._takes_temperature:
            return await engine.ask(plain, hear)
        try:
            return await engine.ask(request, hear)
        except RequestInvalid as error:
            if not _refuses_temperature(str(error.fields["problem"])):
                raise
        self._takes_temperature = False
        return await engine.ask(plain, hear)

    def _check_address(self) -> None:
        """What cannot be right is told at once; a server of one's own may do without a key."""
        key, problem = self._address.key, ""
        try:
            urlsplit(self._address.url)
        except ValueError:
            raise ModelUnavailable(model=self.name, problem="its address cannot be read") from None
        if key is None and self._address.base_url is None and self._address.provider in _KEY_VARIABLES:
            problem = "there is no key"
        elif key is not None and not (key.isascii() and key.isprintable()):
            problem = "the key has characters that no key has"
        if problem:
            raise ModelDenied(model=self.name, problem=problem, variable=self._address.key_variable)

    async def _engine(self) -> "PydanticAIAdapter":
        loop = asyncio.get_running_loop()
        room = self._rooms.setdefault(loop, _LoopConnections())
        async with room.lock:
            if room.engine is None:
                room.engine = await self._opened()
                room.keeper = self._kept(loop, room.engine)
                await anext(room.keeper)
            return room.engine

    async def _opened(self) -> "PydanticAIAdapter":
        """Importing takes a second or two, so it is done in a thread."""
        try:
            return await asyncio.to_thread(self._open)
        except ImportError as error:
            problem = f"the library for {self._address.provider} is missing"
            command = "pip install 'inkwright[hosted]'"
            raise ModelNotInstalled(model=self.name, problem=problem, command=command) from error

    async def _kept(self, loop: asyncio.AbstractEventLoop, engine: "PydanticAIAdapter") -> AsyncGenerator[None]:
        """A loop closes its generators before it ends, and so the connections end with it."""
        try:
            yield
        finally:
            self._rooms.pop(loop, None)
            await engine.aclose()

    def _open(self) -> "PydanticAIAdapter":
        import httpx2  # noqa: PLC0415 (slow to import, and not needed to show a help text)
        import pydantic_ai  # noqa: PLC0415 (as above)

        from inkwright.llm.adapter import (  # noqa: PLC0415 (imports pydantic-ai)
            PydanticAIAdapter,
            remember_response,
        )
        from inkwright.llm.adapter_errors import (  # noqa: PLC0415 (as above)
            ModelTarget,
            translate_errors,
        )

        pydantic_ai.BANNER_ENABLED = False
        address = self._address
        asked = ModelTarget(self.name, address.key_variable, address.key)
        # Longer than the whole reply may take, so that one clock alone decides; only to connect is given less.
        wait = httpx2.Timeout(self._timeout + _CONNECT_SECONDS, connect=_CONNECT_SECONDS)
        # A proxy of the environment has no business between this machine and itself.
        proxied, hooks = not address.is_loopback, {"response": [remember_response]}
        http = httpx2.AsyncClient(timeout=wait, trust_env=proxied, event_hooks=hooks)
        build = {"anthropic": _anthropic_model, "google": _google_model}.get(address.provider, _openai_model)
        with translate_errors(asked):
            model = build(address, http)
        return PydanticAIAdapter(
            model, http, asked, self.abilities, address.is_loopback or address.provider == "ollama"
        )


def _refuses_temperature(problem: str) -> bool:
    return "temperature" in problem.lower() and _UNSUPPORTED.search(problem) is not None


def _openai_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    """OpenAI and all that speak as it does. The others know `max_tokens` by its old name alone."""
    from pydantic_ai.profiles.openai import OpenAIModelProfile  # noqa: PLC0415 (slow to import)
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415 (as above)
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider  # noqa: PLC0415 (as above)

    from inkwright.llm.adapter import LenientChatModel  # noqa: PLC0415 (imports pydantic-ai)

    key = address.key or _NO_KEY
    if address.provider == "openai":
        return LenientChatModel(address.model, provider=OpenAIProvider(address.url, key, http_client=http))
    theirs = OpenAIModelProfile(supports_json_schema_output=True, openai_chat_supports_max_completion_tokens=False)
    provider = OpenAICompatibleProvider(address.provider, base_url=address.url, api_key=key, http_client=http)
    return LenientChatModel(address.model, provider=provider, profile=theirs)


def _anthropic_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 (slow to import, and an extra)
    from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415 (as above)

    provider = AnthropicProvider(api_key=address.key or _NO_KEY, base_url=address.url, http_client=http)
    return AnthropicModel(address.model, provider=provider)


def _google_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    from pydantic_ai.models.google import GoogleModel  # noqa: PLC0415 (slow to import, and an extra)
    from pydantic_ai.providers.google import GoogleProvider  # noqa: PLC0415 (as above)

    provider = GoogleProvider(api_key=address.key or _NO_KEY, base_url=address.url, http_client=http)
    return GoogleModel(address.model, provider=provider)
