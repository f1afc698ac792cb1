"""The front door for extensions: what their authors need, and the loader of installed ones.

An extension is a package with entry points. The group says what each is for, and the object is what the group names:

- `inkwright.tools`: an `AgentTool` that the agent can call
- `inkwright.deliverables`: a `Deliverable`, a new word after `inkwright make`
- `inkwright.agents`: a factory of a `FileAgent`; the name of the entry point is that of `inkwright write --agent`
- `inkwright.layouts`: a layout of slides
- `inkwright.quiz_formats`: a file format of quizzes

An extension that cannot be loaded is reported by `inkwright doctor` and left out; the program works without it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from inkwright.agent.deliverables import DELIVERABLES, Deliverable, register_deliverable
from inkwright.agent.make_requests import MakeRequest
from inkwright.agent.tools import REGISTERED_TOOLS, AgentTool, Evidence, Flawed, ToolContext, register_tool
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.llm.file_agent import FileAgent
from inkwright.tools.registry import all_tools
from inkwright.usecases.make import register_agent

# AT MERGE: import Layout and register_layout from the slides, add both to __all__ and to _REGISTER.
# AT MERGE: import QuizFormat and its register function from the quizzes, add both to __all__ and to _REGISTER.

__all__ = [
    "AgentTool",
    "AskDraft",
    "AskOption",
    "AskQuestion",
    "Deliverable",
    "Draft",
    "Evidence",
    "Extension",
    "FileAgent",
    "Finding",
    "Flawed",
    "MakeRequest",
    "ToolContext",
    "Verified",
    "available_tools",
    "load_extensions",
    "register_agent",
    "register_deliverable",
    "register_tool",
]

GROUPS: Final = (
    "inkwright.tools",
    "inkwright.deliverables",
    "inkwright.agents",
    "inkwright.layouts",
    "inkwright.quiz_formats",
)


@dataclass(frozen=True, slots=True)
class Extension:
    """An installed extension. `error` says why it could not be loaded; empty if it was."""

    group: str
    name: str
    package: str
    error: str = ""


def _add_tool(_name: str, tool: AgentTool) -> None:
    # A module that registers its tool when it is imported has done so by now.
    if REGISTERED_TOOLS.get(tool.name) is not tool:
        register_tool(tool)


def _add_deliverable(_name: str, deliverable: Deliverable) -> None:
    if DELIVERABLES.get(deliverable.name) is not deliverable:
        register_deliverable(deliverable)


_REGISTER: Final[Mapping[str, Callable[[str, Any], object]]] = {
    "inkwright.tools": _add_tool,
    "inkwright.deliverables": _add_deliverable,
    "inkwright.agents": register_agent,
}
"""What is done with the object of an entry point; in the other groups its module registers it."""


@cache
def load_extensions() -> tuple[Extension, ...]:
    """Load all installed extensions, once per process, and report each."""
    installed = entry_points()
    points = [point for group in GROUPS for point in installed.select(group=group)]
    if any(point.group == "inkwright.tools" for point in points):
        all_tools()  # those of this program take their names first
    return tuple(_load(point) for point in points)


def available_tools() -> dict[str, AgentTool]:
    """Return every tool by its name, those of extensions included."""
    load_extensions()
    return all_tools()


def _load(point: EntryPoint) -> Extension:
    package = point.dist.name if point.dist else ""
    try:
        loaded = point.load()
        if register := _REGISTER.get(point.group):
            register(point.name, loaded)
    except Exception as problem:  # noqa: BLE001 - code of others may fail in any way, and must not end the program
        return Extension(point.group, point.name, package, f"{type(problem).__name__}: {problem}")
    return Extension(point.group, point.name, package)
