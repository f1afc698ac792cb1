"""Every tool in the package is found."""

import pkgutil

import inkwright.tools
from inkwright.tools.registry import all_tools


def test_every_module_with_a_tool_is_in_the_registry() -> None:
    modules = {module.name for module in pkgutil.iter_modules(inkwright.tools.__path__)}
    tools = all_tools()
    assert {name for name in tools if name != "make_note"} <= modules
    assert all(tool.name == name for name, tool in tools.items())
