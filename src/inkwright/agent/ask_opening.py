"""Open the questions of a turn: store them, and show what their tools propose; both happen once."""

from collections.abc import Sequence

from inkwright.agent.services import TurnServices
from inkwright.agent.streaming import EventSink
from inkwright.conversation.asks import OpenAsk
from inkwright.conversation.events import Data
from inkwright.conversation.payloads import WIRE_PREFIX


async def open_asks(asks: Sequence[OpenAsk], turn_id: str, services: TurnServices, sink: EventSink) -> None:
    """Store the questions, and show what their tools propose, unless an earlier run of the turn did."""
    tools = {tool.name: tool for tool in services.tools}
    for each in asks:
        await services.asks.open(each.ask)
        propose = tools[each.tool].propose if each.tool in tools else None
        if propose is not None and not await _is_shown(proposed := propose(each.ask), turn_id, services, sink):
            sink.emit(proposed)


async def _is_shown(proposed: Data, turn_id: str, services: TurnServices, sink: EventSink) -> bool:
    """Whether an earlier run has shown this; in the first run of a turn nothing was."""
    if WIRE_PREFIX + proposed.name not in sink.emitted:
        return False
    shown = [event for _, event in await services.journal.read(turn_id) if isinstance(event, Data)]
    return any((event.name, event.id) == (proposed.name, proposed.id) for event in shown)
