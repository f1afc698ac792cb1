"""Errors of models: which are temporary, how long to wait, and what each member of a chain said."""

import pytest

from inkwright.errors import ModelBusy, ModelDenied, ModelError, ModelUnavailable, NoModelLeft
from tests.errors.test_root import tree


@pytest.mark.parametrize(("given", "waited"), [(7, 7.0), (0.5, 0.5), (None, None), ("soon", None)])
def test_the_wait_that_a_server_asks_for_is_a_number_or_nothing(given: object, waited: float | None) -> None:
    assert ModelBusy(model="m", problem="429", retry_after=given).retry_after == waited
    assert ModelBusy(model="m", problem="429").retry_after is None


def test_a_temporary_problem_and_no_other_is_worth_another_try() -> None:
    assert {kind for kind in tree(ModelError) if kind.retryable} == set(tree(ModelUnavailable))


def test_a_chain_that_failed_keeps_the_error_of_each_member() -> None:
    failures = (ModelBusy(model="a", problem="429"), ModelDenied(model="b", problem="401", variable="B_KEY"))
    error = NoModelLeft(failures=failures, model="a → b", problem="all failed")
    assert error.failures == failures
    assert str(error) == "No model answered: all failed. Find the problem of each model: `inkwright models test`."
