"""Names that a hosted model must not see: replaced on the way out, and put back on the way in.

The names are those of the present context, so that every call to a hosted model in it is covered.
"""

import contextlib
import dataclasses
import json
import re
import threading
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, Final

from inkwright.llm.models import CallPiece, Piece, PieceListener, ReasoningPiece, Reply, Request, StartedOver, TextPiece
from inkwright.llm.name_forms import NameFinder

_MIN_DIGITS: Final = 4
_FORMS: Final = 10
"""In how many forms a name is expected to be written."""
_MAX_TOKEN: Final = 20
_TOKEN_START: Final = re.compile(
    r"(?:P(?:u(?:p(?:i(?:l(?:N(?:o)?)?)?)?)?)?|N(?:a(?:m(?:e(?:P(?:a(?:r(?:t)?)?)?)?)?)?)?)(?:_\d{0,6})?$"
)
"""A text that ends like this may continue as a token."""
_DATA: Final = re.compile(r"data:[\w.+/-]{1,60};base64,")


class Pseudonyms:
    """Tokens for names. `names` maps each text that must not leave to its kind: Pupil, PupilNo or NamePart. The other
    arguments are those of a `NameFinder`.

    Each way to write a name has a token of its own, so that the person reads it as it was written.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        *,
        words: Collection[str] = (),
        sentence_words: Collection[str] = (),
        comparable: Callable[[str], str] = str,
    ) -> None:
        parts = {name for name, kind in names.items() if kind == "NamePart" and " " not in name}
        self._finder = NameFinder(
            [name for name in names if name not in parts],
            parts,
            words=words,
            sentence_words=sentence_words,
            comparable=comparable,
        )
        self._kinds = names
        self._digits = max(_MIN_DIGITS, len(str(_FORMS * len(names))))
        self._token = re.compile(rf"(?:Pupil|PupilNo|NamePart)_\d{{{self._digits}}}")
        self._tokens: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self._lock = threading.Lock()
        for name in names:
            self._token_of(name, name)

    def _token_of(self, name: str, written: str) -> str:
        """Return the token of a name that is written like this. If there are too many forms, it is that of the name."""
        with self._lock:
            token = self._tokens.get(written)
            if token is None and (number := len(self._written) + 1) < 10**self._digits:
                token = self._tokens[written] = f"{self._kinds[name]}_{number:0{self._digits}d}"
                self._written[token] = written
        return token or self._tokens[name]

    def hide(self, text: str) -> str:
        """Return the text with tokens for the names. A picture stays as it is."""
        if _DATA.match(text):
            return text
        text = unicodedata.normalize("NFC", text)
        hidden, end = [], 0
        for found in self._finder.find(text):
            hidden += [text[end : found.start], self._token_of(found.name, found.written)]
            end = found.end
        return "".join([*hidden, text[end:]])

    def restore(self, text: str, *, is_json: bool = False) -> str:
        """Return the text with the names for the tokens; inside a string of JSON they are escaped."""

        def name(found: re.Match[str]) -> str:
            written = self._written.get(found[0], found[0])
            return json.dumps(written, ensure_ascii=False)[1:-1] if is_json else written

        return self._token.sub(name, text)

    def request(self, request: Request) -> Request:
        """Return the request as it may leave."""
        return dataclasses.replace(request, messages=[self._hidden(each) for each in request.messages])

    def _hidden(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.hide(value)
        if isinstance(value, Mapping):
            return {key: self._hidden(item) for key, item in value.items()}
        return [self._hidden(item) for item in value] if isinstance(value, list | tuple) else value

    def reply(self, reply: Reply) -> Reply:
        """Return the reply as the person may read it."""
        calls = tuple(
            dataclasses.replace(call, arguments=self.restore(call.arguments, is_json=True)) for call in reply.calls
        )
        return dataclasses.replace(reply, text=self.restore(reply.text), calls=calls)

    def listener(self, hear: PieceListener) -> "RestoringListener":
        """Return a listener that puts the names back into pieces, also where a token is split between two."""
        return RestoringListener(self, hear)


class RestoringListener:
    """Hears pieces with tokens and passes them on with names. What may be the beginning of a token waits."""

    def __init__(self, pseudonyms: Pseudonyms, hear: PieceListener) -> None:
        self._pseudonyms = pseudonyms
        self._hear = hear
        self._text = ""
        self._reasoning = ""
        self._calls: dict[int, tuple[str, str]] = {}

    def __call__(self, piece: Piece) -> None:
        match piece:
            case TextPiece(text):
                ready, self._text = _split(self._text + text)
                if ready:
                    self._hear(TextPiece(self._pseudonyms.restore(ready)))
            case ReasoningPiece(text):
                ready, self._reasoning = _split(self._reasoning + text)
                if ready:
                    self._hear(ReasoningPiece(self._pseudonyms.restore(ready)))
            case CallPiece(index, name, arguments):
                ready, left = _split(self._calls.get(index, ("", ""))[1] + arguments)
                self._calls[index] = (name, left)
                self._hear(CallPiece(index, name, self._pseudonyms.restore(ready, is_json=True)))
            case StartedOver():
                self._text = self._reasoning = ""
                self._calls.clear()
                self._hear(piece)

    def finish(self) -> None:
        """Pass on what still waits: the reply is complete."""
        if self._reasoning:
            self._hear(ReasoningPiece(self._pseudonyms.restore(self._reasoning)))
        if self._text:
            self._hear(TextPiece(self._pseudonyms.restore(self._text)))
        for index, (name, left) in self._calls.items():
            if left:
                self._hear(CallPiece(index, name, self._pseudonyms.restore(left, is_json=True)))
        self._text = self._reasoning = ""
        self._calls.clear()


_IN_USE: ContextVar[Pseudonyms | None] = ContextVar("pseudonyms", default=None)


@contextlib.contextmanager
def names_hidden(pseudonyms: Pseudonyms | None) -> Iterator[None]:
    """Within this context, hosted models see tokens for these names."""
    token = _IN_USE.set(pseudonyms)
    try:
        yield
    finally:
        _IN_USE.reset(token)


def pseudonyms_in_use() -> Pseudonyms | None:
    """Return the pseudonyms of this context."""
    return _IN_USE.get()


def _split(text: str) -> tuple[str, str]:
    """Split a text before the beginning of a token that may be cut off."""
    found = _TOKEN_START.search(text, max(0, len(text) - _MAX_TOKEN))
    return (text[: found.start()], text[found.start() :]) if found else (text, "")
