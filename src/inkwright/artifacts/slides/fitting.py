"""Text that fits: its lines, its height, the largest size, and parts where it is too much for one box.

All measures are points.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.emphasis import Run, runs
from inkwright.artifacts.slides.wrapping import Faces, broken_words, lines_of, pieces
from inkwright.artifacts.typefaces import Style

__all__ = ["Box", "Faces", "Fitted", "Para", "fit", "height", "para", "split", "wrapped"]

# Office programs round widths to their own grid.
_ROUNDING: Final = 0.3
_NARROW: Final = 0.2
_LONGEST_WORD: Final = 30
# How small a text may become, beside what fits, for something in it that is longer than any word.
_WORTH: Final = 0.7
_SENTENCE_END = re.compile(r"[。！？；!?;][”’」』）)]*\s*|\.\s+")


@dataclass(frozen=True, slots=True)
class Box:
    """The room for text, without the insets around it."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph. Its type is `scale` times that of the text around it; `before` and `after` are in its own size.

    `indent` is the left margin of its lines, in points; a bullet stands inside it. `leading` is the line spacing.
    """

    runs: tuple[Run, ...]
    scale: float = 1.0
    indent: float = 0.0
    before: float = 0.0
    after: float = 0.0
    leading: float = 1.0

    @property
    def text(self) -> str:
        """What a reader sees."""
        return "".join(run.text for run in self.runs)

    def size(self, size: float) -> float:
        """The size of its type in a text of that size, in half points: give exactly this to its runs."""
        return round(size * self.scale * 2) / 2


@dataclass(frozen=True, slots=True)
class Fitted:
    """A size at which everything fits, the lines of each paragraph, and how high they are together."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class _Laid:
    """A paragraph in lines."""

    lines: tuple[str, ...]
    height: float
    before: float
    after: float


def para(text: str, *, scale: float = 1.0, indent: float = 0.0, before: float = 0.0, leading: float = 1.0) -> Para:
    """A paragraph of a text with marks of emphasis. Code and other literal text: `Para((Run(text),))`."""
    return Para(tuple(runs(text)), scale, indent, before, 0.0, leading)


def fit(paragraphs: Sequence[Para], box: Box, sizes: Sequence[float], faces: Faces) -> Fitted | None:
    """The largest of the sizes at which all paragraphs fit the box; None if they do not fit at the smallest.

    A size at which no word has to be broken is taken before a larger one at which one has. What is longer than any
    word, such as an address, may make everything around it a little smaller, not tiny: rather it is broken.
    """
    fitting: Fitted | None = None
    least = 0.0
    for size in sorted(sizes, reverse=True):
        if size < least:
            break
        laid = [_laid(paragraph, size, box.width, faces) for paragraph in paragraphs]
        high = _stacked(laid)
        if high > box.height:
            continue
        found = Fitted(size, tuple(one.lines for one in laid), high)
        broken = [word for paragraph in paragraphs for word in _broken_words(paragraph, size, box.width, faces)]
        if not broken:
            return found
        if fitting is None:
            fitting = found
            least = size * _WORTH if min(map(len, broken)) > _LONGEST_WORD else 0.0
    return fitting


def wrapped(text: str, width: float, size: float, faces: Faces, style: Style = "regular") -> list[str]:
    """The lines of a plain text in that width. Joined, they are the text."""
    run = Run(text, bold="bold" in style, italic="italic" in style)
    return [line for line, _ in lines_of(pieces((run,), faces), _limit(width, size))]


def height(paragraphs: Sequence[Para], size: float, width: float, faces: Faces) -> float:
    """How high the paragraphs are in a box of that width. Nothing is left free before the first."""
    return _stacked([_laid(paragraph, size, width, faces) for paragraph in paragraphs])


def split(paragraphs: Sequence[Para], box: Box, sizes: Sequence[float], faces: Faces) -> list[list[Para]]:
    """As few parts as fit the box at the smallest of the sizes, about equally high. No character is lost.

    What stands under a point stays with it where that is possible; a paragraph that is higher than the box is cut
    behind a sentence, or else behind a line.
    """
    size = min(sizes)
    whole = [piece for paragraph in paragraphs for piece in _cut(paragraph, size, box, faces)]
    blocks = _blocks(whole, size, box, faces)
    parts = _filled(blocks, box.height)
    low, high = 0.0, box.height
    while high - low > size / 2:
        middle = (low + high) / 2
        tried = _filled(blocks, middle)
        if len(tried) <= len(parts):
            parts, high = tried, middle
        else:
            low = middle
    return [[paragraph for block in part for paragraph in block.paragraphs] for part in parts]


