"""The texts of a quiz in its page: words escaped, formulas as MathML and code as it is, in boxes that scroll."""

import html
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from inkwright.artifacts.quizzes.fences import passages
from inkwright.artifacts.quizzes.formulas import BLANK, Piece, pieces
from inkwright.artifacts.quizzes.mathml import Formula, mathml

_SHORT: Final = 9.0
"""A formula so wide, in squares of its type, fits every place of a page on a phone and needs no box."""


class PageTexts:
    """Turns texts into HTML, given all of them first: one run converts all formulas."""

    def __init__(self, texts: Iterable[str]) -> None:
        wanted = [
            _formula_of(piece)
            for each in texts
            if "$" in each
            for passage in passages(each)
            if not passage.is_code
            for piece in pieces(passage.text)
            if piece.is_formula
        ]
        self._formulas = mathml(wanted)
        self.are_all_read = all(each in self._formulas for each in wanted)

    def html(self, words: str, blank: Callable[[], str] | None = None) -> str:
        """The text as HTML. `blank` makes what stands in the place of the next blank."""
        written: list[str] = []
        for passage in passages(words):
            if passage.is_code:
                written.append(f'<code class="block">{_escaped(passage.text, blank)}</code>')
            else:
                written += self._line(passage.text, blank)
        return "".join(written)

    def _line(self, words: str, blank: Callable[[], str] | None) -> Iterator[str]:
        found = [*pieces(words)]
        for at, piece in enumerate(found):
            if piece.is_formula:
                yield self._formula(piece)
                continue
            # A formula that has a line of its own needs no end of line beside it.
            follows = at > 0 and found[at - 1].is_display
            leads = at + 1 < len(found) and found[at + 1].is_display
            text = piece.text.lstrip(" ").removeprefix("\n") if follows else piece.text
            yield _escaped(text.rstrip(" ").removesuffix("\n") if leads else text, blank)

    def _formula(self, piece: Piece) -> str:
        shown = self._formulas.get(_formula_of(piece))
        if shown is None:
            return f"<code>{html.escape(piece.text)}</code>"
        if piece.is_display:
            return f'<span class="formula display">{shown.markup}</span>'
        # Lines may break beside a box, even before a comma: what needs none has none.
        return shown.markup if shown.width <= _SHORT else f'<span class="formula">{shown.markup}</span>'


def _formula_of(piece: Piece) -> Formula:
    return Formula(piece.text, piece.is_display)


def _escaped(words: str, blank: Callable[[], str] | None) -> str:
    if blank is None:
        return html.escape(words)
    written, start = [], 0
    for found in BLANK.finditer(words):
        written += [html.escape(words[start : found.start()]), blank()]
        start = found.end()
    return "".join([*written, html.escape(words[start:])])
