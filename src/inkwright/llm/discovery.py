"""Find available models: keys in the environment, servers on this machine, and the models they list."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inkwright.errors import ModelDenied, ModelUnavailable, ModelUnknown, ServerFailed
from inkwright.i18n import Reason
from inkwright.llm.connection_errors import connection_problem
from inkwright.llm.hosted import ModelEndpoint
from inkwright.llm.model_names import LOCAL, OLLAMA, SERVER, ModelName
from inkwright.llm.providers import HOSTED_PROVIDERS, SERVERS, Server, base_url_of, is_chat_model

PROBE_SECONDS: Final = 0.3
_MAX_BYTES: Final = 1_000_000
_MAX_MODELS: Final = 200
_MAX_ID_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class DiscoveryScope:
    """Where to look for models. `stored` are the variables of keys that a person gave to this program; `installed` are
    models on this machine, the one installed last first; `has_local` is for the embedded model.
    """

    environ: Mapping[str, str]
    servers: Sequence[Server] = SERVERS
    has_local: bool = False
    installed: Sequence[ModelName] = ()
    stored: frozenset[str] = frozenset()
    probe_seconds: float = PROBE_SECONDS


@dataclass(frozen=True, slots=True)
class KeyProposal:
    """A hosted provider whose key was found. `host` is where the user's text would be sent."""

    name: ModelName
    variable: str
    host: str


AskConsent = Callable[[KeyProposal], bool | None]
"""Asks the person whether a provider may be used: yes, no, or None without an answer."""


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server that runs on this machine. `models` are its chat models."""

    name: str
    base_url: str
    models: tuple[ModelName, ...]


@dataclass(frozen=True, slots=True)
class Discovery:
    """The models that were found. `chosen` needs no consent; `why` and `fields` form its message `models.why.…`."""

    chosen: tuple[ModelName, ...]
    why: str
    fields: Mapping[str, str] = field(default_factory=dict)
    proposals: tuple[KeyProposal, ...] = ()
    servers: tuple[FoundServer, ...] = ()
    has_local: bool = False
    installed: tuple[ModelName, ...] = ()


async def discover(scope: DiscoveryScope, ignored_keys: Collection[str] = ()) -> Discovery:
    """Look everywhere in parallel, for at most `probe_seconds`."""
    proposals = tuple(_proposals(scope.environ, {*ignored_keys, *scope.stored}))
    responses = await asyncio.gather(*(_probe_server(server, scope) for server in scope.servers))
    servers = tuple(server for server in responses if server is not None)
    installed = tuple(scope.installed)
    found = Discovery((), "nothing", {}, proposals, servers, scope.has_local, installed)
    for provider in HOSTED_PROVIDERS:
        if variables := scope.stored.intersection(provider.own_key_variables(scope.environ)):
            # Who stores a key for a provider has agreed to its use.
            return replace(found, chosen=(ModelName(provider.name),), why="stored", fields={"variable": min(variables)})
    for server in servers:
        if server.models:
            fields = {"server": server.name, "address": server.base_url}
            return replace(found, chosen=server.models[:1], why="server", fields=fields)
    if installed:
        return replace(found, chosen=installed[:1], why="installed")
    if scope.has_local:
        return replace(found, chosen=(ModelName(LOCAL),), why="local")
    return found


def listed_models(answer: Any) -> list[str] | None:
    """Return the chat models in a response of `/v1/models`; None if the response has another format."""
    if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
        return None
    return [item["id"] for item in _items(answer, "data") if _is_usable(item.get("id"))]


def _proposals(environ: Mapping[str, str], ignored_keys: Collection[str]) -> list[KeyProposal]:
    """Propose each provider whose key is set, except for keys that the user ignores."""
    found = []
    for provider in HOSTED_PROVIDERS:
        names = (name for name in provider.own_key_variables(environ) if name not in ignored_keys)
        variable = next((name for name in names if environ.get(name, "").strip()), None)
        if variable is not None:
            found.append(KeyProposal(ModelName(provider.name), variable, provider.host_in(environ)))
    return found


async def _probe_server(server: Server, scope: DiscoveryScope) -> FoundServer | None:
    """Return the server, if a model server answers on its port."""
    paths = ("/v1/models", "/api/tags") if server.has_tags else ("/v1/models",)
    responses = await asyncio.gather(*(_get_json(server.port, path, scope.probe_seconds) for path in paths))
    listed = listed_models(responses[0])
    tagged = _ollama_models(responses[1]) if len(responses) > 1 else None
    models = tagged if tagged is not None else listed
    if models is None:
        return None
    owners = {str(model.get("owned_by")) for model in _items(responses[0], "data")}
    return FoundServer(_server_name(server, owners), server.base_url, _model_names(server, models, scope.environ))


def _server_name(server: Server, owners: Collection[str]) -> str:
    """Return the name that the server reports, else the one that is usual for its port."""
    return next((known.name for known in SERVERS if known.owner in owners), server.name)


def _model_names(server: Server, models: Sequence[str], environ: Mapping[str, str]) -> tuple[ModelName, ...]:
    """Use the short name where it leads to this server, else the address."""
    if server.has_tags and base_url_of(ModelName(OLLAMA), environ) == server.base_url:
        return tuple(ModelName(OLLAMA, model) for model in models)
    return tuple(ModelName(SERVER, model, server.base_url) for model in models)


def _ollama_models(answer: Any) -> list[str] | None:
    """Return the chat models in Ollama's `/api/tags`, where the family identifies embedding models."""
    if not isinstance(answer, dict) or not isinstance(answer.get("models"), list):
        return None
    items = [item for item in _items(answer, "models") if _is_usable(item.get("name"))]
    return [item["name"] for item in items if "bert" not in str(item.get("details"))]


