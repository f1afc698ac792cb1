"""Fits paragraphs into boxes: wrapped lines, heights, the largest size that fits, and splits. All units are points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.fitting.line_breaks import Faces, break_lines, overlong_words, split_pieces
from inkwright.artifacts.slides.markdown.inline import InlineRun, parse_runs
from inkwright.artifacts.typefaces import Style

__all__ = [
    "Faces",
    "FitResult",
    "Paragraph",
    "TextBox",
    "fit_text",
    "parse_paragraph",
    "split_paragraphs",
    "text_height",
    "wrap_text",
]

# Office programs round widths to their own grid.
_ROUNDING: Final = 0.3
_NARROW: Final = 0.2
_LONGEST_WORD: Final = 30
# The smallest share of the fitting size that is acceptable to avoid breaking something longer than any word.
_MIN_FIRST_PART: Final = 0.7
_SENTENCE_END = re.compile(r"[。！？；!?;][”’」』）)]*\s*|\.\s+")


@dataclass(frozen=True, slots=True)
class TextBox:
    """The area for text, without its insets."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph. Its size is `scale` times that of the text around it; `before` and `after` are in its own size.

    `indent` is the left margin of its lines, in points, and includes the bullet. `leading` is the line spacing.
    """

    runs: tuple[InlineRun, ...]
    scale: float = 1.0
    indent: float = 0.0
    before: float = 0.0
    after: float = 0.0
    leading: float = 1.0

    @property
    def text(self) -> str:
        """Its visible text."""
        return "".join(run.text for run in self.runs)

    def size(self, size: float) -> float:
        """Return its own size in a text of that size, rounded to half points. Its runs need exactly this size."""
        return round(size * self.scale * 2) / 2


@dataclass(frozen=True, slots=True)
class FitResult:
    """A size at which everything fits, the lines of each paragraph, and their total height."""

    size: float
    lines: tuple[tuple[str, ...], ...]
    height: float


@dataclass(frozen=True, slots=True)
class _ParagraphLines:
    """The lines of a paragraph, and their heights."""

    lines: tuple[str, ...]
    height: float
    before: float
    after: float


def parse_paragraph(
    text: str, *, scale: float = 1.0, indent: float = 0.0, before: float = 0.0, leading: float = 1.0
) -> Paragraph:
    """Return a paragraph from a text with emphasis marks. For literal text use `Paragraph((InlineRun(text),))`."""
    return Paragraph(tuple(parse_runs(text)), scale, indent, before, 0.0, leading)


def fit_text(paragraphs: Sequence[Paragraph], box: TextBox, sizes: Sequence[float], faces: Faces) -> FitResult | None:
    """Return the largest size at which all paragraphs fit the box; None if they do not fit at the smallest.

    A size at which no word is broken is better than a larger one. Something longer than any word, such as a URL, may
    make the text a little smaller; beyond that it is broken.
    """
    fitting: FitResult | None = None
    least = 0.0
    for size in sorted(sizes, reverse=True):
        if size < least:
            break
        laid = [_paragraph_lines(paragraph, size, box.width, faces) for paragraph in paragraphs]
        height = _stacked_height(laid)
        if height > box.height:
            continue
        found = FitResult(size, tuple(one.lines for one in laid), height)
        broken = [word for paragraph in paragraphs for word in _broken_words(paragraph, size, box.width, faces)]
        if not broken:
            return found
        if fitting is None:
            fitting = found
            least = size * _MIN_FIRST_PART if min(map(len, broken)) > _LONGEST_WORD else 0.0
    return fitting


def wrap_text(text: str, width: float, size: float, faces: Faces, style: Style = "regular") -> list[str]:
    """Return the lines of a plain text in that width. Joined, they are the text."""
    run = InlineRun(text, bold="bold" in style, italic="italic" in style)
    return [line for line, _ in break_lines(split_pieces((run,), faces), _line_limit(width, size))]


def text_height(paragraphs: Sequence[Paragraph], size: float, width: float, faces: Faces) -> float:
    """Return the height of the paragraphs in a box of that width, without the space before the first."""
    return _stacked_height([_paragraph_lines(paragraph, size, width, faces) for paragraph in paragraphs])


def split_paragraphs(
    paragraphs: Sequence[Paragraph], box: TextBox, sizes: Sequence[float], faces: Faces
) -> list[list[Paragraph]]:
    """Divide the paragraphs into as few parts as fit the box at the smallest size, of about equal height.

    No character is lost. Children stay with their point if possible; a paragraph that is higher than the box is cut
    after a sentence, or after a line.
    """
    size = min(sizes)
    whole = [piece for paragraph in paragraphs for piece in _cut_paragraph(paragraph, size, box, faces)]
    groups = _paragraph_groups(whole, size, box, faces)
    parts = _fill_boxes(groups, box.height)
    low, high = 0.0, box.height
    while high - low > size / 2:
        middle = (low + high) / 2
        tried = _fill_boxes(groups, middle)
        if len(tried) <= len(parts):
            parts, high = tried, middle
        else:
            low = middle
    return [[paragraph for group in part for paragraph in group.paragraphs] for part in parts]


def _line_limit(width: float, size: float) -> float:
    return max(width - _ROUNDING, 0.0) / size


def _paragraph_lines(paragraph: Paragraph, size: float, width: float, faces: Faces) -> _ParagraphLines:
    own = paragraph.size(size)
    lines = break_lines(split_pieces(paragraph.runs, faces), _line_limit(width - paragraph.indent, own))
    height = sum(line for _, line in lines) * own * paragraph.leading
    return _ParagraphLines(tuple(line for line, _ in lines), height, paragraph.before * own, paragraph.after * own)


def _broken_words(paragraph: Paragraph, size: float, width: float, faces: Faces) -> list[str]:
    limit = _line_limit(width - paragraph.indent, paragraph.size(size))
    return overlong_words(split_pieces(paragraph.runs, faces), limit)


def _stacked_height(laid: Sequence[_ParagraphLines]) -> float:
    if not laid:
        return 0.0
    return sum(one.before + one.height + one.after for one in laid) - laid[0].before - laid[-1].after


@dataclass(frozen=True, slots=True)
class _ParagraphGroup:
    """Paragraphs that stay on one page."""

    paragraphs: tuple[Paragraph, ...]
    before: float
    height: float
    after: float


def _paragraph_groups(
    paragraphs: Sequence[Paragraph], size: float, box: TextBox, faces: Faces
) -> list[_ParagraphGroup]:
    """Return each point together with its children, as long as they fit the box."""
    groups: list[_ParagraphGroup] = []
    for paragraph in paragraphs:
        laid = _paragraph_lines(paragraph, size, box.width, faces)
        alone = _ParagraphGroup((paragraph,), laid.before, laid.height, laid.after)
        last = groups[-1] if groups else None
        joined = _join_paragraphs(last, alone) if last and paragraph.indent > last.paragraphs[0].indent else None
        if joined and joined.height <= box.height:
            groups[-1] = joined
        else:
            groups.append(alone)
    return groups


def _join_paragraphs(first: _ParagraphGroup, second: _ParagraphGroup) -> _ParagraphGroup:
    height = first.height + first.after + second.before + second.height
    return _ParagraphGroup(first.paragraphs + second.paragraphs, first.before, height, second.after)


def _fill_boxes(groups: Sequence[_ParagraphGroup], max_height: float) -> list[list[_ParagraphGroup]]:
    parts: list[list[_ParagraphGroup]] = []
    used = 0.0
    for group in groups:
        more = group.before + group.height
        if parts and used + more <= max_height:
            parts[-1].append(group)
            used += more + group.after
        else:
            parts.append([group])
            used = group.height + group.after
    return parts


def _cut_paragraph(paragraph: Paragraph, size: float, box: TextBox, faces: Faces) -> list[Paragraph]:
    """Cut the paragraph into pieces that fit the box."""
    found: list[Paragraph] = []
    while end := _end_of_first(paragraph, size, box, faces):
        first, paragraph = _split_at(paragraph, end)
        found.append(first)
    return [*found, paragraph]


def _end_of_first(paragraph: Paragraph, size: float, box: TextBox, faces: Faces) -> int:
    """Return where to cut a paragraph that is higher than the box; 0 where it fits."""
    own, text = paragraph.size(size), paragraph.text
    limit = _line_limit(box.width - paragraph.indent, own)
    # No more characters than this fit the box, so the rest of a long text is not measured now.
    max_characters = int((box.height / (own * paragraph.leading) + 1) * (limit / _NARROW + 1))
    start = _split_at(paragraph, max_characters)[0] if max_characters < len(text) else paragraph
    end, room = 0, box.height
    for number, (line, height) in enumerate(break_lines(split_pieces(start.runs, faces), limit)):
        room -= height * own * paragraph.leading
        if room < 0 and number:
            break
        end += len(line)
    if end >= len(text):
        return 0
    ends = [match.end() for match in _SENTENCE_END.finditer(text, end // 2, end)]
    return ends[-1] if ends else end


def _split_at(paragraph: Paragraph, position: int) -> tuple[Paragraph, Paragraph]:
    first: list[InlineRun] = []
    second: list[InlineRun] = []
    start = 0
    for run in paragraph.runs:
        cut = min(max(position - start, 0), len(run.text))
        first += [replace(run, text=run.text[:cut])] * (cut > 0)
        second += [replace(run, text=run.text[cut:])] * (cut < len(run.text))
        start += len(run.text)
    return replace(paragraph, runs=tuple(first)), replace(paragraph, runs=tuple(second))
