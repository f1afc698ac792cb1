"""Tools of MCP servers that the settings name. They need permission, end in time, and their results are bounded.

What a server says about its tools is not believed: not that they only read, and not that their text is for the person.
"""

import asyncio
import contextlib
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ConfigDict, model_validator

from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.artifacts.text import one_line
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.errors import InvalidSchema, ServiceFailed
from inkwright.i18n import Reason, text
from inkwright.parsing.schemas import Schema, SchemaMatch
from inkwright.redaction import redact
from inkwright.setting_values import McpServerSetting
from inkwright.settings import MCP, TOOLS_OFF, Settings

if TYPE_CHECKING:
    from mcp.client import Client

_CONNECT_SECONDS: Final = 30.0
_MAX_TOOLS: Final = 50
_MAX_SCHEMA: Final = 20_000
_MAX_DESCRIPTION: Final = 1_000
_MAX_RESULT: Final = 20_000
_MAX_SHOWN: Final = 300
_ALLOW: Final = "allow"
_NOT_A_NAME: Final = re.compile(r"[^a-z0-9_]+")
PrintNote = Callable[[str], None]


@contextlib.asynccontextmanager
async def open_mcp_tools(settings: Settings, note: PrintNote) -> AsyncIterator[list[AgentTool]]:
    """Connect to the servers of the settings; yield their tools. `note` gets why a server is not used."""
    servers = settings.get(MCP)
    off = settings.get(TOOLS_OFF)
    is_over = asyncio.Event()
    connections = [_Connection(server, is_over) for server in servers]
    try:
        found = await asyncio.gather(*(each.tools(note) for each in connections))
        yield [tool for tools in found for tool in tools if tool.name not in off]
    finally:
        is_over.set()
        await asyncio.gather(*(each.close() for each in connections))


class _Connection:
    """One server. The SDK wants a client to be closed by the task that opened it, so each has a task of its own."""

    def __init__(self, server: McpServerSetting, is_over: asyncio.Event) -> None:
        self._server = server
        self._is_over = is_over
        self._client: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold())

    async def tools(self, note: PrintNote) -> list[AgentTool]:
        """Return the tools of the server; none if it cannot be used."""
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                client = await asyncio.shield(self._client)
                listed = (await client.list_tools()).tools[:_MAX_TOOLS]
        except Exception as problem:  # noqa: BLE001 - any error of a foreign program means the same: it is not used
            note(f"MCP server {self._server.name}: {one_line(mcp_problem(problem))[:_MAX_SHOWN]}")
            return []
        found = [self._tool(client, each.name, each.description or "", each.input_schema) for each in listed]
        return [tool for tool in found if tool is not None]

    async def close(self) -> None:
        """Wait until the connection is closed."""
        await asyncio.wait([self._task], timeout=_CONNECT_SECONDS)
        self._task.cancel()
        await asyncio.wait([self._task])
        if not self._client.done():
            self._client.cancel()
        elif not self._client.cancelled():
            self._client.exception()

    async def _hold(self) -> None:
        """Keep the connection open until everything is over."""
        try:
            async with connect_mcp(self._server) as client:
                self._client.set_result(client)
                await self._is_over.wait()
        except Exception as problem:  # noqa: BLE001 - reported where the client is awaited
            if not self._client.done():
                self._client.set_exception(problem)

    def _tool(self, client: "Client", name: str, description: str, schema: Mapping[str, Any]) -> AgentTool | None:
        shape = _arguments_shape(schema)
        if shape is None:
            return None
        server = self._server
        called = _McpTool(server, name, client)
        plain = _NOT_A_NAME.sub("_", f"{server.name}_{name}".lower())[:60]
        about = f"{one_line(description)[:_MAX_DESCRIPTION]} (from the MCP server {server.name})"
        return AgentTool(plain, about.strip(), shape, called.work, is_base=True)


@contextlib.asynccontextmanager
async def connect_mcp(server: McpServerSetting) -> AsyncIterator["Client"]:
    """Connect to a server, and disconnect afterwards."""
    from mcp.client import Client  # noqa: PLC0415 - the SDK is slow to import, and few people name a server
    from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: PLC0415

    if server.url:
        async with Client(server.url) as client:
            yield client
        return
    given = {name: os.environ[name] for name in server.env if name in os.environ}
    parameters = StdioServerParameters(command=server.command, args=list(server.args), env=given)
    with os.fdopen(os.open(os.devnull, os.O_WRONLY), "w") as nowhere:
        async with Client(stdio_client(parameters, errlog=nowhere)) as client:
            yield client


