"""An MCP server for tests, made with the official SDK: over standard input and output, or `--http PORT`."""

import asyncio
import sys

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("weather")


@server.tool()
def rain(city: str, days: int = 1) -> str:
    """Tells how much it rains."""
    return f"{days * 3} mm in {city}"


@server.tool()
def flood(size: int) -> str:
    """Answers with a lot of text."""
    return "x" * size


@server.tool()
def broken() -> str:
    """Fails."""
    raise ToolError("the gauge is broken")


@server.tool()
async def slow() -> str:
    """Never answers."""
    await asyncio.sleep(600)
    return ""


if __name__ == "__main__":
    if "--http" in sys.argv:
        asyncio.run(server.run_streamable_http_async(host="127.0.0.1", port=int(sys.argv[-1])))
    else:
        asyncio.run(server.run_stdio_async())
