"""Estimate a run before it begins: its data are loaded and computed, and what its texts would take is counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from inkwright.apps.ai_text import TEXT_CALLS, text_request
from inkwright.apps.bindings import DataSources
from inkwright.apps.blueprint import AiTextNode, Blueprint
from inkwright.apps.budget import largest_call
from inkwright.apps.computing import compute_tables, is_written
from inkwright.apps.node_shapes import node_references
from inkwright.apps.tables import TableRows
from inkwright.authoring.quiz_writer import QUIZ_ROUNDS
from inkwright.clock import Clock
from inkwright.conversation.tokens import estimate_tokens
from inkwright.llm.models import Model, Request
from inkwright.llm.prices import call_price

_SECONDS_OF_CALL: Final = 8.0
_TOKENS_OF_QUESTION: Final = 120
_QUESTION_PROMPT: Final = 1_200


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run will probably take, and at most. Dollars are None if the price of the model is unknown."""

    calls: int = 0
    most_calls: int = 0
    tokens: int = 0
    most_tokens: int = 0
    dollars: float | None = 0.0
    most_dollars: float = 0.0
    seconds: float = 0.0
    error: Mapping[str, Any] | None = None


async def estimate_run(
    blueprint: Blueprint, given: Mapping[str, Any], sources: DataSources, model: Model, clock: Clock
) -> RunEstimate:
    """Return the estimate; with the data error if data are missing. No model is called."""
    begun = clock.elapsed()
    done = await compute_tables(blueprint, given, sources, clock)
    if done.error is not None:
        return RunEstimate(error=done.error.as_json(blueprint.language))
    total = RunEstimate(seconds=clock.elapsed() - begun)
    if model.abilities.is_weak:
        return total
    tables = {name: TableRows.from_json(table) for name, table in done.tables.items()}
    for node in blueprint.compute_graph.nodes:
        if is_written(node):
            evidence = {each: tables[each] for _, each in node_references(node) if each in tables}
            total = _with_calls(total, model, *_calls(node, evidence, blueprint))
    return total


def _calls(node: Any, evidence: Mapping[str, TableRows], blueprint: Blueprint) -> tuple[Request, int, int]:
    """Return the request of a node, the tokens of a usual reply, and how many calls there may be."""
    if isinstance(node, AiTextNode):
        return text_request(node, evidence, blueprint.language), node.max_characters // 3, TEXT_CALLS
    prompt = [{"role": "user", "content": "x " * _QUESTION_PROMPT + node.topic}]
    return Request(prompt), _TOKENS_OF_QUESTION * node.count, QUIZ_ROUNDS * TEXT_CALLS


def _with_calls(total: RunEstimate, model: Model, request: Request, reply: int, most: int) -> RunEstimate:
    prompt = estimate_tokens("\n".join(str(each.get("content", "")) for each in request.messages))
    price = call_price(model, prompt, reply)
    largest_tokens, largest_dollars = largest_call(model, request)
    is_known = total.dollars is not None and price is not None
    return RunEstimate(
        calls=total.calls + 1,
        most_calls=total.most_calls + most,
        tokens=total.tokens + prompt + reply,
        most_tokens=total.most_tokens + most * largest_tokens,
        dollars=(total.dollars or 0) + (price or 0) if is_known else None,
        most_dollars=total.most_dollars + most * largest_dollars,
        seconds=total.seconds + _SECONDS_OF_CALL,
    )
