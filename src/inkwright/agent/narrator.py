"""`Narrator`: hears the pieces of a reply and tells the person what is meant for them, as it is written: the message
inside an ending, and in a chat plain text.
"""

from inkwright.agent.finals import ENDINGS
from inkwright.agent.voice import Voice
from inkwright.conversation.events import TextEnded, TextGrew, TextRetracted
from inkwright.ids import Ids
from inkwright.llm.models import CallPiece, Piece, StartedOver, TextPiece
from inkwright.parsing import JsonStream
from inkwright.parsing import TextCorrected as Corrected
from inkwright.parsing import TextGrew as Grew

_MESSAGE = ("message",)
_MAY_BE_OTHER = ("<", "{", "[", "`", "\ufeff")


class Narrator:
    """At most one text is open at a time. What was shown and then refused is retracted, never left standing."""

    def __init__(self, voice: Voice, ids: Ids) -> None:
        self._voice = voice
        self._ids = ids
        self._stream = JsonStream()
        self._text_id: str | None = None
        self._told = ""
        self._hears_text = False
        self._held = ""

    def listen(self, *, hears_text: bool = False) -> None:
        """A new reply begins; a text of an earlier one that is still open was not the end."""
        self.retract()
        self._stream = JsonStream()
        self._hears_text = hears_text
        self._held = ""

    def hear(self, piece: Piece) -> None:
        """One piece of a reply."""
        if isinstance(piece, StartedOver):
            self.listen(hears_text=self._hears_text)
        elif isinstance(piece, TextPiece) and self._hears_text:
            self._hear_text(piece.text)
        elif isinstance(piece, CallPiece) and piece.name in ENDINGS:
            for event in self._stream.feed(piece.arguments):
                if isinstance(event, Grew) and event.path == _MESSAGE:
                    self._grow(event.text)
                elif isinstance(event, Corrected) and event.path == _MESSAGE:
                    self.retract()
                    self._grow(event.text)

    def _hear_text(self, words: str) -> None:
        """Plain text is told as it comes, unless it may turn out to be something else: thoughts, or a request."""
        if self._told:
            self._grow(words)
            return
        self._held += words
        begins = self._held.lstrip()
        if begins and not begins.startswith(_MAY_BE_OTHER):
            self._grow(begins)

    def retract(self) -> None:
        """What is open counts no more."""
        if self._text_id is not None:
            self._voice.say(TextRetracted(text_id=self._text_id))
        self._text_id, self._told = None, ""

    def finish(self, message: str) -> None:
        """This is the message, and it stands: what of it was not told yet is told now, what was told otherwise anew."""
        if message != self._told.rstrip():
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