@dataclass(frozen=True, slots=True)
class _McpTool:
    """One tool of a server."""

    server: McpServerSetting
    name: str
    client: "Client"

    async def work(self, arguments: BaseModel, context: ToolContext) -> Evidence | Flawed | AskDraft:
        """Call the tool, if the person allows it."""
        given = arguments.model_dump(mode="json")
        if not self.server.allow:
            answer = self._answer(context)
            if answer is None:
                return self._permission(given, context)
            if answer != _ALLOW:
                raise ServiceFailed(url=self.server.name, problem=Reason("mcp.refused"))
        return Evidence(facts=await self._call(given))

    async def _call(self, arguments: dict[str, Any]) -> dict[str, Any]:
        try:
            async with asyncio.timeout(self.server.timeout):
                result = await self.client.call_tool(self.name, arguments)
        except TimeoutError:
            words: Reason | str = Reason("mcp.too_slow", seconds=f"{self.server.timeout:g}")
            raise ServiceFailed(url=self.server.name, problem=words) from None
        except Exception as problem:
            raise ServiceFailed(url=self.server.name, problem=mcp_problem(problem)) from problem
        written = mcp_result_text(result)
        if result.is_error:
            raise ServiceFailed(url=self.server.name, problem=one_line(written)[:_MAX_SHOWN])
        return {"result": written[:_MAX_RESULT], **({"is_cut": True} if len(written) > _MAX_RESULT else {})}

    @property
    def _question(self) -> str:
        return f"mcp:{self.server.name}:{self.name}"

    def _answer(self, context: ToolContext) -> str | None:
        """Return what the person said about this tool in this turn; None if they were not asked."""
        for each in context.answered:
            if each.ask.kind == "permission" and any(asked.id == self._question for asked in each.ask.questions):
                return each.answer.chosen if each.answer.status == "answered" else ""
        return None

    def _permission(self, arguments: dict[str, Any], context: ToolContext) -> AskDraft:
        language = context.language
        shown = one_line(json.dumps(arguments, ensure_ascii=False))[:_MAX_SHOWN]
        fields = {"tool": one_line(self.name)[:_MAX_SHOWN], "server": self.server.name, "arguments": shown}
        options = tuple(AskOption(label=text(language, f"scope.{value}"), value=value) for value in (_ALLOW, "deny"))
        written = text(language, "mcp.question", **fields)
        question = AskQuestion(id=self._question, question=written, options=options, allow_freeform=False)
        return AskDraft(kind="permission", title=text(language, "mcp.title", **fields), questions=(question,))


def _arguments_shape(schema: Mapping[str, Any]) -> type[BaseModel] | None:
    """Return a model that accepts what the schema of a server accepts; None if the schema cannot be used."""
    try:
        written = json.dumps(schema)
        if len(written) > _MAX_SCHEMA:
            return None
        checked = Schema(json.loads(written))
    except (InvalidSchema, ValueError, RecursionError):
        return None

    class McpArguments(BaseModel):
        model_config = ConfigDict(extra="allow")

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, given: Any) -> Any:
            found = checked.check(given)
            if isinstance(found, SchemaMatch):
                return given
            raise ValueError("; ".join(f"{each.path}: {each.message}" for each in found[:5]))

        @classmethod
        def __get_pydantic_json_schema__(cls, _core: Any, _handler: Any) -> Any:
            return json.loads(written)

    return McpArguments


def mcp_result_text(result: Any) -> str:
    """Return what a tool answered, as text. Pictures and sounds are named, not sent on."""
    if result.structured_content is not None:
        return json.dumps(result.structured_content, ensure_ascii=False)
    parts: Sequence[Any] = result.content
    return "\n".join(each.text if each.type == "text" else f"[{each.type}]" for each in parts)


def mcp_problem(problem: BaseException) -> str:
    """Return an error of the SDK in a line; of a group, its first member."""
    while isinstance(problem, BaseExceptionGroup):
        problem = problem.exceptions[0]
    return redact(f"{type(problem).__name__}: {problem}" if str(problem) else type(problem).__name__)[:_MAX_SHOWN]
