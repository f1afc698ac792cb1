"""Run the MCP server over standard input and output, or over HTTP on loopback."""

from pathlib import Path
from typing import Final

from inkwright.application import Inkwright
from inkwright.llm.models import Model
from inkwright.mcp.server import create_server
from inkwright.mcp.workspace import Workspace
from inkwright.settings import Settings

DEFAULT_MCP_PORT: Final = 8471


async def serve_mcp(
    settings: Settings, folder: Path, *, http_port: int | None = None, model: Model | str | None = None
) -> None:
    """Serve until the client leaves, or until the process is stopped."""
    async with Inkwright.open(settings=settings, model=model) as inkwright:
        server = create_server(inkwright, Workspace(folder))
        if http_port is None:
            await server.run_stdio_async()
        else:
            await server.run_streamable_http_async(host="127.0.0.1", port=http_port)
