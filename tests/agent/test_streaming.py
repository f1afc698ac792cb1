"""The sink: kept before it is shown, in order, and pieces that wait together go together."""

import asyncio
from collections.abc import Sequence

import pytest

from inkwright.agent.streaming import MAX_REASONING, EventSink, FinishTurn, ReplyStream, merge_text_events
from inkwright.conversation.events import Event, ReasoningAppended, TextAppended, TextEnded, Warned
from inkwright.ids import TimedIds
from inkwright.llm.models import ReasoningPiece, TextPiece
from inkwright.testing.memory_conversations import MemoryJournal


def grew(text: str, text_id: str = "1") -> TextAppended:
    return TextAppended(text_id=text_id, text=text)


def test_pieces_of_one_text_that_follow_each_other_become_one() -> None:
    end, warned = TextEnded(text_id="1"), Warned(code="w", message="m")
    events: list[Event] = [grew("a"), grew("b"), warned, grew("c"), grew("x", "2"), grew("d"), end]
    assert merge_text_events(events) == [grew("ab"), warned, grew("c"), grew("x", "2"), grew("d"), end]


def test_the_reasoning_of_a_reply_ends_when_the_words_begin_and_only_so_much_of_it_is_kept() -> None:
    async def go() -> list[tuple[int, Event]]:
        journal = MemoryJournal()
        async with EventSink(journal, "t", lambda _, __: None) as sink:
            stream = ReplyStream(sink, TimedIds())
            stream.listen(hears_text=True)
            for piece in (" ", "Hm", ".", "x" * MAX_REASONING):
                stream.hear(ReasoningPiece(piece))
            stream.hear(TextPiece("Yes."))
            stream.finish("Yes.")
        return await journal.read("t")

    events = [event for _, event in asyncio.run(go())]
    assert [event.kind for event in events] == ["reasoning_grew", "reasoning_ended", "text_grew", "text_ended"]
    assert isinstance(events[0], ReasoningAppended)
    assert (events[0].text[:3], len(events[0].text)) == ("Hm.", MAX_REASONING)


class SlowJournal(MemoryJournal):
    """Takes its time, so that things pile up."""

    async def append(self, turn_id: str, events: Sequence[Event], finish: FinishTurn | None = None) -> list[int]:
        await asyncio.sleep(0.01)
        return await super().append(turn_id, events, finish)


def test_nothing_is_shown_before_it_is_kept_and_all_is_kept_when_the_voice_is_left() -> None:
    journal, shown = SlowJournal(), list[tuple[int, Event]]()

    async def go() -> None:
        async with EventSink(journal, "t", lambda number, event: shown.append((number, event))) as sink:
            sink.emit(grew("a"))
            await asyncio.sleep(0.001)
            for piece in "bcd":
                sink.emit(grew(piece))
            assert shown == []

    asyncio.run(go())
    assert shown == [(1, grew("a")), (2, grew("bcd"))]
    assert asyncio.run(journal.read("t")) == shown


class StrictJournal(SlowJournal):
    """Is not asked to keep nothing."""

    async def append(self, turn_id: str, events: Sequence[Event], finish: FinishTurn | None = None) -> list[int]:
        assert events
        return await super().append(turn_id, events, finish)


def test_a_voice_that_is_left_by_an_error_after_a_silence_keeps_nothing_more_and_the_error_stays() -> None:
    journal = StrictJournal()

    async def go() -> None:
        is_shown = asyncio.Event()
        async with EventSink(journal, "t", lambda _, __: is_shown.set()) as sink:
            sink.emit(grew("a"))
            await is_shown.wait()
            await asyncio.sleep(0.05)
            raise LookupError("the disk")

    with pytest.raises(LookupError, match="the disk"):
        asyncio.run(go())
    assert asyncio.run(journal.read("t")) == [(1, grew("a"))]


@pytest.mark.parametrize("cancels", [1, 3])
def test_who_is_cancelled_while_the_voice_is_left_waits_until_all_is_kept(cancels: int) -> None:
    journal, shown = SlowJournal(), list[Event]()

    async def speak() -> None:
        async with EventSink(journal, "t", lambda _, event: shown.append(event)) as sink:
            sink.emit(grew("a"))

    async def go() -> None:
        speaking = asyncio.create_task(speak())
        for _ in range(cancels):
            await asyncio.sleep(0.001)
            speaking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await speaking
        assert shown == [grew("a")]

    asyncio.run(go())
    assert asyncio.run(journal.read("t")) == [(1, grew("a"))]
