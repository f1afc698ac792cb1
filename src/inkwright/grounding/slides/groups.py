"""Which statements stand on one slide: neighbours in the text, from the beginning of what they belong to."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from inkwright.artifacts.slides.fields import MAX_BULLET
from inkwright.artifacts.slides.markdown.inline import escape_marks
from inkwright.artifacts.text import column_width, one_line
from inkwright.grounding.statements import Statement
from inkwright.grounding.summary.ranking import Ranking
from inkwright.i18n import Language

_MAX_LINES: Final = 5
_MAX_COLUMNS: Final = 560


class ShownStatement(NamedTuple):
    """A statement as lines of a slide: one for each sentence, or one for all if some qualify the first."""

    statement: Statement
    lines: tuple[str, ...]

    @property
    def width(self) -> int:
        """The columns of all lines."""
        return sum(map(column_width, self.lines))


def fitted(content: str, limit: int) -> str | None:
    """Return the text escaped for a slide, or None if it exceeds `limit`."""
    written = escape_marks(one_line(content))
    return written if 0 < len(written) <= limit else None


def statement_groups(
    statements: Sequence[Statement], ranking: Ranking, language: Language, most: int
) -> list[list[ShownStatement]]:
    """Return at most `most` groups that fit on a slide each, of about equal size, in the order of the text.

    If there is no room for all, the beginning and the most informative pieces are shown, each from its first sentence.
    """
    pieces = [fitting for piece in _pieces(statements) if (fitting := _beginning(piece, language))]
    kept = [0] if pieces else []
    for index in sorted(range(1, len(pieces)), key=lambda index: -_score(pieces[index], ranking)):
        chosen = sorted([*kept, index])
        if len(_pages([pieces[each] for each in chosen])) > most:
            break
        kept = chosen
    return _pages([pieces[index] for index in kept])


def _pieces(statements: Sequence[Statement]) -> Iterator[list[Statement]]:
    """Yield statements with those after them that need them."""
    piece: list[Statement] = []
    for statement in statements:
        if piece and (statement.is_clear or not statement.before):
            yield piece
            piece = []
        piece.append(statement)
    if piece:
        yield piece


def _beginning(piece: Sequence[Statement], language: Language) -> list[ShownStatement]:
    """Return the statements from the beginning of the piece that fit on a slide."""
    shown: list[ShownStatement] = []
    for statement in piece:
        each = [each.sentence.text for each in statement.sentences]
        written = [statement.text(language)] if statement.is_qualified else each
        lines = tuple(filter(None, (fitted(line, MAX_BULLET) for line in written)))
        added = [*shown, ShownStatement(statement, lines)]
        if len(lines) < len(written) or not _fits(added):
            break
        shown = added
    return shown


def _score(piece: Sequence[ShownStatement], ranking: Ranking) -> float:
    return max(ranking.score(each.sentence) for shown in piece for each in shown.statement.sentences)


def _fits(group: Sequence[ShownStatement]) -> bool:
    return fits_on_slide([line for each in group for line in each.lines])


def fits_on_slide(lines: Sequence[str]) -> bool:
    """Whether the lines are few and short enough for a slide."""
    return len(lines) <= _MAX_LINES and sum(map(column_width, lines)) <= _MAX_COLUMNS


def _pages(pieces: Sequence[list[ShownStatement]]) -> list[list[ShownStatement]]:
    """Return the pieces on pages of about equal size."""
    lines = [line for piece in pieces for each in piece for line in each.lines]
    count = max(-(-len(lines) // _MAX_LINES), -(-sum(map(column_width, lines)) // _MAX_COLUMNS), 1)
    pages: list[list[ShownStatement]] = []
    for piece in pieces:
        if (
            not pages
            or sum(len(each.lines) for each in pages[-1]) * count >= len(lines)
            or not _fits([*pages[-1], *piece])
        ):
            pages.append([])
        pages[-1] += piece
    return pages
