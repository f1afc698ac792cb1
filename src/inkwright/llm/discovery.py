"""Find available models: keys in the environment, servers on this machine, the model list of a server."""

import asyncio
import contextlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inkwright.errors import ModelDenied, ModelUnavailable, ModelUnknown
from inkwright.llm.hosted import ModelEndpoint
from inkwright.llm.model_names import LOCAL, OLLAMA, SERVER, ModelName
from inkwright.llm.providers import HOSTED_PROVIDERS, SERVERS, Server, base_url_of, is_chat_model

PROBE_SECONDS: Final = 0.3
_MAX_BYTES: Final = 1_000_000
_MAX_MODELS: Final = 200
_MAX_ID_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class DiscoveryScope:
    """Where to look."""

    environ: Mapping[str, str]
    servers: Sequence[Server] = SERVERS
    has_local: bool = False


@dataclass(frozen=True, slots=True)
class KeyProposal:
    """A hosted provider whose key was found. `host` is where the words of the person would go."""

    name: ModelName
    variable: str
    host: str


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server of models that answers on this machine; `models` are those that can be talked with."""

    name: str
    base_url: str
    models: tuple[ModelName, ...]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What there is. `chosen` needs no consent; `why` names its message (`models.why.…`), `fields` fill it."""

    chosen: tuple[ModelName, ...]
    why: str
    fields: Mapping[str, str] = field(default_factory=dict)
    proposals: tuple[KeyProposal, ...] = ()
    servers: tuple[FoundServer, ...] = ()
    has_local: bool = False


async def discover(around: DiscoveryScope, ignored_keys: Collection[str] = ()) -> Discovery:
    """Look everywhere at once. It takes no longer than `PATIENCE`."""
    proposals = tuple(_proposals(around.environ, ignored_keys))
    answers = await asyncio.gather(*(_probe_server(server, around.environ) for server in around.servers))
    servers = tuple(server for server in answers if server is not None)
    seen = Discovery((), "nothing", proposals=proposals, servers=servers, has_local=around.has_local)
    for server in servers:
        if server.models:
            fields = {"server": server.name, "address": server.base_url}
            return replace(seen, chosen=server.models[:1], why="server", fields=fields)
    if around.has_local:
        return replace(seen, chosen=(ModelName(LOCAL),), why="local")
    return seen


def listed_models(answer: Any) -> list[str] | None:
    """The models in the answer to `/v1/models` that can be talked with; None if it is no such answer."""
    if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
        return None
    return [item["id"] for item in _items(answer, "data") if _is_usable(item.get("id"))]


def _proposals(environ: Mapping[str, str], ignored_keys: Collection[str]) -> list[KeyProposal]:
    """One for each provider whose key is there, unless the person said no to its variable."""
    found = []
    for provider in HOSTED_PROVIDERS:
        variable = provider.key_variable({k: v for k, v in environ.items() if k not in ignored_keys})
        if variable is not None:
            found.append(KeyProposal(ModelName(provider.name), variable, provider.host_in(environ)))
    return found


async def _probe_server(server: Server, environ: Mapping[str, str]) -> FoundServer | None:
    """The server, if what answers on its port is one."""
    paths = ("/v1/models", "/api/tags") if server.has_tags else ("/v1/models",)
    answers = await asyncio.gather(*(_get_json(server.port, path) for path in paths))
    listed = listed_models(answers[0])
    tagged = _ollama_models(answers[1]) if len(answers) > 1 else None
    models = tagged if tagged is not None else listed
    if models is None:
        return None
    owners = {str(model.get("owned_by")) for model in _items(answers[0], "data")}
    return FoundServer(_server_name(server, owners), server.base_url, _model_names(server, models, environ))


def _server_name(server: Server, owners: Collection[str]) -> str:
    """Who it says it is; else who is usually found on that port."""
    return next((known.name for known in SERVERS if known.owner in owners), server.name)


def _model_names(server: Server, models: Sequence[str], environ: Mapping[str, str]) -> tuple[ModelName, ...]:
    """Each by the short name, if that leads to this server; else by the address."""
    if server.has_tags and base_url_of(ModelName(OLLAMA), environ) == server.base_url:
        return tuple(ModelName(OLLAMA, model) for model in models)
    return tuple(ModelName(SERVER, model, server.base_url) for model in models)


def _ollama_models(answer: Any) -> list[str] | None:
    """The models in Ollama's `/api/tags`, which tells those that only embed by their family."""
    if not isinstance(answer, dict) or not isinstance(answer.get("models"), list):
        return None
    items = [item for item in _items(answer, "models") if _is_usable(item.get("name"))]
    return [item["name"] for item in items if "bert" not in str(item.get("details"))]


def _items(answer: Any, key: str) -> list[dict[str, Any]]:
    found = answer.get(key) if isinstance(answer, dict) else None
    items = found[:_MAX_MODELS] if isinstance(found, list) else []
    return [item for item in items if isinstance(item, dict)]


def _is_usable(model: object) -> bool:
    """Whether it can be written as a name, shown in a terminal, and talked with."""
    if not isinstance(model, str) or not 0 < len(model) <= _MAX_ID_LENGTH:
        return False
    return model.isprintable() and not set(model) & set(" ,，") and is_chat_model(model)


async def _get_json(port: int, path: str) -> Any:
    """The JSON at this path of a port of this machine; None if there is none in time."""
    with contextlib.suppress(OSError, ValueError, RecursionError, EOFError, asyncio.LimitOverrunError):
        async with asyncio.timeout(PROBE_SECONDS):
            return json.loads(await _get_body(port, path))
    return None


async def _get_body(port: int, path: str) -> bytes:
    """The body of a plain GET. HTTP/1.0 lets the end of the connection be the end of the body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nAccept: application/json\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status, *headers = head.split("\r\n")
        if status.split()[1:2] != ["200"]:
            raise ValueError(f"it answers {status[:40]}")
        told = next((line.partition(":")[2] for line in headers if line.startswith("content-length:")), "")
        body = bytearray()
        wanted = int(told) if told.strip() else None
        while (wanted is None or len(body) < wanted) and (chunk := await reader.read(65_536)):
            body += chunk
            if len(body) > _MAX_BYTES:
                raise ValueError("it is larger than any list of models")
        return bytes(body)
    finally:
        writer.close()


_LIST_SECONDS: Final = 10.0


async def first_model(address: ModelEndpoint) -> str:
    """The first model on the server's list that can be talked with."""
    models = listed_models(await _get_model_list(address)) or ()
    if not models:
        raise ModelUnknown(model=f"at {address.url}", problem="the server lists no model that can be talked with")
    return models[0]


async def _get_model_list(address: ModelEndpoint) -> Any:
    import httpx2  # noqa: PLC0415 - slow to import, and needed only where a server was named without a model

    headers = {"Authorization": f"Bearer {address.key}"} if address.key else {}
    # A proxy of the environment has no business between this machine and itself.
    client = httpx2.AsyncClient(timeout=_LIST_SECONDS, trust_env=not address.is_loopback, headers=headers)
    try:
        async with client:
            answer = await client.get(f"{address.url}/models")
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as problem:
        raise ModelUnavailable(model=address.url, problem=str(problem) or type(problem).__name__) from None
    if answer.status_code in (401, 403):
        raise ModelDenied(model=address.url, problem="it wants a key", variable=address.key_variable)
    if answer.status_code != 200:
        raise ModelUnavailable(model=address.url, problem=f"it answers {answer.status_code} at /models")
    try:
        return json.loads(answer.content)
    except (ValueError, RecursionError):
        return None
