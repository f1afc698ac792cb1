"""`inkwright mcp`: offer Inkwright to other assistants over the Model Context Protocol."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from inkwright.cli.arguments import CommandParser
from inkwright.cli.exit_codes import OK
from inkwright.cli.shell import Shell
from inkwright.mcp.serving import DEFAULT_MCP_PORT, serve_mcp


@dataclass(frozen=True, slots=True)
class McpOptions:
    """Options of `inkwright mcp`."""

    folder: str = "."
    http: bool = False
    port: int = DEFAULT_MCP_PORT
    model: str | None = None


def add_arguments(parser: CommandParser) -> None:
    parser.parse_into(McpOptions)
    parser.add_argument("folder", nargs="?", metavar="FOLDER", default=".", help=parser.text("mcp.folder"))
    parser.add_switch("--http", "mcp.http")
    parser.add_argument("--port", type=int, metavar="PORT", default=DEFAULT_MCP_PORT, help=parser.text("mcp.port"))
    parser.add_argument("--model", metavar="MODEL", help=parser.text("serve.model"))


def run(options: McpOptions, shell: Shell) -> int:
    port = options.port if options.http else None
    asyncio.run(serve_mcp(shell.settings, Path(options.folder), http_port=port, model=options.model))
    return OK