def _items(answer: Any, key: str) -> list[dict[str, Any]]:
    found = answer.get(key) if isinstance(answer, dict) else None
    items = found[:_MAX_MODELS] if isinstance(found, list) else []
    return [item for item in items if isinstance(item, dict)]


def _is_usable(model: object) -> bool:
    """Whether it is a chat model whose name can be typed and shown in a terminal."""
    if not isinstance(model, str) or not 0 < len(model) <= _MAX_ID_LENGTH:
        return False
    return model.isprintable() and not set(model) & set(" ,，") and is_chat_model(model)


_UNCOMPRESSED: Final = {"Accept-Encoding": "identity"}
"""A compressed list could unpack to any size."""


async def _get_json(port: int, path: str, seconds: float) -> Any:
    """Fetch JSON from a local port; None if it is missing, invalid, too large or too slow."""
    import httpx2  # noqa: PLC0415 - slow to import, and needed only where servers are looked for

    with contextlib.suppress(httpx2.HTTPError, TimeoutError, ValueError, RecursionError):
        async with (
            asyncio.timeout(seconds),
            # A proxy from the environment must not be used for requests to this machine. Without TLS, no certificates
            # need to be loaded: for all servers together that takes as long as the probe may.
            httpx2.AsyncClient(timeout=seconds, trust_env=False, verify=False, headers=_UNCOMPRESSED) as client,
            client.stream("GET", f"http://127.0.0.1:{port}{path}") as response,
        ):
            if response.status_code == httpx2.codes.OK:
                return json.loads(await _limited_body(response.aiter_raw()))
    return None


async def _limited_body(chunks: AsyncIterator[bytes]) -> bytes:
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > _MAX_BYTES:
            raise ValueError("too large for a list of models")
    return bytes(body)


_LIST_SECONDS: Final = 10.0


async def first_model(address: ModelEndpoint) -> str:
    """Return the first chat model that the server lists."""
    models = listed_models(await _get_model_list(address)) or ()
    if not models:
        server_at = Reason("reason.llm.at_address", address=address.url)
        raise ModelUnknown(model=server_at, problem=Reason("reason.llm.no_chat_model"))
    return models[0]


async def _get_model_list(address: ModelEndpoint) -> Any:
    import httpx2  # noqa: PLC0415 - slow to import, and needed only where a server was named without a model

    from inkwright.llm.http_client import ResponseRefused, open_http_client  # noqa: PLC0415 - as above

    headers = {"Authorization": f"Bearer {address.key}"} if address.key else {}
    client = open_http_client(address.url, _LIST_SECONDS, headers=headers, limit=_MAX_BYTES)
    try:
        async with asyncio.timeout(_LIST_SECONDS), client:
            answer = await client.get(f"{address.url}/models")
    except ResponseRefused as problem:
        raise ModelUnavailable(model=address.url, problem=problem.reason) from None
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError, TimeoutError) as problem:
        raise ModelUnavailable(model=address.url, problem=connection_problem(problem)) from None
    if answer.status_code in (401, 403):
        raise ModelDenied(model=address.url, problem=Reason("reason.llm.key_needed"), variable=address.key_variable)
    if answer.status_code != 200:
        status = Reason("reason.llm.list_status", status=answer.status_code)
        raise ServerFailed(model=address.url, problem=status)
    try:
        return json.loads(answer.content)
    except (ValueError, RecursionError):
        return None
