"""How a slide looks, told from the file alone: sizes, contrast, places, overlaps, and whether text fits."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.colours import Colour, contrast
from inkwright.artifacts.checks.flaws import Flaw, shown
from inkwright.artifacts.checks.shapes import ShapeSeen, SlideSeen
from inkwright.artifacts.checks.text_styles import Paragraph, TextRun
from inkwright.artifacts.slides import fitting
from inkwright.artifacts.slides.emphasis import Run
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, HEI, HUMANIST
from inkwright.artifacts.wording import is_blank

LEAST_SIZE: Final = 9.0
SMALL_SIZE: Final = 10.0
LARGE_SIZE: Final = 18.0
LEAST_CONTRAST: Final = 4.5
LEAST_CONTRAST_LARGE: Final = 3.0
INVISIBLE: Final = 2.0
SLACK: Final = 2.0

_OVERLAP: Final = 0.25
# The estimate knows nothing of the space between lines and paragraphs that a master may take away.
_ESTIMATE: Final = 1.15
_DESCRIBED: Final = frozenset({"picture", "chart", "table"})


def flaws_of_looks(slide: SlideSeen) -> Iterator[Flaw]:
    """What a viewer would stumble over, as far as the file tells."""
    twice = [number for number, count in Counter(slide.numbers).items() if count > 1]
    for number in twice:
        yield Flaw("duplicate_id", "error", {"number": number})
    if slide.is_hidden:
        yield Flaw("hidden", "warning", {})
    for shape in slide.shapes:
        if shape.kind in _DESCRIBED and is_blank(shape.description):
            yield Flaw(f"no_alt_{shape.kind}", "warning", {})
        yield from _place(shape, slide.page)
        yield from _sizes(shape)
        yield from _height(shape)
    yield from _overlaps(slide.shapes)
    yield from _contrasts(slide)


def size_flaw(size: float, words: str) -> Flaw | None:
    """What is wrong with words of this size, if anything is. Programs round sizes a little."""
    points = f"{round(size, 1):g}"
    if size < LEAST_SIZE - 0.1:
        return Flaw("tiny_text", "error", {"size": points, "least": f"{LEAST_SIZE:g}", "text": shown(words)})
    if size < SMALL_SIZE - 0.1:
        return Flaw("small_text", "warning", {"size": points, "least": f"{SMALL_SIZE:g}", "text": shown(words)})
    return None


def contrast_flaw(
    ink: tuple[int, int, int], ground: tuple[int, int, int], size: float, words: str, *, is_bold: bool = False
) -> Flaw | None:
    """What is wrong with words in this colour on this ground, if anything is."""
    ratio = contrast(ink, ground)
    is_large = size >= LARGE_SIZE or (is_bold and size >= 14)
    least = LEAST_CONTRAST_LARGE if is_large else LEAST_CONTRAST
    if ratio >= least - 0.05:
        return None
    fields = {"ratio": f"{ratio:.1f}", "least": f"{least:g}", "text": shown(words)}
    return Flaw("low_contrast", "error" if ratio < INVISIBLE else "warning", fields)


def _place(shape: ShapeSeen, page: Box) -> Iterator[Flaw]:
    if shape.box is None or shape.kind == "line":
        return
    if shape.has_text and shape.box.area == 0 and not shape.grows:
        yield Flaw("no_room", "error", {"text": shown(shape.text)})
        return
    beyond = shape.box.beyond(page)
    if shape.has_text and beyond > SLACK:
        yield Flaw("off_slide", "error", {"text": shown(shape.text), "points": f"{beyond:.0f}"})
    elif shape.kind in _DESCRIBED and shape.box.area and shape.box.shared(page).area == 0:
        yield Flaw("off_slide", "error", {"text": shape.name, "points": f"{beyond:.0f}"})


def _sizes(shape: ShapeSeen) -> Iterator[Flaw]:
    """The smallest words of a shape; what is raised or lowered is small by its nature."""
    runs = [run for each in shape.lines for run in each.runs if not is_blank(run.text) and not run.is_raised]
    smallest = min(runs, key=lambda run: run.size, default=None)
    if smallest and (flaw := size_flaw(smallest.size, smallest.text)):
        yield flaw


def _overlaps(shapes: Sequence[ShapeSeen]) -> Iterator[Flaw]:
    texts = [(shape, _inked(shape)) for shape in shapes if shape.has_text and shape.box and not shape.is_turned]
    for (one, first), (other, second) in combinations(texts, 2):
        least = min(first.area, second.area)
        if least and first.shared(second).area > _OVERLAP * least:
            yield Flaw("overlap", "warning", {"one": shown(one.text), "other": shown(other.text)})


def _inked(shape: ShapeSeen) -> Box:
    """The part of a shape that its text probably fills: a box is often higher than what stands in it."""
    box = shape.box or Box(0, 0, 0, 0)
    if shape.cells:
        return box
    high = min(box.height, _estimate(shape.paragraphs, max(box.width - shape.insets[0], 1)))
    middle = (box.top + box.bottom) / 2
    return Box(box.left, middle - high / 2, box.right, middle + high / 2)


def _height(shape: ShapeSeen) -> Iterator[Flaw]:
    """Whether the text is higher than its box. An estimate: the rendered page is the judge."""
    if shape.box is None or not shape.has_text or shape.grows or shape.cells or shape.is_turned or not shape.box.area:
        return
    high = _estimate(shape.paragraphs, max(shape.box.width - shape.insets[0], 1))
    room = shape.box.height - shape.insets[1]
    if high > room * _ESTIMATE + SLACK:
        yield Flaw("too_full", "warning", {"text": shown(shape.text), "points": f"{high - room:.0f}"})


def _estimate(paragraphs: Sequence[Paragraph], width: float) -> float:
    high = 0.0
    for paragraph in paragraphs:
        size = max((run.size for run in paragraph.runs), default=LARGE_SIZE)
        written = fitting.Para(tuple(Run(run.text, run.is_bold) for run in paragraph.runs), indent=paragraph.indent)
        high += fitting.height([written], size, width, _faces(paragraph))
    return high


def _faces(paragraph: Paragraph) -> fitting.Faces:
    """Ours for what the file names; where we have none for it, our usual ones."""
    first = paragraph.runs[0] if paragraph.runs else None
    latin = BY_OFFICE_NAME.get(first.latin) if first else None
    east_asian = BY_OFFICE_NAME.get(first.east_asian) if first else None
    return fitting.Faces(latin or HUMANIST, east_asian or HEI)


def _contrasts(slide: SlideSeen) -> Iterator[Flaw]:
    """Where both colours are known: that of the text, and that of whatever lies right under it."""
    for number, shape in enumerate(slide.shapes):
        ground = _ground(shape, [*slide.under, *slide.shapes[:number]], slide.ground)
        if ground is None or shape.cells:
            continue
        flaws = (_faint(run, ground) for paragraph in shape.paragraphs for run in paragraph.runs)
        yield from [flaw for flaw in flaws if flaw][:1]


def _faint(run: TextRun, ground: Colour) -> Flaw | None:
    if run.colour is None or is_blank(run.text):
        return None
    return contrast_flaw(run.colour, ground, run.size, run.text, is_bold=run.is_bold)


def _ground(shape: ShapeSeen, below: Sequence[ShapeSeen], page: Colour | None) -> Colour | None:
    """The colour under a shape; None where it cannot be told, or where it is not one."""
    if shape.is_filled or shape.box is None:
        return shape.fill
    for each in reversed(below):
        if each.box is None or each.box.shared(shape.box).area == 0:
            continue
        is_solid = each.is_filled or each.kind != "text"
        if is_solid:
            return each.fill if shape.box.beyond(each.box) <= SLACK else None
    return page
