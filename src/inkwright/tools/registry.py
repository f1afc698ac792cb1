"""Find every tool in this package: a new tool is a new file, and nothing else changes."""

import pkgutil
from importlib import import_module
from typing import Final

import inkwright.tools
from inkwright.agent.tools import REGISTERED_TOOLS, AgentTool, register_tool

_NOT_TOOLS: Final = frozenset({"names", "registry"})


def all_tools() -> dict[str, AgentTool]:
    """Return every tool by its name."""
    for module in pkgutil.iter_modules(inkwright.tools.__path__):
        if module.name not in _NOT_TOOLS:
            import_module(f"inkwright.tools.{module.name}")
    return dict(REGISTERED_TOOLS)


def add_tool(tool: AgentTool) -> None:
    """Add the tool of an extension. The tools of this package take their names first."""
    all_tools()
    register_tool(tool)
