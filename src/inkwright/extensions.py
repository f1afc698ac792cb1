"""Load installed extensions: packages whose entry points add a tool, a checker, a layout, a command and so on.

This module is cheap to import: a part of the program is imported only if an extension adds something to it. One
that cannot be loaded is reported by `inkwright doctor` and left out; the program works without it.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

ExtensionGroup = Literal[
    "inkwright.checkers",
    "inkwright.tools",
    "inkwright.deliverables",
    "inkwright.agents",
    "inkwright.layouts",
    "inkwright.quiz_formats",
    "inkwright.commands",
]
EXTENSION_GROUPS: Final[tuple[ExtensionGroup, ...]] = get_args(ExtensionGroup)
_PREFIX: Final = "inkwright."


@dataclass(frozen=True, slots=True)
class _Registration:
    """How the object of an entry point is registered: a function, and the type of the object. Without a type, the
    function also gets the name of the entry point. Registering the same object twice changes nothing.
    """

    register: str
    expected: str = ""


_REGISTRATIONS: Final[dict[ExtensionGroup, _Registration]] = {
    "inkwright.checkers": _Registration("inkwright.artifacts.verification:register_checker"),
    "inkwright.tools": _Registration("inkwright.tools.registry:add_tool", "inkwright.agent.tools:AgentTool"),
    "inkwright.deliverables": _Registration(
        "inkwright.agent.deliverables:register_deliverable", "inkwright.agent.deliverables:Deliverable"
    ),
    "inkwright.agents": _Registration("inkwright.usecases.make:register_agent"),
    "inkwright.layouts": _Registration(
        "inkwright.artifacts.slides.layout_registry:register_layout",
        "inkwright.artifacts.slides.layout_registry:Layout",
    ),
    "inkwright.quiz_formats": _Registration(
        "inkwright.artifacts.quizzes.formats.registry:register_format",
        "inkwright.artifacts.quizzes.formats.registry:QuizFormat",
    ),
    "inkwright.commands": _Registration("inkwright.cli.command_registry:register_command"),
}


@dataclass(frozen=True, slots=True)
class Extension:
    """An installed extension. `error` says why it could not be loaded; empty if it was."""

    group: str
    name: str
    package: str
    error: str = ""


def load_extensions(*groups: ExtensionGroup) -> tuple[Extension, ...]:
    """Load the installed extensions of these groups, or of all, once per process, and report each."""
    found = tuple(each for group in groups or EXTENSION_GROUPS for each in _load_group(group))
    return found if groups else found + _misnamed_extensions()


@cache
def _load_group(group: ExtensionGroup) -> tuple[Extension, ...]:
    if not _is_any_installed():
        return ()
    return tuple(_load(group, point) for point in _installed().select(group=group))


@cache
def _misnamed_extensions() -> tuple[Extension, ...]:
    """Report entry points of groups that do not exist, such as `inkwright.tool`."""
    if not _is_any_installed():
        return ()
    groups = sorted(group for group in _installed().groups if group.startswith(_PREFIX))
    error = f"Unknown group. It is one of {', '.join(EXTENSION_GROUPS)}."
    return tuple(
        Extension(group, point.name, _package_of(point), error)
        for group in groups
        if group not in EXTENSION_GROUPS
        for point in _installed().select(group=group)
    )


@cache
def _is_any_installed() -> bool:
    """Whether a package of this environment may hold an extension.

    A look at the files is several times faster than the standard library, which parses all of them. Where a part of
    the path is not a folder, such as a zip file, the answer is yes.
    """
    return any(_may_hold_extensions(Path(entry or ".")) for entry in sys.path)


def _may_hold_extensions(folder: Path) -> bool:
    try:
        names = os.listdir(folder)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return any(
        _names_a_group(folder / name / "entry_points.txt")
        for name in names
        if name.endswith((".dist-info", ".egg-info"))
    )


def _names_a_group(file: Path) -> bool:
    try:
        return f"[{_PREFIX}".encode() in file.read_bytes().replace(b" ", b"")
    except OSError:
        return False


@cache
def _installed() -> "EntryPoints":
    """Return every entry point of this environment: reading them all takes as long as reading one group."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and most commands do not need it

    return entry_points()  # type: ignore[return-value]


def _package_of(point: "EntryPoint") -> str:
    return point.dist.name if point.dist else ""


def _load(group: ExtensionGroup, point: "EntryPoint") -> Extension:
    try:
        _register(_REGISTRATIONS[group], point.name, point.load())
    except Exception as problem:  # noqa: BLE001 - code of others may fail in any way, and must not end the program
        return Extension(group, point.name, _package_of(point), f"{type(problem).__name__}: {problem}")
    return Extension(group, point.name, _package_of(point))


def _register(registration: _Registration, name: str, loaded: Any) -> None:
    register: Callable[..., Any] = _imported(registration.register)
    if not registration.expected:
        register(name, loaded)
        return
    expected = _imported(registration.expected)
    for each in loaded if isinstance(loaded, tuple | list) else (loaded,):
        if not isinstance(each, expected):
            raise TypeError(f"It must be of the type {expected.__name__}, and is of the type {type(each).__name__}.")
        register(each)


def _imported(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)
