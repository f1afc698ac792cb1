"""An MCP server for tests whose tools search: one answers with rows, one with text, one fails."""

import asyncio
import sys
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("finder")
BASE = sys.argv[1]


@server.tool()
def rows(search_query: str, max_results: int) -> list[dict[str, Any]]:
    """Answers with rows."""
    found = [{"title": f"{search_query} {number}", "url": f"{BASE}/good/{number}"} for number in range(max_results)]
    return [*found, {"title": "none", "url": "file:///etc/passwd"}]


@server.tool()
def lines(text: str) -> str:
    """Answers with text."""
    return f"1. {text} one\n   URL: {BASE}/good/0\n\n- [{text} two]({BASE}/good/1)\nftp://example.org/x"


@server.tool()
def broken(query: str) -> str:
    """Fails."""
    raise ToolError(f"no quota left for {query}")


if __name__ == "__main__":
    asyncio.run(server.run_stdio_async())
