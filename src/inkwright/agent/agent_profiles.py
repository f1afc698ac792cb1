"""The agents: which tools each may call, and which of them it is always offered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.agent.tools import AgentTool
from inkwright.conversation.turns import RouterResult

PROJECT_INTENT: Final = "project"
"""The intent of a message in the conversation of a project: the content agent takes it, without a router."""

PROJECT_ROUTE: Final = RouterResult(intent=PROJECT_INTENT, confidence=1, expected_mode="answer")
COMMAND_ROUTE: Final = PROJECT_ROUTE.model_copy(update={"candidate_tools": ("advance_to_phase",)})
"""The route of a button: its message is a command, which no model has to understand."""


@dataclass(frozen=True, slots=True)
class AgentProfile:
    """The tools that an agent may call, and its base ring: the names of the tools that it is offered in every turn."""

    tools: tuple[AgentTool, ...]
    base: frozenset[str]


def unified_agent(tools: Sequence[AgentTool]) -> AgentProfile:
    """Return the agent that makes files. A router chooses which tools it is offered in addition to its base ring."""
    own = tuple(tool for tool in tools if "unified" in tool.agents)
    return AgentProfile(own, frozenset(tool.name for tool in own if tool.is_base))


def content_agent(tools: Sequence[AgentTool]) -> AgentProfile:
    """Return the agent that works on a project. All its tools are its base ring; it may call tools that make files by
    name, so that a chapter can become a deck.
    """
    own = tuple(tool for tool in tools if "content" in tool.agents)
    others = tuple(tool for tool in tools if "content" not in tool.agents)
    return AgentProfile((*own, *others), frozenset(tool.name for tool in own))


def agent_for(route: RouterResult, tools: Sequence[AgentTool]) -> AgentProfile:
    """Return the agent that a route leads to."""
    return content_agent(tools) if route.intent == PROJECT_INTENT else unified_agent(tools)
