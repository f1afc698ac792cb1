"""Prices come from the list of the engine; a model that is not on it has none, and one on this machine is free."""

from inkwright import ScriptedModel
from inkwright.llm.models import Abilities
from inkwright.llm.prices import call_price

HOSTED = Abilities(leaves_machine=True)


def price(name: str, tokens: int = 1_000) -> float | None:
    return call_price(ScriptedModel([], name=name, abilities=HOSTED), tokens, tokens)


def test_a_listed_model_has_a_price_that_grows_with_its_tokens() -> None:
    known, twice = price("openai:gpt-5"), price("openai:gpt-5", 2_000)
    assert known is not None
    assert twice is not None
    assert 0 < known < twice


def test_an_unknown_model_provider_or_member_of_a_chain_makes_the_price_unknown() -> None:
    for name in ("openai:nothing", "nobody:gpt-5", "gpt-5", "", "openai:gpt-5 → nobody:knows"):
        assert price(name) is None


def test_a_chain_costs_as_much_as_its_most_expensive_member() -> None:
    assert price("openai:gpt-5-mini → openai:gpt-5") == price("openai:gpt-5")


def test_a_model_on_this_machine_costs_nothing() -> None:
    assert call_price(ScriptedModel([]), 1_000, 1_000) == 0
