"""The appearance of a slide, checked in the file alone: sizes, contrast, positions, overlaps and overflow."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from inkwright.artifacts.findings import Finding, finding, quoted_line
from inkwright.artifacts.rendering.pdf import Box
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide
from inkwright.artifacts.slides.checks.styles import InspectedParagraph, InspectedRun, Rgb, contrast_ratio
from inkwright.artifacts.slides.fitting import fit
from inkwright.artifacts.slides.markdown.inline import InlineRun
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, HEI, HUMANIST

MIN_SIZE: Final = 9.0
SMALL_SIZE: Final = 10.0
LARGE_SIZE: Final = 18.0
MIN_CONTRAST: Final = 4.5
MIN_CONTRAST_LARGE: Final = 3.0
INVISIBLE: Final = 2.0
SLACK: Final = 2.0

_OVERLAP: Final = 0.25
# The estimate does not know that a master may reduce the space between lines and paragraphs.
_ESTIMATE: Final = 1.15
_DESCRIBED: Final = frozenset({"picture", "chart", "table"})


def appearance_issues(slide: InspectedSlide) -> Iterator[Finding]:
    """Yield the visible problems that the file alone shows."""
    duplicates = [number for number, count in Counter(slide.numbers).items() if count > 1]
    for number in duplicates:
        yield finding("pptx.duplicate_id", number=number)
    if slide.is_hidden:
        yield finding("pptx.hidden", severity="warning")
    for shape in slide.shapes:
        if shape.kind in _DESCRIBED and is_blank(shape.description):
            yield finding(f"pptx.no_alt_{shape.kind}", severity="warning")
        yield from _position_issues(shape, slide.page)
        yield from _size_issues(shape)
        yield from _height_issues(shape)
    yield from _overlap_issues(slide.shapes)
    yield from _contrast_issues(slide)


def size_issue(size: float, words: str) -> Finding | None:
    """Return the problem of text of this size, if there is one. Programs round sizes a little."""
    points = f"{round(size, 1):g}"
    if size < MIN_SIZE - 0.1:
        return finding("pptx.tiny_text", size=points, least=f"{MIN_SIZE:g}", text=quoted_line(words))
    if size < SMALL_SIZE - 0.1:
        return finding(
            "pptx.small_text", severity="warning", size=points, least=f"{SMALL_SIZE:g}", text=quoted_line(words)
        )
    return None


def contrast_issue(
    ink: tuple[int, int, int], ground: tuple[int, int, int], size: float, words: str, *, is_bold: bool = False
) -> Finding | None:
    """Return the problem of text in this colour on this background, if there is one."""
    ratio = contrast_ratio(ink, ground)
    is_large = size >= LARGE_SIZE or (is_bold and size >= 14)
    least = MIN_CONTRAST_LARGE if is_large else MIN_CONTRAST
    if ratio >= least - 0.05:
        return None
    return finding(
        "pptx.low_contrast",
        severity="error" if ratio < INVISIBLE else "warning",
        ratio=f"{ratio:.1f}",
        least=f"{least:g}",
        text=quoted_line(words),
    )


def _position_issues(shape: InspectedShape, page: Box) -> Iterator[Finding]:
    if shape.box is None or shape.kind == "line":
        return
    if shape.has_text and shape.box.area == 0 and not shape.grows:
        yield finding("pptx.no_room", text=quoted_line(shape.text))
        return
    beyond = shape.box.beyond(page)
    if shape.has_text and beyond > SLACK:
        yield finding("pptx.off_slide", text=quoted_line(shape.text), points=f"{beyond:.0f}")
    elif shape.kind in _DESCRIBED and shape.box.area and _is_mostly_outside(shape.box, page):
        yield finding("pptx.off_slide", text=shape.name, points=f"{beyond:.0f}")


def _is_mostly_outside(box: Box, page: Box) -> bool:
    """Whether most of a figure is beyond the slide; a picture that fills the slide may be larger than it."""
    shown = box.shared(page).area
    return shown < box.area / 2 and shown < page.area / 2


def _size_issues(shape: InspectedShape) -> Iterator[Finding]:
    """Check the smallest text of a shape. Superscripts and subscripts are always small."""
    runs = [run for each in shape.lines for run in each.runs if not is_blank(run.text) and not run.is_raised]
    smallest = min(runs, key=lambda run: run.size, default=None)
    if smallest and (issue := size_issue(smallest.size, smallest.text)):
        yield issue


def _overlap_issues(shapes: Sequence[InspectedShape]) -> Iterator[Finding]:
    texts = [(shape, _text_area(shape)) for shape in shapes if shape.has_text and shape.box and not shape.is_turned]
    for (one, first), (other, second) in combinations(texts, 2):
        least = min(first.area, second.area)
        if least and first.shared(second).area > _OVERLAP * least:
            yield finding("pptx.overlap", severity="warning", one=quoted_line(one.text), other=quoted_line(other.text))


def _text_area(shape: InspectedShape) -> Box:
    """The part of a shape that its text probably fills: a box is often higher than its text."""
    box = shape.box or Box(0, 0, 0, 0)
    if shape.cells:
        return box
    high = min(box.height, _estimated_height(shape.paragraphs, max(box.width - shape.insets[0], 1)))
    middle = (box.top + box.bottom) / 2
    return Box(box.left, middle - high / 2, box.right, middle + high / 2)


def _height_issues(shape: InspectedShape) -> Iterator[Finding]:
    """Check whether the text is higher than its box. This is an estimate; the rendered page decides."""
    if shape.box is None or not shape.has_text or shape.grows or shape.cells or shape.is_turned or not shape.box.area:
        return
    high = _estimated_height(shape.paragraphs, max(shape.box.width - shape.insets[0], 1))
    room = shape.box.height - shape.insets[1]
    if high > room * _ESTIMATE + SLACK:
        yield finding("pptx.too_full", severity="warning", text=quoted_line(shape.text), points=f"{high - room:.0f}")


def _estimated_height(paragraphs: Sequence[InspectedParagraph], width: float) -> float:
    high = 0.0
    for paragraph in paragraphs:
        size = max((run.size for run in paragraph.runs), default=LARGE_SIZE)
        written = fit.Paragraph(
            tuple(InlineRun(run.text, run.is_bold) for run in paragraph.runs), indent=paragraph.indent
        )
        high += fit.text_height([written], size, width, _paragraph_faces(paragraph))
    return high


def _paragraph_faces(paragraph: InspectedParagraph) -> fit.Faces:
    """The bundled faces for the names in the file, or the default ones."""
    first = paragraph.runs[0] if paragraph.runs else None
    latin = BY_OFFICE_NAME.get(first.latin) if first else None
    east_asian = BY_OFFICE_NAME.get(first.east_asian) if first else None
    return fit.Faces(latin or HUMANIST, east_asian or HEI)


def _contrast_issues(slide: InspectedSlide) -> Iterator[Finding]:
    """Check text where both its colour and the colour directly under it are known."""
    for number, shape in enumerate(slide.shapes):
        ground = _background(shape, [*slide.under, *slide.shapes[:number]], slide.ground)
        if ground is None or shape.cells:
            continue
        issues = (_run_contrast_issue(run, ground) for paragraph in shape.paragraphs for run in paragraph.runs)
        yield from [issue for issue in issues if issue][:1]


def _run_contrast_issue(run: InspectedRun, ground: Rgb) -> Finding | None:
    if run.colour is None or is_blank(run.text):
        return None
    return contrast_issue(run.colour, ground, run.size, run.text, is_bold=run.is_bold)


def _background(shape: InspectedShape, below: Sequence[InspectedShape], page: Rgb | None) -> Rgb | None:
    """The colour under a shape; None if it is unknown or not a single colour."""
    if shape.is_filled or shape.box is None:
        return shape.fill
    for each in reversed(below):
        if each.box is None or each.box.shared(shape.box).area == 0:
            continue
        is_solid = each.is_filled or each.kind != "text"
        if is_solid:
            return each.fill if shape.box.beyond(each.box) <= SLACK else None
    return page
