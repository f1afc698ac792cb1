"""`LoggedModel`: a model every call of which is written down, for callers that keep no log of their own."""

from inkwright.clock import Clock, SystemClock
from inkwright.errors import ModelError
from inkwright.llm.calls import Call, CallLog
from inkwright.llm.models import Abilities, Hear, Model, Reply, Request, Usage, unheard


class LoggedModel:
    """Asks the model inside. A reply with tool calls is written down with them."""

    def __init__(self, model: Model, call_log: CallLog, purpose: str, *, clock: Clock | None = None) -> None:
        self._model = model
        self._call_log = call_log
        self._purpose = purpose
        self._clock = clock or SystemClock()

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """Those of the model inside."""
        return self._model.abilities

    async def reply(self, request: Request, hear: Hear = unheard) -> Reply:
        start = self._clock.elapsed()
        try:
            reply = await self._model.reply(request, hear)
        except ModelError as error:
            self._record(request, Reply(""), start, error.code)
            raise
        self._record(request, reply, start, None)
        return reply

    def _record(self, request: Request, reply: Reply, start: float, error: str | None) -> None:
        written = reply.text + "".join(f"\n{call.name} {call.arguments}" for call in reply.calls)
        usage = reply.usage if error is None else Usage()
        seconds = self._clock.elapsed() - start
        name = reply.model or self.name
        self._call_log.record(
            Call(self._purpose, name, request.messages, written.strip(), usage, seconds, way="tools", error=error)
        )
