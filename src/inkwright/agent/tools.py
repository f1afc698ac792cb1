"""What a tool is to the agent: one pydantic model in, evidence out."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactVault, Verified
from inkwright.conversation.events import Data
from inkwright.conversation.file_ready import file_ready
from inkwright.errors import InvalidOption


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a tool has at hand while it works. `progress` tells the person how far it is."""

    turn_id: str
    call_id: str
    owner: str
    vault: ArtifactVault
    progress: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a tool really did: artifacts that the vault verified, and facts for the model."""

    artifacts: tuple[Verified, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Flawed:
    """What a tool made was refused by its checks; the model is told the findings and may mend it."""

    findings: tuple[Finding, ...]


Work = Callable[[Any, ToolContext], Awaitable[Evidence | Flawed]]


@dataclass(frozen=True, slots=True)
class AgentTool:
    """A tool. `makes_artifacts`: calling it is a promise of an artifact. `announce` says of each that it is ready."""

    name: str
    description: str
    input: type[BaseModel]
    work: Work
    makes_artifacts: bool = False
    announce: Callable[[Verified], Data] = file_ready


REGISTERED: Final[dict[str, AgentTool]] = {}


def register_tool(tool: AgentTool) -> AgentTool:
    """Make a tool known; a name is taken once."""
    if tool.name in REGISTERED:
        raise InvalidOption(option="name", value=tool.name, allowed="Another tool has that name.")
    REGISTERED[tool.name] = tool
    return tool


def artifact_tool_names(tools: Sequence[AgentTool] | None = None) -> frozenset[str]:
    """The names of the tools that make artifacts."""
    known = REGISTERED.values() if tools is None else tools
    return frozenset(tool.name for tool in known if tool.makes_artifacts)
