"""Whatever is around a model, its name and abilities are those of the model inside."""

from collections.abc import Callable

import pytest

from inkwright import ScriptedModel
from inkwright.apps.budget import BudgetCap, CappedModel
from inkwright.llm.call_log import LoggedModel, NoCallLog
from inkwright.llm.models import Model
from inkwright.llm.tool_emulation import ToolEmulatingModel


@pytest.mark.parametrize(
    "wrapped",
    [lambda model: CappedModel(model, BudgetCap()), lambda model: LoggedModel(model, NoCallLog()), ToolEmulatingModel],
)
def test_a_wrapped_model_is_known_by_the_name_of_the_one_inside(wrapped: Callable[[Model], Model]) -> None:
    inside = ScriptedModel([])
    assert wrapped(wrapped(inside)).name == inside.name


def test_a_model_around_another_changes_no_ability_but_its_own() -> None:
    inside = ScriptedModel([])
    assert LoggedModel(inside, NoCallLog()).abilities == inside.abilities
    assert ToolEmulatingModel(inside).abilities.can_call_tools
