"""`HostedModel`: a model of a provider or server, called over HTTP through pydantic-ai."""

import asyncio
import dataclasses
import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from inkwright.errors import ModelDenied, ModelNotInstalled, ModelTimedOut, ModelUnavailable, RequestInvalid
from inkwright.i18n import Reason
from inkwright.llm.model_names import OLLAMA
from inkwright.llm.models import Abilities, PieceListener, Reply, Request, ignore_piece
from inkwright.llm.origins import is_loopback, origin_of, server_key_variable
from inkwright.llm.providers import HOSTED_PROVIDERS, OLLAMA_SERVER
from inkwright.llm.pseudonyms import pseudonyms_in_use

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model as EngineModel

    from inkwright.llm.adapter import PydanticAIAdapter

_KEY_VARIABLES: Final = {provider.name: provider.key_variables[0] for provider in HOSTED_PROVIDERS}
_BASE_URLS: Final = {
    **{provider.name: provider.base_url for provider in HOSTED_PROVIDERS},
    OLLAMA: OLLAMA_SERVER.base_url,
}
_NO_KEY: Final = "no-key"
"""Sent where no key is needed: the libraries require one, and would otherwise look in the environment."""

_UNSUPPORTED = re.compile(
    r"unsupported|(?:not|n't) (?:support|allow|accept)|deprecated|only the default", re.IGNORECASE
)


@dataclass(frozen=True)
class ModelEndpoint:
    """The address of a model. `provider` is openai, anthropic, google, ollama, or any OpenAI-compatible server.

    It is complete: no environment variable changes where a request or a key is sent.
    """

    provider: str
    model: str
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)

    @property
    def url(self) -> str:
        """The given address, or the default one of the provider."""
        return self.base_url or _BASE_URLS.get(self.provider, "")

    @property
    def key(self) -> str | None:
        """The key, without the line break that is easily pasted with it."""
        return (self.api_key or "").strip() or None

    @property
    def key_variable(self) -> str:
        """The environment variable for the key. The key of a provider belongs to the provider's own address."""
        own = _BASE_URLS.get(self.provider)
        if own and self.provider in _KEY_VARIABLES and origin_of(self.url) == origin_of(own):
            return _KEY_VARIABLES[self.provider]
        return server_key_variable(self.url)

    @property
    def is_loopback(self) -> bool:
        """Whether the server runs on this machine."""
        return is_loopback(self.url)

    @property
    def leaves_machine(self) -> bool:
        """Whether what is sent leaves this machine. The address of a provider may be a relay on this machine."""
        try:
            return self.provider in _KEY_VARIABLES or not self.is_loopback
        except ValueError:
            return True  # an address that cannot be read


