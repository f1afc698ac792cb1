"""LangGraph: the same talk, kept by its SqliteSaver. Prints one line of JSON with what it took."""

import json
import sys
import time
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, MessagesState, StateGraph

from bench.talks import TOOLS, spoken


def _turn(state: MessagesState) -> tuple[int, int]:
    """The number of the turn, and how many of its tools have answered."""
    said = state["messages"]
    turn = sum(isinstance(message, HumanMessage) for message in said) - 1
    last = max(index for index, message in enumerate(said) if isinstance(message, HumanMessage))
    return turn, sum(isinstance(message, ToolMessage) for message in said[last:])


def _ask(state: MessagesState) -> dict[str, Any]:
    turn, done = _turn(state)
    talk = spoken(turn)
    if done == TOOLS:
        return {"messages": [AIMessage(talk.ending)]}
    call = {"name": "make_note", "args": {"title": "Rain", "body": talk.bodies[done]}, "id": f"c{done}"}
    return {"messages": [AIMessage("", tool_calls=[call])]}


def _use(state: MessagesState) -> dict[str, Any]:
    turn, done = _turn(state)
    return {"messages": [ToolMessage(spoken(turn).results[done], tool_call_id=f"c{done}")]}


def _next(state: MessagesState) -> str:
    last = state["messages"][-1]
    return "use" if isinstance(last, AIMessage) and last.tool_calls else END


def main(path: Path, turns: int, most_seconds: float) -> None:
    """As many of the turns as there is time for."""
    graph: Any = StateGraph(MessagesState)
    graph.add_node("ask", _ask)
    graph.add_node("use", _use)
    graph.add_edge(START, "ask")
    graph.add_conditional_edges("ask", _next, ["use", END])
    graph.add_edge("use", "ask")
    seconds: list[float] = []
    with SqliteSaver.from_conn_string(str(path)) as saver:
        agent = graph.compile(checkpointer=saver)
        while len(seconds) < turns and sum(seconds) < most_seconds:
            start = time.perf_counter()
            talk = HumanMessage(spoken(len(seconds)).prompt)
            agent.invoke({"messages": [talk]}, {"configurable": {"thread_id": "one"}, "recursion_limit": 50})
            seconds.append(time.perf_counter() - start)
    size = sum(part.stat().st_size for part in path.parent.glob(f"{path.name}*"))
    print(json.dumps({"turns": len(seconds), "bytes": size, "seconds": seconds}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
