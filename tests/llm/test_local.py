"""The real embedded model: it loads once, answers, follows schemas, stops, and never blocks the event loop."""

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field

from inkwright import Brain, ModelNotInstalled, ModelUnavailable, ReplyCut, RequestInvalid, RequestTooLong
from inkwright.llm.local import LocalModel, LocalWeights, is_installed
from inkwright.llm.models import Request, TextPiece, Tool
from inkwright.llm.tool_emulation import with_tools

HELLO = [{"role": "user", "content": "Say hello."}]
STORY = [{"role": "user", "content": "Tell a long story about a river."}]

pytestmark = pytest.mark.skipif(
    not is_installed(), reason="the embedded model is not installed: inkwright models install tiny"
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalModel]:
    embedded = LocalModel(LocalWeights(memory=tmp_path_factory.mktemp("home") / "local.json"))
    yield embedded
    embedded.close()


def test_it_answers_and_sends_the_pieces_as_they_come(model: LocalModel) -> None:
    pieces: list[Any] = []
    reply = asyncio.run(model.reply(Request(HELLO, max_tokens=12), pieces.append))
    assert reply.text.strip()
    assert "".join(piece.text for piece in pieces if isinstance(piece, TextPiece)) == reply.text
    assert len(pieces) > 1
    assert reply.usage.completion_tokens <= 12
    assert reply.usage.prompt_tokens > 0
    assert (reply.usage.dollars, reply.model) == (0.0, "local")


def test_a_reply_that_reaches_its_limit_says_so(model: LocalModel) -> None:
    assert asyncio.run(model.reply(Request(STORY, max_tokens=4))).finish == "length"


def test_the_same_seed_gives_the_same_reply_in_any_loop(model: LocalModel) -> None:
    texts = {asyncio.run(model.reply(Request(HELLO, 0.8, 10, seed=7))).text for _ in range(2)}
    assert len(texts) == 1


class Question(BaseModel):
    question: str = Field(min_length=5, max_length=80)
    options: list[str] = Field(min_length=3, max_length=3)


def test_it_gives_a_typed_value_through_the_brain(model: LocalModel) -> None:
    brain = Brain(model)
    found = asyncio.run(brain.think("Write a question about rain with three short answers.", Question))
    assert len(found.options) == 3
    assert brain.usage.completion_tokens > 0
    assert sum(brain.tally.worked.values()) >= 1


def test_it_calls_a_tool_through_the_envelope(model: LocalModel) -> None:
    parameters = {
        "type": "object",
        "properties": {"city": {"type": "string", "minLength": 2, "maxLength": 20}},
        "required": ["city"],
    }
    tool = Tool("weather", "tells the weather in a city", parameters)
    asked = Request([{"role": "user", "content": "What is the weather in Paris?"}], tools=[tool], must_call="weather")
    reply = asyncio.run(with_tools(model).reply(asked))
    (call,) = reply.calls
    assert call.name == "weather"
    assert json.loads(call.arguments).keys() == {"city"}


def test_a_cancelled_request_stops_and_the_next_one_is_answered(model: LocalModel) -> None:
    async def cancel() -> float:
        running = asyncio.create_task(model.reply(Request(STORY, max_tokens=4000)))
        await asyncio.sleep(0.3)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        reply = await asyncio.wait_for(model.reply(Request(HELLO, max_tokens=3)), 60)
        return reply.usage.completion_tokens

    assert asyncio.run(cancel()) == 3


def test_several_requests_at_once_are_each_answered(model: LocalModel) -> None:
    async def ask() -> list[str]:
        replies = await asyncio.gather(*(model.reply(Request(HELLO, max_tokens=4)) for _ in range(5)))
        return [reply.text for reply in replies]

    assert all(asyncio.run(ask()))


def test_the_event_loop_runs_while_the_model_loads_and_writes() -> None:
    fresh = LocalModel()
    longest = 0.0

    async def ask() -> None:
        nonlocal longest
        running = asyncio.create_task(fresh.reply(Request(HELLO, max_tokens=20)))
        last = time.thread_time()
        while not running.done():
            await asyncio.sleep(0.001)
            now = time.thread_time()
            longest, last = max(longest, now - last), now
        await running

    try:
        asyncio.run(ask())
    finally:
        fresh.close()
    assert longest < 0.02, "time of the loop's own thread: what it spent, not what a busy machine took from it"


def test_too_much_text_an_image_and_a_wrong_schema_have_their_own_errors(model: LocalModel) -> None:
    with pytest.raises(RequestTooLong, match="8192"):
        asyncio.run(model.reply(Request([{"role": "user", "content": "word " * 9000}])))
    image = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,"}}]
    with pytest.raises(RequestInvalid, match="not images"):
        asyncio.run(model.reply(Request([{"role": "user", "content": image}])))
    with pytest.raises(RequestInvalid):
        asyncio.run(model.reply(Request(HELLO, schema={"type": "nonsense"})))


def test_the_number_of_threads_is_measured_once_and_remembered(model: LocalModel, tmp_path: Path) -> None:
    asyncio.run(model.reply(Request(HELLO, max_tokens=1)))
    remembered = json.loads(model._weights.memory.read_text()) if model._weights.memory else {}
    assert remembered["threads"] >= 1
    memory = tmp_path / "local.json"
    memory.write_text("broken")
    other = LocalModel(LocalWeights(memory=memory))
    try:
        asyncio.run(other.reply(Request(HELLO, max_tokens=1)))
    finally:
        other.close()
    assert json.loads(memory.read_text())["threads"] >= 1


def test_a_process_that_ends_cuts_the_reply_and_is_started_again(model: LocalModel) -> None:
    async def end() -> None:
        await model.reply(Request(HELLO, max_tokens=1))
        running = asyncio.create_task(model.reply(Request(STORY, max_tokens=4000)))
        await asyncio.sleep(0.3)
        model.close()
        with pytest.raises(ReplyCut):
            await running

    asyncio.run(end())
    assert asyncio.run(model.reply(Request(HELLO, max_tokens=2))).usage.completion_tokens == 2


def test_without_its_weights_it_says_how_to_get_them(tmp_path: Path) -> None:
    with pytest.raises(ModelNotInstalled, match="inkwright models install tiny"):
        asyncio.run(LocalModel(LocalWeights(path=tmp_path / "none.gguf")).reply(Request(HELLO)))


def test_invalid_weights_are_an_error_and_nothing_hangs(tmp_path: Path) -> None:
    weights = tmp_path / "text.gguf"
    weights.write_text("not a model")
    with pytest.raises(ModelUnavailable, match="ended while loading"):
        asyncio.run(LocalModel(LocalWeights(path=weights)).reply(Request(HELLO)))
