"""`Narrator`: hears the pieces of a reply and tells the person the message inside its ending, as it is written."""

from inkwright.agent.finals import ENDINGS
from inkwright.agent.voice import Voice
from inkwright.conversation.events import TextEnded, TextGrew, TextRetracted
from inkwright.ids import Ids
from inkwright.llm.models import CallPiece, Piece, StartedOver
from inkwright.parsing import JsonStream
from inkwright.parsing import TextCorrected as Corrected
from inkwright.parsing import TextGrew as Grew

_MESSAGE = ("message",)


class Narrator:
    """At most one text is open at a time. What was shown and then refused is retracted, never left standing."""

    def __init__(self, voice: Voice, ids: Ids) -> None:
        self._voice = voice
        self._ids = ids
        self._stream = JsonStream()
        self._text_id: str | None = None
        self._told = ""

    def listen(self) -> None:
        """A new reply begins; a text of an earlier one that is still open was not the end."""
        self.retract()
        self._stream = JsonStream()

    def hear(self, piece: Piece) -> None:
        """One piece of a reply."""
        if isinstance(piece, StartedOver):
            self.listen()
        elif isinstance(piece, CallPiece) and piece.name in ENDINGS:
            for event in self._stream.feed(piece.arguments):
                if isinstance(event, Grew) and event.path == _MESSAGE:
                    self._grow(event.text)
                elif isinstance(event, Corrected) and event.path == _MESSAGE:
                    self.retract()
                    self._grow(event.text)

    def retract(self) -> None:
        """What is open counts no more."""
        if self._text_id is not None:
            self._voice.say(TextRetracted(text_id=self._text_id))
        self._text_id, self._told = None, ""

    def finish(self, message: str) -> None:
        """This is the message, and it stands: what of it was not told yet is told now, what was told otherwise anew."""
        if not message.startswith(self._told):
            self.retract()
        self._grow(message[len(self._told) :])
        if self._text_id is not None:
            self._voice.say(TextEnded(text_id=self._text_id))
        self._text_id, self._told = None, ""

    def _grow(self, text: str) -> None:
        if not text:
            return
        self._told += text
        if self._text_id is None:
            self._text_id = self._ids.new("text")
        self._voice.say(TextGrew(text_id=self._text_id, text=text))