def _limit(width: float, size: float) -> float:
    return max(width - _ROUNDING, 0.0) / size


def _laid(paragraph: Para, size: float, width: float, faces: Faces) -> _Laid:
    own = paragraph.size(size)
    lines = lines_of(pieces(paragraph.runs, faces), _limit(width - paragraph.indent, own))
    high = sum(line for _, line in lines) * own * paragraph.leading
    return _Laid(tuple(line for line, _ in lines), high, paragraph.before * own, paragraph.after * own)


def _broken_words(paragraph: Para, size: float, width: float, faces: Faces) -> list[str]:
    limit = _limit(width - paragraph.indent, paragraph.size(size))
    return broken_words(pieces(paragraph.runs, faces), limit)


def _stacked(laid: Sequence[_Laid]) -> float:
    if not laid:
        return 0.0
    return sum(one.before + one.height + one.after for one in laid) - laid[0].before - laid[-1].after


@dataclass(frozen=True, slots=True)
class _Block:
    """Paragraphs that stay together."""

    paragraphs: tuple[Para, ...]
    before: float
    height: float
    after: float


def _blocks(paragraphs: Sequence[Para], size: float, box: Box, faces: Faces) -> list[_Block]:
    """Each point with what is indented under it, as long as that fits the box."""
    blocks: list[_Block] = []
    for paragraph in paragraphs:
        laid = _laid(paragraph, size, box.width, faces)
        alone = _Block((paragraph,), laid.before, laid.height, laid.after)
        last = blocks[-1] if blocks else None
        joined = _joined(last, alone) if last and paragraph.indent > last.paragraphs[0].indent else None
        if joined and joined.height <= box.height:
            blocks[-1] = joined
        else:
            blocks.append(alone)
    return blocks


def _joined(first: _Block, second: _Block) -> _Block:
    high = first.height + first.after + second.before + second.height
    return _Block(first.paragraphs + second.paragraphs, first.before, high, second.after)


def _filled(blocks: Sequence[_Block], most: float) -> list[list[_Block]]:
    parts: list[list[_Block]] = []
    used = 0.0
    for block in blocks:
        more = block.before + block.height
        if parts and used + more <= most:
            parts[-1].append(block)
            used += more + block.after
        else:
            parts.append([block])
            used = block.height + block.after
    return parts


def _cut(paragraph: Para, size: float, box: Box, faces: Faces) -> list[Para]:
    """The paragraph in as many pieces as the box asks for; one where it fits."""
    found: list[Para] = []
    while end := _end_of_first(paragraph, size, box, faces):
        first, paragraph = _parted(paragraph, end)
        found.append(first)
    return [*found, paragraph]


def _end_of_first(paragraph: Para, size: float, box: Box, faces: Faces) -> int:
    """Where a paragraph has to be cut that is higher than the box; 0 where it fits."""
    own, text = paragraph.size(size), paragraph.text
    limit = _limit(box.width - paragraph.indent, own)
    # No more than this fits the box, so the rest of a long text need not be measured now.
    most = int((box.height / (own * paragraph.leading) + 1) * (limit / _NARROW + 1))
    start = _parted(paragraph, most)[0] if most < len(text) else paragraph
    end, room = 0, box.height
    for number, (line, high) in enumerate(lines_of(pieces(start.runs, faces), limit)):
        room -= high * own * paragraph.leading
        if room < 0 and number:
            break
        end += len(line)
    if end >= len(text):
        return 0
    ends = [match.end() for match in _SENTENCE_END.finditer(text, end // 2, end)]
    return ends[-1] if ends else end


def _parted(paragraph: Para, at: int) -> tuple[Para, Para]:
    first: list[Run] = []
    second: list[Run] = []
    start = 0
    for run in paragraph.runs:
        cut = min(max(at - start, 0), len(run.text))
        first += [replace(run, text=run.text[:cut])] * (cut > 0)
        second += [replace(run, text=run.text[cut:])] * (cut < len(run.text))
        start += len(run.text)
    return replace(paragraph, runs=tuple(first)), replace(paragraph, runs=tuple(second))
