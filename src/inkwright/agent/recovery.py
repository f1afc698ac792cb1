"""Rebuild what a turn knows from the journal and the ledger when it continues, also after its process died."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import EventSink, announced_once
from inkwright.conversation.events import (
    Data,
    Event,
    TextAppended,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolStarted,
    TurnFinished,
)
from inkwright.conversation.payloads import WIRE_PREFIX, file_ready_event
from inkwright.conversation.turns import Failed, LedgerEntry, TurnState


@dataclass(frozen=True, slots=True)
class RecoveredTurn:
    """What earlier runs of a turn did: the tools that were called, the ones that should have made something and last
    failed, each with its problem for the person, the calls of tools that only read, and the events about calls.
    """

    called: set[str] = field(default_factory=set)
    failures: dict[str, str] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)
    told: set[tuple[str, str]] = field(default_factory=set)


async def recover_turn(turn: TurnState, services: TurnServices, sink: EventSink) -> RecoveredTurn:
    """Return what earlier runs of the turn did, and make its events complete: the text of a run that did not end is
    retracted, what was made and not announced is announced, and what such a run announced is not announced again.

    A version that was stored by a step which did not end is removed. A turn that has not run yet has none of this.
    """
    made = await services.ledger.of(turn.id)
    if not made and not turn.spent.calls and turn.epoch == turn.begun_at_epoch:
        return RecoveredTurn()
    await discard_unfinished(turn, services, made)
    events = [event for _, event in await services.journal.read(turn.id)]
    sink.told = _announcements(events)
    data = [event for event in events if isinstance(event, Data)]
    sink.emitted |= {WIRE_PREFIX + event.name for event in data}
    for text_id in _open_texts(events):
        sink.emit(TextRetracted(text_id=text_id))
    announced = {event.id for event in data}
    for entry in made:
        artifact = await services.vault.get(entry.artifact.id, owner=turn.owner)
        if artifact is not None and artifact.id not in announced:
            sink.emit(file_ready_event(artifact))
    return _tool_calls(events, made, {tool.name for tool in services.tools if tool.makes_artifacts})


async def discard_unfinished(turn: TurnState, services: TurnServices, made: Sequence[LedgerEntry]) -> None:
    """Remove the versions of a turn that are not in its ledger: they were never announced."""
    finished = [entry.artifact.id for entry in made]
    await services.vault.discard_unfinished(turn.id, owner=turn.owner, finished=finished)


def _tool_calls(events: Sequence[Event], made: Sequence[LedgerEntry], makers: set[str]) -> RecoveredTurn:
    """Return what the events say about tools. After a failure, a turn that is tried again starts from the beginning."""
    found = RecoveredTurn({entry.tool for entry in made})
    for event in events:
        if isinstance(event, ToolStarted | ToolFinished | ToolFailed):
            found.told.add((event.kind, event.call_id))
        match event:
            case ToolStarted():
                found.called.add(event.tool)
            case ToolFailed() if event.tool in makers:
                found.failures[event.tool] = event.reason
            case ToolFinished():
                found.failures.pop(event.tool, None)
                found.reads.extend([event.call] if event.call else [])
            case TurnFinished(outcome=Failed()):
                found.failures.clear()
                found.reads.clear()
            case _:
                continue
    return found


def _announcements(events: Sequence[Event]) -> Counter[str]:
    """Return what a run that did not end has announced."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, TurnFinished):
            found.clear()
        elif told := announced_once(event):
            found[told] += 1
    return found


def _open_texts(events: Sequence[Event]) -> list[str]:
    """Return the texts that a run showed which did not end."""
    texts: dict[str, None] = {}
    for event in events:
        if isinstance(event, TextAppended):
            texts[event.text_id] = None
        elif isinstance(event, TextRetracted):
            texts.pop(event.text_id, None)
        elif isinstance(event, TurnFinished):
            texts.clear()
    return list(texts)
