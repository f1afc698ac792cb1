"""What a call costs, by the price list of the engine; None for a model that is not on it."""

from typing import Final

from genai_prices import Usage as PricedUsage
from genai_prices import calc_price

from inkwright.llm.models import Model

_NEXT_MEMBER: Final = " → "
"""Separates the members in the name of a chain."""


def call_price(model: Model, prompt_tokens: int, completion_tokens: int) -> float | None:
    """Return the dollars for so many tokens; of a chain, those of its most expensive member. A model that runs on this
    machine costs nothing.
    """
    if not model.abilities.leaves_machine:
        return 0.0
    prices = [_listed(name, prompt_tokens, completion_tokens) for name in model.name.split(_NEXT_MEMBER)]
    known = [price for price in prices if price is not None]
    return max(known) if len(known) == len(prices) else None


def _listed(named: str, prompt_tokens: int, completion_tokens: int) -> float | None:
    provider, _, name = named.partition(":")
    usage = PricedUsage(input_tokens=prompt_tokens, output_tokens=completion_tokens)
    try:
        return float(calc_price(usage, name, provider_id=provider).total_price)
    except (AssertionError, LookupError, ValueError):
        return None
