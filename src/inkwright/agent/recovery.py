"""Make the events of a turn complete when it continues after its process died."""

from collections.abc import Sequence

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.conversation.events import Data, Event, TextAppended, TextRetracted, TurnFinished
from inkwright.conversation.payloads import WIRE_PREFIX, file_ready_event
from inkwright.conversation.turns import LedgerEntry, TurnState


async def recover_events(turn: TurnState, services: TurnServices, sink: EventSink) -> list[LedgerEntry]:
    """Retract the text of a run that did not end, and announce what was made and not announced. Return what was made.

    A turn that has not run yet has neither.
    """
    made = await services.ledger.of(turn.id)
    if not made and not turn.spent.calls:
        return made
    events = [event for _, event in await services.journal.read(turn.id)]
    data = [event for event in events if isinstance(event, Data)]
    sink.emitted |= {WIRE_PREFIX + event.name for event in data}
    for text_id in _open_texts(events):
        sink.emit(TextRetracted(text_id=text_id))
    announced = {event.id for event in data}
    for entry in made:
        artifact = await services.vault.get(entry.artifact.id, owner=turn.owner)
        if artifact is not None and artifact.id not in announced:
            sink.emit(file_ready_event(artifact))
    return made


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
