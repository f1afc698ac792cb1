"""Chains: the order of members, errors that are raised at once, and no text sent twice."""

import asyncio

import pytest

from inkwright.errors import (
    InvalidOption,
    ModelBusy,
    ModelDenied,
    ModelError,
    ModelRefused,
    ModelTimedOut,
    ModelUnavailable,
    NoModelLeft,
    ReplyCut,
    ReplyMalformed,
    RequestInvalid,
    ServerFailed,
)
from inkwright.llm.fallback import Chain
from inkwright.llm.models import Abilities, Reply, Request, StartedOver
from inkwright.llm.scripted import ScriptedModel, ScriptLine, Stream
from inkwright.llm.waiting import WAITS
from inkwright.testing.pieces import PieceCollector
from tests.clocks import FixedClock

ASKED = Request([{"role": "user", "content": "hello"}])


def busy(**more: object) -> ModelBusy:
    return ModelBusy(model="a", problem="429", **more)


class Waits:
    """Waits that take no time and are written down."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def model(name: str, *lines: ScriptLine, abilities: Abilities | None = None) -> ScriptedModel:
    return ScriptedModel(list(lines), name=name, abilities=abilities)


PASSING = [
    busy(),
    ModelUnavailable(model="a", problem="503"),
    ServerFailed(model="a", problem="HTTP 500"),
    ReplyCut(model="a", problem="the connection ended"),
]


@pytest.mark.parametrize("trouble", PASSING, ids=lambda error: error.code)
def test_passing_trouble_is_tried_again_and_then_the_next_member_answers(trouble: ModelError) -> None:
    first, second = model("a", trouble, trouble, trouble), model("b", "hi")
    waits = Waits()
    reply = asyncio.run(Chain([first, second], sleep=waits).reply(ASKED))
    assert (reply.text, reply.model) == ("hi", "b")
    assert (len(first.calls), len(second.calls)) == (3, 1)
    assert len(waits.seconds) == 2
    assert waits.seconds[0] < waits.seconds[1]


@pytest.mark.parametrize(
    "trouble", [ModelRefused(model="a", problem="no"), ReplyMalformed(model="a", problem="HTML")], ids=lambda e: e.code
)
def test_a_refusal_or_a_malformed_answer_goes_to_the_next_member_at_once(trouble: ModelError) -> None:
    first, second = model("a", trouble), model("b", "hi")
    waits = Waits()
    assert asyncio.run(Chain([first, second], sleep=waits).reply(ASKED)).text == "hi"
    assert (len(first.calls), waits.seconds) == (1, [])


@pytest.mark.parametrize(
    "trouble",
    [
        ModelDenied(model="a", problem="401", variable="K"),
        RequestInvalid(model="a", problem="400"),
        ZeroDivisionError(),
    ],
)
def test_what_another_model_would_only_hide_is_raised_at_once(trouble: Exception) -> None:
    first, second = model("a", trouble), model("b", "hi")
    with pytest.raises(type(trouble)):
        asyncio.run(Chain([first, second]).reply(ASKED))
    assert second.calls == []


def test_the_time_that_its_side_asks_for_is_waited() -> None:
    waits = Waits()
    asyncio.run(Chain([model("a", busy(retry_after=7), "hi")], sleep=waits).reply(ASKED))
    assert waits.seconds == [7.0]


def test_a_model_that_asks_for_too_long_a_wait_is_skipped() -> None:
    first, second = model("a", busy(retry_after=3600)), model("b", "hi")
    waits = Waits()
    assert asyncio.run(Chain([first, second], sleep=waits).reply(ASKED)).model == "b"
    assert waits.seconds == []


def test_no_text_is_sent_twice_when_a_stream_is_cut_and_another_model_continues() -> None:
    cut = Stream(["Once upon ", "a ti"], ReplyCut(model="a", problem="the connection ended"))
    chain = Chain([model("a", cut), model("b", Stream(["Once upon ", "a time."]))], tries=1)
    heard, pieces = PieceCollector(), []

    def hear(piece: object) -> None:
        pieces.append(piece)
        heard.hear(piece)  # type: ignore[arg-type]

    reply = asyncio.run(chain.reply(ASKED, hear))
    assert heard.text == reply.text == "Once upon a time."
    assert StartedOver("b", "reply_cut") in pieces


def test_when_every_member_failed_the_error_names_each() -> None:
    refusal = ModelRefused(model="b", problem="no")
    with pytest.raises(NoModelLeft) as caught:
        asyncio.run(Chain([model("a", busy()), model("b", refusal)], tries=1).reply(ASKED))
    assert [failure.code for failure in caught.value.failures] == ["model_busy", "model_refused"]
    assert "a: 429; b: no" in str(caught.value)


def test_a_single_member_raises_its_own_error() -> None:
    with pytest.raises(ModelRefused):
        asyncio.run(Chain([model("a", ModelRefused(model="a", problem="no"))]).reply(ASKED))


def test_a_member_that_failed_rests_for_a_minute_and_is_then_asked_first_again() -> None:
    clock = FixedClock()
    first, second = model("a", busy(), "back"), model("b", "one", "two")
    chain = Chain([first, second], tries=1, clock=clock)

    async def ask() -> list[Reply]:
        replies = [await chain.reply(ASKED), await chain.reply(ASKED)]
        clock.seconds += 61
        return [*replies, await chain.reply(ASKED)]

    assert [reply.text for reply in asyncio.run(ask())] == ["one", "two", "back"]


def test_the_abilities_are_those_of_the_member_that_would_be_asked_now() -> None:
    weak = Abilities(is_weak=True)
    chain = Chain([model("a", busy()), model("b", "hi", abilities=weak)], tries=1, clock=FixedClock())
    assert not chain.abilities.is_weak
    asyncio.run(chain.reply(ASKED))
    assert chain.abilities.is_weak


def test_a_chain_has_the_names_of_its_members_and_needs_one() -> None:
    assert Chain([model("a"), model("b")]).name == "a → b"
    with pytest.raises(InvalidOption):
        Chain([])


def test_a_model_that_took_too_long_is_not_asked_again_for_the_same_reply() -> None:
    slow = ModelTimedOut(model="a", problem="120 s")
    first, second = model("a", slow), model("b", "hi")
    waits = Waits()
    assert asyncio.run(Chain([first, second], sleep=waits).reply(ASKED)).text == "hi"
    assert (len(first.calls), waits.seconds) == (1, [])
    with pytest.raises(ModelTimedOut):
        asyncio.run(Chain([model("a", slow)], sleep=waits).reply(ASKED))


class Hanging:
    """A model that never answers."""

    abilities = Abilities()

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: list[tuple[str, int, int]] = []

    async def reply(self, request: Request, hear: object = None) -> Reply:
        found = WAITS.longest()
        assert found is not None
        self.seen.append((found[0].model, found[0].attempt, found[0].attempts))
        await asyncio.Event().wait()
        raise AssertionError


def test_all_tries_and_members_together_have_one_time_limit() -> None:
    hanging = [Hanging("a"), Hanging("b")]
    failing = model("c", *[busy(retry_after=9)] * 3)
    for members in (hanging, [failing]):
        with pytest.raises(ModelTimedOut) as caught:
            asyncio.run(Chain(members, seconds=0.05).reply(ASKED))
        assert "over all tries" in str(caught.value)
    assert (hanging[0].seen, hanging[1].seen) == ([("a", 1, 3)], [])
    assert WAITS.longest() is None


def test_a_time_limit_of_a_member_or_the_caller_is_not_that_of_the_chain() -> None:
    async def limited() -> None:
        async with asyncio.timeout(0.02):
            await Chain([Hanging("a")], seconds=60).reply(ASKED)

    with pytest.raises(TimeoutError):
        asyncio.run(limited())
    with pytest.raises(TimeoutError):
        asyncio.run(Chain([model("a", TimeoutError())], seconds=60).reply(ASKED))
