"""Make the events of a turn complete when it goes on after its process died."""

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.conversation.events import Data, TextAppended, TextRetracted, TurnFinished
from inkwright.conversation.payloads import WIRE_PREFIX, file_ready_event
from inkwright.conversation.turns import TurnState


async def recover_events(turn: TurnState, services: TurnServices, sink: EventSink) -> None:
    """Retract the text of a run that did not end, and announce what was made and not announced.

    A turn that has not run yet has neither.
    """
    made = await services.ledger.of(turn.id)
    if not made and not turn.spent.calls:
        return
    announced: set[str | None] = set()
    texts: dict[str, None] = {}
    for _, event in await services.journal.read(turn.id):
        if isinstance(event, Data):
            announced.add(event.id)
            sink.emitted.add(WIRE_PREFIX + event.name)
        elif isinstance(event, TextAppended):
            texts[event.text_id] = None
        elif isinstance(event, TextRetracted):
            texts.pop(event.text_id, None)
        elif isinstance(event, TurnFinished):
            texts.clear()
    for text_id in texts:
        sink.emit(TextRetracted(text_id=text_id))
    for entry in made:
        if entry.artifact.id not in announced:
            artifact = await services.vault.get(entry.artifact.id, owner=turn.owner)
            if artifact is not None:
                sink.emit(file_ready_event(artifact))
