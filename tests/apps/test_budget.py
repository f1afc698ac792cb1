"""The budget cap: a call that may cost more than is left is not made, whatever the prices and the replies are."""

import asyncio
import contextlib
import random

import pytest

from inkwright import ScriptedModel
from inkwright.apps.budget import UNKNOWN_PRICE, BudgetCap, BudgetReached, CappedModel, largest_call
from inkwright.llm.models import Abilities, Reply, Request, Usage

HOSTED = Abilities(leaves_machine=True)


def request(text: str = "Write.", most: int | None = None) -> Request:
    return Request([{"role": "user", "content": text}], max_tokens=most)


def asked(cap: BudgetCap, model: ScriptedModel, times: int, text: str = "Write.") -> int:
    """Ask so often, and return how many calls were made."""

    async def go() -> None:
        capped = CappedModel(model, cap)
        for _ in range(times):
            await capped.reply(request(text))

    with contextlib.suppress(BudgetReached):
        asyncio.run(go())
    return len(model.calls)


def test_without_a_cap_every_call_is_made_and_counted() -> None:
    cap = BudgetCap()
    assert asked(cap, ScriptedModel(lambda _: Reply("x", Usage(10, 5, 0.01))), 3) == 3
    assert (cap.calls, cap.spent_tokens, round(cap.spent_dollars, 6)) == (3, 45, 0.03)


def test_nothing_is_asked_if_even_one_call_may_be_too_expensive() -> None:
    for cap in (BudgetCap(tokens=0), BudgetCap(dollars=0.0), BudgetCap(tokens=100), BudgetCap(dollars=1e-9)):
        model = ScriptedModel(lambda _: "x", name="openai:gpt-5", abilities=HOSTED)
        assert asked(cap, model, 1) == 0


def test_a_price_that_is_unknown_counts_by_tokens() -> None:
    model = ScriptedModel(lambda _: Reply("x", Usage(1_000, 500, None)), name="nobody:knows", abilities=HOSTED)
    tokens, dollars = largest_call(model, request(most=500))
    assert dollars == pytest.approx(tokens * UNKNOWN_PRICE)
    cap = BudgetCap(dollars=0.1)
    asked(cap, model, 50)
    assert cap.has_unknown
    assert cap.spent_dollars <= 0.1


def test_a_known_price_is_that_of_the_list_and_a_longer_prompt_costs_more() -> None:
    model = ScriptedModel([], name="openai:gpt-5", abilities=HOSTED)
    short, long = largest_call(model, request("a")), largest_call(model, request("雨" * 4_000))
    assert 0 < short[1] < long[1] < long[0] * UNKNOWN_PRICE


def test_a_hundred_runs_of_random_caps_and_replies_stay_within_one_call_of_their_cap() -> None:
    chance = random.Random(29)
    for _ in range(100):
        cap = BudgetCap(
            tokens=chance.choice([None, chance.randint(0, 40_000)]),
            dollars=chance.choice([None, chance.uniform(0, 0.5)]),
        )
        most = Usage(chance.randint(1, 3_000), chance.randint(1, 3_000), chance.choice([None, chance.uniform(0, 0.05)]))
        name = chance.choice(["openai:gpt-5", "nobody:knows", "a:b → openai:gpt-5"])
        model = ScriptedModel(lambda _, most=most: Reply("x", most), name=name, abilities=HOSTED)  # type: ignore[misc]
        asked(cap, model, 30)
        one = (most.prompt_tokens + most.completion_tokens) * UNKNOWN_PRICE if most.dollars is None else most.dollars
        assert cap.tokens is None or cap.spent_tokens <= cap.tokens + most.prompt_tokens + most.completion_tokens
        assert cap.dollars is None or cap.spent_dollars <= cap.dollars + one + 1e-9


def test_a_reply_is_never_longer_than_what_was_counted() -> None:
    model = ScriptedModel(lambda _: "x")
    asyncio.run(CappedModel(model, BudgetCap()).reply(request(most=1_000_000)))
    assert model.calls[0].max_tokens is not None
    assert model.calls[0].max_tokens <= 1_500
