"""An estimate counts what texts would take, calls no model, and reports data errors."""

import asyncio
from typing import Any

from inkwright import ScriptedModel
from inkwright.agent.rule_planner import NoModel
from inkwright.apps.bindings import DataSources
from inkwright.apps.estimating import RunEstimate, estimate_run
from inkwright.clock import SystemClock
from tests.apps.blueprints import small
from tests.apps.samples import HOSTED, school


def estimated(model: Any, given: dict[str, Any] | None = None) -> RunEstimate:
    sources = DataSources("me", school(), None)
    return asyncio.run(estimate_run(small(), given or {}, sources, model, SystemClock()))


def test_a_text_is_one_call_and_at_most_two() -> None:
    model = ScriptedModel([], name="openai:gpt-5", abilities=HOSTED)
    found = estimated(model)
    assert (found.calls, found.most_calls, model.calls) == (1, 2, [])
    assert found.dollars is not None
    assert 0 < found.tokens < found.most_tokens
    assert 0 < found.dollars < found.most_dollars


def test_an_unknown_price_is_unknown_and_without_a_model_nothing_is_spent() -> None:
    unknown = estimated(ScriptedModel([], name="nobody:knows", abilities=HOSTED))
    assert unknown.dollars is None
    assert unknown.most_dollars > 0
    assert (estimated(NoModel()).calls, estimated(NoModel()).tokens) == (0, 0)


def test_missing_data_are_known_before_the_run() -> None:
    found = estimated(ScriptedModel([]), {"class": "9Z"})
    assert found.error is not None
    assert found.error["errorType"] == "unknown_class"
