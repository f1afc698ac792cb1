"""Names that a hosted model must not see: replaced on the way out, and put back on the way in.

The names are those of the present context, so that every call to a hosted model in it is covered.
"""

import contextlib
import dataclasses
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from typing import Any, Final

from inkwright.llm.models import CallPiece, Piece, PieceListener, Reply, Request, StartedOver, TextPiece

_TOKEN: Final = re.compile(r"(?:Pupil|PupilNo|NamePart)_\d{4,6}")
_MAX_TOKEN: Final = 20
_TOKEN_START: Final = re.compile(
    r"(?:P(?:u(?:p(?:i(?:l(?:N(?:o)?)?)?)?)?)?|N(?:a(?:m(?:e(?:P(?:a(?:r(?:t)?)?)?)?)?)?)?)(?:_\d{0,6})?$"
)
"""A text that ends like this may continue as a token."""

_HAN: Final = re.compile("[\u3400-\u9fff]")


class Pseudonyms:
    """Tokens for names. `names` maps each text that must not leave to its kind: Pupil, PupilNo or NamePart.

    Parts of names are replaced where they are written as a name: with a capital letter, or in Chinese.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self._tokens: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for number, (name, kind) in enumerate(names.items(), 1):
            token = f"{kind}_{number:04d}"
            self._names[token] = name
            for written in _written_forms(name):
                self._tokens.setdefault(written.lower(), token)
        exact = [name for name, kind in names.items() if kind == "NamePart" and not _HAN.search(name)]
        others = [name for name, kind in names.items() if kind != "NamePart" or _HAN.search(name)]
        self._patterns = [
            re.compile(_alternatives(group, folds=bool(flags)), flags)
            for group, flags in ((others, re.IGNORECASE), (exact, re.NOFLAG))
            if group
        ]

    def hide(self, text: str) -> str:
        """Return the text with tokens for the names."""
        for pattern in self._patterns:
            text = pattern.sub(lambda found: self._tokens[found[0].lower()], text)
        return text

    def restore(self, text: str, *, is_json: bool = False) -> str:
        """Return the text with the names for the tokens; inside a string of JSON they are escaped."""

        def name(found: re.Match[str]) -> str:
            written = self._names.get(found[0], found[0])
            return json.dumps(written, ensure_ascii=False)[1:-1] if is_json else written

        return _TOKEN.sub(name, text)

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
        self._calls: dict[int, tuple[str, str]] = {}

    def __call__(self, piece: Piece) -> None:
        match piece:
            case TextPiece(text):
                ready, self._text = _split(self._text + text)
                if ready:
                    self._hear(TextPiece(self._pseudonyms.restore(ready)))
            case CallPiece(index, name, arguments):
                ready, left = _split(self._calls.get(index, ("", ""))[1] + arguments)
                self._calls[index] = (name, left)
                self._hear(CallPiece(index, name, self._pseudonyms.restore(ready, is_json=True)))
            case StartedOver():
                self._text = ""
                self._calls.clear()
                self._hear(piece)

    def finish(self) -> None:
        """Pass on what still waits: the reply is complete."""
        if self._text:
            self._hear(TextPiece(self._pseudonyms.restore(self._text)))
        for index, (name, left) in self._calls.items():
            if left:
                self._hear(CallPiece(index, name, self._pseudonyms.restore(left, is_json=True)))
        self._text = ""
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


def _written_forms(name: str) -> set[str]:
    """Return a name, and how it is written inside JSON."""
    return {name, json.dumps(name)[1:-1]}


def _alternatives(names: Iterable[str], *, folds: bool) -> str:
    """Return a pattern for any of these names, the longest first, as a tree of their characters."""
    tree: dict[str, Any] = {}
    for name in names:
        for written in _written_forms(name):
            node = tree
            for char in written:
                node = node.setdefault(char.lower() if folds and len(char.lower()) == 1 else char, {})
            node[""] = not _HAN.search(written)
    return _tree_pattern(tree, is_first=True)


def _tree_pattern(tree: dict[str, Any], *, is_first: bool = False) -> str:
    options = []
    for char, below in sorted(tree.items(), reverse=True):
        if char == "":
            options.append(r"(?!\w)" if below else "")
            continue
        # A name in letters is a word of its own; a Chinese name may touch other characters.
        start = r"(?<!\w)" if is_first and not _HAN.match(char) and char != "\\" else ""
        options.append(start + re.escape(char) + _tree_pattern(below))
    return options[0] if len(options) == 1 else f"(?:{'|'.join(options)})"
