"""Which tools a turn offers its model, and whether plain text is an answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from inkwright.agent.agent_profiles import AgentProfile
from inkwright.agent.tool_runner import ToolRunner
from inkwright.agent.tools import AgentTool
from inkwright.conversation.turns import RouterResult


@dataclass
class ToolOffer:
    """The tools offered to the model at any moment."""

    route: RouterResult
    agent: AgentProfile
    tool_runner: ToolRunner

    @property
    def tools(self) -> Sequence[AgentTool]:
        """Every tool that may be called."""
        return self.agent.tools

    @property
    def is_chat(self) -> bool:
        """Whether plain text is the answer."""
        return self.route.expected_mode != "artifact" and self.makers.isdisjoint(self.tool_runner.called)

    @property
    def makers(self) -> set[str]:
        """The names of the tools that make artifacts."""
        return {tool.name for tool in self.tools if tool.makes_artifacts}

    def offers(self, name: str) -> bool:
        """Whether a tool is offered: one of the agent's base ring, a candidate of the route, or one that the model has
        called by name.

        If something has to be made and the route names no tool, all are candidates.
        """
        return name in self._offered()

    def others(self) -> list[AgentTool]:
        """Return the tools that are not offered. A model may still call them by name."""
        offered = self._offered()
        return [tool for tool in self.tools if tool.name not in offered]

    def _offered(self) -> set[str]:
        candidates = set(self.route.candidate_tools)
        if not candidates and not self.is_chat:
            candidates = {tool.name for tool in self.tools}
        return {*self.agent.base, *candidates, *self.tool_runner.called}


def tool_by_alias(tools: Sequence[AgentTool], name: str) -> AgentTool | None:
    """Return the tool that a model means by another name, if there is one."""
    return next((tool for tool in tools if name in tool.aliases), None)
