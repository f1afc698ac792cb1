"""Find a model where none was chosen: keys in the environment, servers on this machine, the embedded model.

Nothing is sent to a provider by looking: a key is a proposal, and only the person can accept it.
"""

import asyncio
import contextlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from inkwright.llm.names import LOCAL, OLLAMA, SERVER, ModelName
from inkwright.llm.providers import HOSTED_PROVIDERS, SERVERS, Server, base_url_of, can_talk

PATIENCE: Final = 0.3
_MOST_BYTES: Final = 1_000_000
_MOST_MODELS: Final = 200
_LONGEST_ID: Final = 200


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where to look."""

    environ: Mapping[str, str]
    servers: Sequence[Server] = SERVERS
    has_local: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
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
    proposals: tuple[Proposal, ...] = ()
    servers: tuple[FoundServer, ...] = ()
    has_local: bool = False


async def discover(around: Surroundings, ignored_keys: Collection[str] = ()) -> Discovery:
    """Look everywhere at once. It takes no longer than `PATIENCE`."""
    proposals = tuple(_proposals(around.environ, ignored_keys))
    answers = await asyncio.gather(*(_probed(server, around.environ) for server in around.servers))
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


def _proposals(environ: Mapping[str, str], ignored_keys: Collection[str]) -> list[Proposal]:
    """One for each provider whose key is there, unless the person said no to its variable."""
    found = []
    for provider in HOSTED_PROVIDERS:
        variable = provider.key_variable({k: v for k, v in environ.items() if k not in ignored_keys})
        if variable is not None:
            found.append(Proposal(ModelName(provider.name), variable, provider.host_in(environ)))
    return found


async def _probed(server: Server, environ: Mapping[str, str]) -> FoundServer | None:
    """The server, if what answers on its port is one."""
    paths = ("/v1/models", "/api/tags") if server.has_tags else ("/v1/models",)
    answers = await asyncio.gather(*(_json_at(server.port, path) for path in paths))
    listed = listed_models(answers[0])
    tagged = _tagged(answers[1]) if len(answers) > 1 else None
    models = tagged if tagged is not None else listed
    if models is None:
        return None
    owners = {str(model.get("owned_by")) for model in _items(answers[0], "data")}
    return FoundServer(_name_of(server, owners), server.base_url, _names(server, models, environ))


def _name_of(server: Server, owners: Collection[str]) -> str:
    """Who it says it is; else who is usually found on that port."""
    return next((known.name for known in SERVERS if known.owner in owners), server.name)


def _names(server: Server, models: Sequence[str], environ: Mapping[str, str]) -> tuple[ModelName, ...]:
    """Each by the short name, if that leads to this server; else by the address."""
    if server.has_tags and base_url_of(ModelName(OLLAMA), environ) == server.base_url:
        return tuple(ModelName(OLLAMA, model) for model in models)
    return tuple(ModelName(SERVER, model, server.base_url) for model in models)


def _tagged(answer: Any) -> list[str] | None:
    """The models in Ollama's `/api/tags`, which tells those that only embed by their family."""
    if not isinstance(answer, dict) or not isinstance(answer.get("models"), list):
        return None
    items = [item for item in _items(answer, "models") if _is_usable(item.get("name"))]
    return [item["name"] for item in items if "bert" not in str(item.get("details"))]


def _items(answer: Any, key: str) -> list[dict[str, Any]]:
    found = answer.get(key) if isinstance(answer, dict) else None
    items = found[:_MOST_MODELS] if isinstance(found, list) else []
    return [item for item in items if isinstance(item, dict)]


def _is_usable(model: object) -> bool:
    """Whether it can be written as a name, shown in a terminal, and talked with."""
    if not isinstance(model, str) or not 0 < len(model) <= _LONGEST_ID:
        return False
    return model.isprintable() and not set(model) & set(" ,，") and can_talk(model)


async def _json_at(port: int, path: str) -> Any:
    """The JSON at this path of a port of this machine; None if there is none in time."""
    with contextlib.suppress(OSError, ValueError, RecursionError, EOFError, asyncio.LimitOverrunError):
        async with asyncio.timeout(PATIENCE):
            return json.loads(await _body_at(port, path))
    return None


async def _body_at(port: int, path: str) -> bytes:
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
            if len(body) > _MOST_BYTES:
                raise ValueError("it is larger than any list of models")
        return bytes(body)
    finally:
        writer.close()
