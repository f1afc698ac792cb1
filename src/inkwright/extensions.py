"""Load installed extensions: packages whose entry points add a tool, a deliverable, an agent, a layout or a format.

This module is cheap to import: a part of the program is imported only if an extension adds something to it. One
that cannot be loaded is reported by `inkwright doctor` and left out; the program works without it.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, Literal, get_args

ExtensionGroup = Literal[
    "inkwright.tools", "inkwright.deliverables", "inkwright.agents", "inkwright.layouts", "inkwright.quiz_formats"
]
EXTENSION_GROUPS: Final[tuple[ExtensionGroup, ...]] = get_args(ExtensionGroup)

_REGISTER: Final[dict[ExtensionGroup, str]] = {
    "inkwright.tools": "inkwright.tools.registry:add_tool",
    "inkwright.deliverables": "inkwright.agent.deliverables:register_deliverable",
    "inkwright.agents": "inkwright.usecases.make:register_agent",
    "inkwright.layouts": "inkwright.artifacts.slides.layout_registry:register_layout",
    "inkwright.quiz_formats": "inkwright.artifacts.quizzes.formats.registry:register_format",
}
"""The function that registers the object of an entry point. Registering the same object twice changes nothing."""


@dataclass(frozen=True, slots=True)
class Extension:
    """An installed extension. `error` says why it could not be loaded; empty if it was."""

    group: ExtensionGroup
    name: str
    package: str
    error: str = ""


def load_extensions(*groups: ExtensionGroup) -> tuple[Extension, ...]:
    """Load the installed extensions of these groups, or of all, once per process, and report each."""
    return tuple(each for group in groups or EXTENSION_GROUPS for each in _load_group(group))


@cache
def _load_group(group: ExtensionGroup) -> tuple[Extension, ...]:
    return tuple(_load(group, point) for point in _installed().select(group=group))


@cache
def _installed() -> Any:
    """Return every entry point of this environment: reading them all takes as long as reading one group."""
    return entry_points()


def _load(group: ExtensionGroup, point: EntryPoint) -> Extension:
    package = point.dist.name if point.dist else ""
    try:
        _register(group, point.name, point.load())
    except Exception as problem:  # noqa: BLE001 - code of others may fail in any way, and must not end the program
        return Extension(group, point.name, package, f"{type(problem).__name__}: {problem}")
    return Extension(group, point.name, package)


def _register(group: ExtensionGroup, name: str, loaded: Any) -> None:
    module, _, function = _REGISTER[group].partition(":")
    register = getattr(import_module(module), function)
    if group == "inkwright.agents":
        register(name, loaded)
    else:
        register(loaded)
