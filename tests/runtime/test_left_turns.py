"""The turns of dead processes are continued, few at first, and none that cannot be continued holds up the others."""

import asyncio
from collections import Counter

from inkwright.conversation.turns import TurnState
from inkwright.errors import InkwrightError, NotFound
from inkwright.runtime.left_turns import TakeOverPace, continue_left_turns


class Home:
    """Turns that dead processes left; some of them cannot be continued, for the reason that is given."""

    def __init__(self, count: int, problems: dict[str, InkwrightError]) -> None:
        ids = [f"turn_{number:03}" for number in range(count)]
        self.left = {id_: TurnState(id=id_, conversation_id="conv_1", owner="me", message="Hi") for id_ in ids}
        self.problems = problems
        self.tried: Counter[str] = Counter()
        self.rounds: list[int] = []
        self.is_done = asyncio.Event()

    async def find(self) -> list[TurnState]:
        self.rounds.append(0)
        return list(self.left.values())

    async def resume(self, turn: TurnState) -> None:
        self.tried[turn.id] += 1
        self.rounds[-1] += 1
        if turn.id in self.problems:
            raise self.problems[turn.id]
        del self.left[turn.id]
        if self.left.keys() <= self.problems.keys():
            self.is_done.set()

    async def go_on(self) -> None:
        continuing = asyncio.create_task(continue_left_turns(self.find, self.resume))
        await self.is_done.wait()
        continuing.cancel()
        await asyncio.wait([continuing])


def test_few_turns_are_continued_at_once_and_then_more_until_none_is_left() -> None:
    home = Home(60, {})
    asyncio.run(home.go_on())
    assert (home.rounds[0], sum(home.rounds), set(home.tried.values())) == (16, 60, {1})


def test_turns_that_cannot_be_continued_hold_up_no_others() -> None:
    missing = NotFound(what_kind="model", id="nobody:nothing")
    home = Home(40, {f"turn_{number:03}": missing for number in range(30)})
    asyncio.run(home.go_on())
    assert len(home.left) == 30


def test_after_each_late_round_fewer_turns_are_begun_but_never_none() -> None:
    pace = TakeOverPace()
    seen = [pace.count]
    for late in (0.0, 0.0, 5.0, 5.0, 5.0, 5.0, 0.0):
        pace.adapt(late)
        seen.append(pace.count)
    assert seen == [16, 32, 64, 16, 4, 1, 1, 2]