@dataclass(slots=True)
class _LoopConnections:
    """The adapter of one event loop. Connections belong to the loop that opened them."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    engine: "PydanticAIAdapter | None" = None
    keeper: AsyncGenerator[None] | None = None


class HostedModel:
    """A model that is called over HTTP. `timeout` covers the whole reply, from the request to its last piece.

    Some models reject a temperature. Such a model is asked again without it, and never gets one afterwards.
    """

    def __init__(
        self, name: str, address: ModelEndpoint, *, abilities: Abilities | None = None, timeout: float = 120.0
    ) -> None:
        self.name = name
        self.abilities = dataclasses.replace(abilities or Abilities(), leaves_machine=address.leaves_machine)
        self._address = address
        self._timeout = timeout
        self._takes_temperature = True
        self._connections: dict[asyncio.AbstractEventLoop, _LoopConnections] = {}

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        self._check_address()
        engine = await self._engine()
        clock = asyncio.timeout(self._timeout)
        try:
            async with clock:
                return await self._ask_hiding_names(engine, request, hear)
        except TimeoutError:
            if not clock.expired():
                raise
        raise ModelTimedOut(model=self.name, problem=Reason("reason.llm.reply_timeout", seconds=f"{self._timeout:g}"))

    async def _ask_hiding_names(self, engine: "PydanticAIAdapter", request: Request, hear: PieceListener) -> Reply:
        """Ask with tokens for the names that must not leave this machine."""
        names = pseudonyms_in_use() if self.abilities.leaves_machine else None
        if names is None:
            return await self._ask(engine, request, hear)
        listener = names.listener(hear)
        # A model without a listener does not stream.
        reply = await self._ask(engine, names.request(request), hear if hear is ignore_piece else listener)
        listener.finish()
        return names.reply(reply)

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
        """Raise at once if the address or key cannot be right. A custom server may need no key."""
        key = self._address.key
        try:
            origin_of(self._address.url)
        except ValueError:
            raise ModelUnavailable(model=self.name, problem=Reason("reason.llm.address_unreadable")) from None
        if key is None and self._address.base_url is None and self._address.provider in _KEY_VARIABLES:
            raise self._denied("reason.llm.key_missing")
        if key is not None and not (key.isascii() and key.isprintable()):
            raise self._denied("reason.llm.key_signs")

    def _denied(self, key: str) -> ModelDenied:
        return ModelDenied(model=self.name, problem=Reason(key), variable=self._address.key_variable)

    async def _engine(self) -> "PydanticAIAdapter":
        loop = asyncio.get_running_loop()
        connections = self._connections.setdefault(loop, _LoopConnections())
        async with connections.lock:
            if connections.engine is None:
                connections.engine = await self._open_in_thread()
                connections.keeper = self._keep_open(loop, connections.engine)
                await anext(connections.keeper)
            return connections.engine

    async def _open_in_thread(self) -> "PydanticAIAdapter":
        """Open the adapter in a thread, because its imports take a second or two."""
        try:
            return await asyncio.to_thread(self._open)
        except ImportError as error:
            problem = Reason("reason.llm.provider_library", provider=self._address.provider)
            command = "inkwright doctor"
            raise ModelNotInstalled(model=self.name, problem=problem, command=command) from error

    async def _keep_open(self, loop: asyncio.AbstractEventLoop, engine: "PydanticAIAdapter") -> AsyncGenerator[None]:
        """Close the connections with the event loop: a loop closes its generators before it ends."""
        try:
            yield
        finally:
            self._connections.pop(loop, None)
            await engine.aclose()

    def _open(self) -> "PydanticAIAdapter":
        import pydantic_ai  # noqa: PLC0415 (slow to import, and not needed to show a help text)

        from inkwright.llm.adapter import PydanticAIAdapter  # noqa: PLC0415 (imports pydantic-ai)
        from inkwright.llm.adapter_errors import (  # noqa: PLC0415 (as above)
            ModelTarget,
            translate_errors,
        )
        from inkwright.llm.http_client import CONNECT_SECONDS, open_http_client  # noqa: PLC0415 (imports httpx2)

        pydantic_ai.BANNER_ENABLED = False
        address = self._address
        target = ModelTarget(self.name, address.key_variable, address.key)
        build = {"anthropic": _anthropic_model, "google": _google_model}.get(address.provider, _openai_model)
        with translate_errors(target):
            # Longer than the timeout of the whole reply, so that only one clock decides.
            http = open_http_client(address.url, self._timeout + CONNECT_SECONDS)
            model = build(address, http)
        return PydanticAIAdapter(
            model, http, target, self.abilities, address.is_loopback or address.provider == "ollama"
        )


def _refuses_temperature(problem: str) -> bool:
    return "temperature" in problem.lower() and _UNSUPPORTED.search(problem) is not None


def _openai_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    """Build a model for OpenAI or a compatible server. Compatible servers know only the old name `max_tokens`."""
    from pydantic_ai.profiles.openai import OpenAIModelProfile  # noqa: PLC0415 (slow to import)
    from pydantic_ai.providers.openai import OpenAIProvider  # noqa: PLC0415 (as above)
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider  # noqa: PLC0415 (as above)

    from inkwright.llm.adapter import LenientChatModel  # noqa: PLC0415 (imports pydantic-ai)

    key = address.key or _NO_KEY
    if address.provider == "openai":
        return LenientChatModel(address.model, provider=OpenAIProvider(address.url, key, http_client=http))
    profile = OpenAIModelProfile(supports_json_schema_output=True, openai_chat_supports_max_completion_tokens=False)
    provider = OpenAICompatibleProvider(address.provider, base_url=address.url, api_key=key, http_client=http)
    return LenientChatModel(address.model, provider=provider, profile=profile)


def _anthropic_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 (slow to import)
    from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415 (as above)

    provider = AnthropicProvider(api_key=address.key or _NO_KEY, base_url=address.url, http_client=http)
    return AnthropicModel(address.model, provider=provider)


def _google_model(address: ModelEndpoint, http: "httpx2.AsyncClient") -> "EngineModel[Any]":
    from pydantic_ai.models.google import GoogleModel  # noqa: PLC0415 (slow to import)
    from pydantic_ai.providers.google import GoogleProvider  # noqa: PLC0415 (as above)

    provider = GoogleProvider(api_key=address.key or _NO_KEY, base_url=address.url, http_client=http)
    return GoogleModel(address.model, provider=provider)
