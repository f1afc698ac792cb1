"""`inkwright mcp`: the official client talks with the program over standard input and output."""

import asyncio
import os
import sys
from pathlib import Path

from mcp.client import Client

from mcp import StdioServerParameters


def test_a_client_starts_the_program_and_renders_a_document(tmp_path: Path) -> None:
    async def go() -> None:
        environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home")}
        arguments = ["-m", "inkwright", "mcp", str(tmp_path), "--model", "rule"]
        async with Client(StdioServerParameters(command=sys.executable, args=arguments, env=environ)) as client:
            made = await client.call_tool(
                "render", {"description": "# Rain\n\nIt rains.", "form": "pdf", "save_to": "out"}
            )
            assert not made.is_error, made.content

    asyncio.run(go())
    assert (tmp_path / "out" / "Rain.pdf").read_bytes().startswith(b"%PDF")
