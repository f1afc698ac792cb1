"""Long work says that it runs, how far it is, and how it ended, also when it was stopped."""

from collections.abc import Callable

import pytest

from inkwright.conversation.events import Data
from inkwright.tools.long_work import shown_work
from tests.tools.schools import school_context


def test_it_runs_reaches_a_stage_and_is_finished() -> None:
    events: list[Data] = []
    with shown_work(school_context(show=events.append), "paper", "Rain", paper_id="paper_1") as tell:
        tell("methods", 6, 12)
    assert {(each.name, each.id) for each in events} == {("work", "paper_1")}
    said = [each.payload for each in events]
    found = [(each["status"], each["stage"], each["done"], each["total"]) for each in said]
    assert found == [("running", "", 0, 0), ("running", "methods", 6, 12), ("finished", "", 12, 12)]


def interrupted(show: Callable[[Data], None], problem: BaseException) -> None:
    with shown_work(school_context(show=show), "evaluation", "All") as tell:
        tell("", 1, 5)
        raise problem


@pytest.mark.parametrize("problem", [ValueError("no"), KeyboardInterrupt()])
def test_what_is_interrupted_is_said_to_be_stopped(problem: BaseException) -> None:
    events: list[Data] = []
    with pytest.raises(type(problem)):
        interrupted(events.append, problem)
    assert events[-1].id == "c1"
    assert (events[-1].payload["status"], events[-1].payload["done"]) == ("stopped", 1)
