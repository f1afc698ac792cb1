"""Each agent has its own tools and its own base ring."""

from inkwright.agent.agent_profiles import PROJECT_ROUTE, agent_for, content_agent, unified_agent
from inkwright.agent.router import CHAT_ROUTE
from inkwright.agent.tools import AgentName, AgentTool, Evidence, ToolContext
from tests.agent.test_tool_runner import Nothing


async def nothing(_: Nothing, __: ToolContext) -> Evidence:
    return Evidence()


def tool(name: str, *agents: AgentName, is_base: bool = False) -> AgentTool:
    return AgentTool(name, name, Nothing, nothing, agents=agents, is_base=is_base)


TOOLS = [tool("make", "unified"), tool("ask", "unified", "content", is_base=True), tool("edit", "content")]


def test_the_unified_agent_has_no_tool_of_the_content_agent() -> None:
    agent = unified_agent(TOOLS)
    assert [each.name for each in agent.tools] == ["make", "ask"]
    assert agent.base == {"ask"}


def test_the_content_agent_is_offered_all_its_tools_and_may_call_the_others_by_name() -> None:
    agent = content_agent(TOOLS)
    assert [each.name for each in agent.tools] == ["ask", "edit", "make"]
    assert agent.base == {"ask", "edit"}


def test_the_route_leads_to_the_agent() -> None:
    assert agent_for(PROJECT_ROUTE, TOOLS) == content_agent(TOOLS)
    assert agent_for(CHAT_ROUTE, TOOLS) == unified_agent(TOOLS)
