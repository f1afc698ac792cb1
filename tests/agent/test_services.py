"""The meter of a turn counts calls, and stops at each limit."""

import asyncio

import pytest

from inkwright import ScriptedModel
from inkwright.agent.services import LIMIT_CODES, LimitReached, MeteredModel, TurnLimits, UsageMeter, with_seconds
from inkwright.conversation.turns import TurnUsage
from inkwright.llm.models import Reply, Request, Usage


@pytest.mark.parametrize(
    ("spent", "code"),
    [
        (TurnUsage(steps=1), "too_many_steps"),
        (TurnUsage(calls=2), "too_many_calls"),
        (TurnUsage(tokens=3), "too_many_tokens"),
        (TurnUsage(dollars=4), "too_expensive"),
    ],
)
def test_each_limit_stops_the_turn_with_its_code(spent: TurnUsage, code: str) -> None:
    meter = UsageMeter(TurnLimits(model_calls=1, calls_in_all=2, tokens=3, dollars=4), spent)
    with pytest.raises(LimitReached) as caught:
        meter.begin(is_step=True)
    assert caught.value.code == code
    assert code in LIMIT_CODES


def test_a_metered_model_counts_what_each_call_took() -> None:
    meter = UsageMeter(TurnLimits(), TurnUsage())
    model = MeteredModel(ScriptedModel([Reply("Hi.", usage=Usage(10, 5, 0.5))]), meter, "step")
    asyncio.run(model.reply(Request([{"role": "user", "content": "Hello"}])))
    assert meter.spent == TurnUsage(steps=1, calls=1, tokens=15, dollars=0.5)
    assert with_seconds(meter.spent, 2).seconds == 2
