"""Checks of a .pptx file: its package, pictures, titles, text and appearance."""

import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, finding, quoted_line
from inkwright.artifacts.leftover_markup import is_code_font, leftover_markup, meant_markup
from inkwright.artifacts.office_package import (
    PackageRelationships,
    main_part,
    missing_part_reason,
    package_problem,
    without_large_parts,
)
from inkwright.artifacts.prose.checks import numbering_issues, table_issues
from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.prose.references import missing_targets
from inkwright.artifacts.prose.sentences import stops_early, unfinished_items
from inkwright.artifacts.slides.checks.appearance import appearance_issues
from inkwright.artifacts.slides.checks.graphics import graphic_issues
from inkwright.artifacts.slides.checks.inspection import InspectedShape, InspectedSlide, inspect_slides
from inkwright.artifacts.text import is_blank, is_placeholder_text, one_line
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.artifacts.validation import UnreadableContent, unreadable_if_damaged
from inkwright.i18n import Reason

_P: Final = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
MAX_PICTURE_PIXELS: Final = 100_000_000
MAX_PICTURE_BYTES: Final = 64 * 1024 * 1024
_PICTURE_SUFFIXES: Final = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff")


def broken_pictures(content: bytes) -> list[str]:
    """Return the names of the pictures that cannot be opened or are too large."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        drawn = [part for part in package.infolist() if part.filename.lower().endswith(_PICTURE_SUFFIXES)]
        return [
            part.filename
            for part in drawn
            if part.file_size > MAX_PICTURE_BYTES or _is_broken_picture(package.read(part))
        ]


def _is_broken_picture(content: bytes) -> bool:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - slow to import

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content)) as picture:
                if picture.width * picture.height > MAX_PICTURE_PIXELS:
                    return True
                picture.verify()
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError, EOFError):
        return True
    return False


_SPARSE_LAYOUTS: Final = re.compile(
    r"section|quote|big.?number|closing|thank|title.?slide|\Atitle\Z|blank|节标题|标题幻灯片|引用|结束|致谢", re.I
)
_TITLE_ONLY_LAYOUTS: Final = re.compile(
    r"section|closing|thank|title.?slide|\Atitle\Z|节标题|标题幻灯片|结束|致谢", re.I
)


def may_be_title_only(layout: str) -> bool:
    """Whether a slide of this layout may have a title and nothing else."""
    return bool(_TITLE_ONLY_LAYOUTS.search(layout))


def may_be_sparse(layout: str) -> bool:
    """Whether a slide of this layout may leave most of its body empty."""
    return bool(_SPARSE_LAYOUTS.search(layout))


MAX_LINES: Final = 12
MAX_LINE: Final = 300
_SHORTEST_REPEATED: Final = 60
"""Slides with fewer characters, such as those between the parts of a talk, may be repeated on purpose."""

_ROW: Final = 12
"""Shapes whose tops differ by fewer points stand side by side."""

_FIGURES: Final = frozenset({"picture", "chart", "table", "figure"})
# Unassigned and private characters, and the character that replaces undecodable bytes.
_UNASSIGNED_CATEGORIES: Final = frozenset({"Co", "Cn", "Cs"})
_REPLACEMENT_CHARACTER: Final = "\ufffd"
_MAX_NAMED_CHARACTERS: Final = 12


@dataclass(frozen=True, slots=True)
class _SlideText:
    """The text of a slide. `bullets` are the paragraphs of its placeholders, including empty ones.

    `longest` is the number of lines in the fullest placeholder.
    """

    title: str
    bullets: tuple[str, ...]
    others: tuple[str, ...]
    longest: int
    has_figure: bool

    @property
    def has_content(self) -> bool:
        """Whether there is anything besides the title."""
        return self.has_figure or not all(is_blank(line) for line in self.bullets + self.others)


@dataclass(frozen=True, slots=True)
class SlideContext:
    """What the checks of a slide have to know of its deck. `meant` is the markup that the deck is about."""

    is_first: bool = False
    is_own: bool = True
    meant: str = ""


def text_issues(slide: InspectedSlide, context: SlideContext) -> Iterator[Finding]:
    """Yield the problems in the text of a slide. The first slide may consist of a title only. In a deck of another
    program any slide may, and a slide may do without a title; what is left empty are its placeholders.
    """
    written = _slide_text(slide)
    if is_blank(written.title) and (context.is_own or slide.title is not None):
        yield finding("pptx.no_title")
    may_be_title = context.is_first or may_be_title_only(slide.layout)
    is_left_empty = context.is_own or bool(written.bullets)
    if not written.has_content and (is_blank(written.title) or (is_left_empty and not may_be_title)):
        yield finding("pptx.empty_slide")
    elif any(is_blank(line) for line in written.bullets):
        yield finding("pptx.empty_bullet")
    for line in (written.title, *written.bullets, *written.others):
        if is_placeholder_text(line):
            yield finding("pptx.leftover", text=quoted_line(line))
    yield from _markup_issues(slide, context.meant)
    yield from _unsaid_issues(written, is_title=may_be_title)
    yield from _overfull_issues(written)
    yield from _unreadable_characters(written)
    if is_blank(slide.notes):
        yield finding("pptx.no_notes", severity="warning")


def _unsaid_issues(written: _SlideText, *, is_title: bool) -> Iterator[Finding]:
    """Yield lines that say nothing new, or stop before they have said it."""
    lines = [line for line in written.bullets if not is_blank(line)]
    for line, following in zip(lines, [*lines[1:], ""], strict=False):
        if stops_early(line) and not following[:1].islower():
            yield finding("pptx.cut_off", severity="warning", text=quoted_line(line))
        if not is_title and written.title and _normalised_title(one_line(line)) == _normalised_title(written.title):
            yield finding("pptx.repeats_title", severity="warning", text=quoted_line(line))


def _markup_issues(slide: InspectedSlide, meant: str) -> Iterator[Finding]:
    """Yield the first piece of TeX, Markdown or HTML that the audience would see. Code may show it."""
    lines = (
        "".join(run.text for run in line.runs if not is_code_font(run.latin))
        for shape in slide.shapes
        for line in shape.lines
    )
    if left := next(filter(None, (leftover_markup(line, meant) for line in lines)), ""):
        yield finding("pptx.markup", severity="warning", text=left)


def repeated_slides(slides: Sequence[InspectedSlide]) -> Iterator[tuple[int, Finding]]:
    """Yield the numbers of slides that say the same as an earlier one, with the finding. Short slides may recur."""
    first: dict[str, int] = {}
    for number, slide in enumerate(slides, 1):
        said = "\n".join(
            sorted(_as_shown(shape) for shape in slide.shapes if not shape.is_furniture and shape.has_text)
        )
        has_table = any(shape.cells for shape in slide.shapes)
        has_figure = any(shape.kind in _FIGURES and not shape.cells for shape in slide.shapes)
        has_more = has_figure or (len(said) < _SHORTEST_REPEATED and not has_table)
        if not has_more and (other := first.setdefault(_normalised_title(said), number)) != number:
            yield number, finding("pptx.same_slide", severity="warning", other=other)


def _as_shown(shape: InspectedShape) -> str:
    """Return the text of a shape with what is emphasised in it: an agenda may come again with another item in bold, and
    a table with another row in colour.
    """
    runs = (run for line in shape.lines for run in line.runs)
    fills = [cell.fill for cell in shape.cells]
    return "".join(f"{run.text}{run.is_bold:d}{run.colour}" for run in runs) + f"{fills or ''}"


def repeated_titles(slides: Sequence[InspectedSlide]) -> Iterator[tuple[int, Finding]]:
    """Yield the numbers of slides that have the title of the slide before, with the finding."""
    titles = [_slide_text(slide).title for slide in slides]
    for number, (before, title) in enumerate(pairwise(titles), 2):
        if title and _normalised_title(before) == _normalised_title(title):
            yield number, finding("pptx.same_title", severity="warning", text=quoted_line(title))


def prose_of_slide(slide: InspectedSlide) -> Iterator[Finding]:
    """Yield wrong numbers of steps, wrong totals of tables, and items that stop while the others are sentences."""
    placed = sorted(
        (
            shape
            for shape in slide.shapes
            if shape.has_text and not shape.cells and shape.box and not shape.is_furniture
        ),
        key=lambda shape: (round(shape.box.top / _ROW), shape.box.left) if shape.box else (0, 0),
    )
    lines = [ProseBlock(line.text, "item") for shape in placed for line in shape.paragraphs if not is_blank(line.text)]
    yield from numbering_issues(lines)
    for shape in slide.shapes:
        if shape.cells:
            yield from table_issues(_rows(shape))
    for item in (item for items in _lists(slide) for item in unfinished_items(items)):
        if not stops_early(item):
            yield finding("pptx.cut_off", severity="warning", text=quoted_line(item))


def _lists(slide: InspectedSlide) -> Iterator[list[str]]:
    """Yield the lines of each list; lines in boxes of their own are one list."""
    texts = [
        [line.text for line in shape.paragraphs if not is_blank(line.text)]
        for shape in slide.shapes
        if not shape.is_title and not shape.is_furniture
    ]
    yield from (lines for lines in texts if len(lines) > 1)
    yield [lines[0] for lines in texts if len(lines) == 1]


def _rows(shape: InspectedShape) -> list[list[str]]:
    """Return the cells of a table as rows of texts."""
    rows: dict[float, list[str]] = {}
    for cell in shape.cells:
        rows.setdefault(cell.box.top, []).append("\n".join(line.text for line in cell.paragraphs))
    return [*rows.values()]


def reference_issues(slides: Sequence[InspectedSlide]) -> Iterator[Finding]:
    """Yield references to figures and tables that the deck does not have, if it numbers others."""
    lines = (line for slide in slides for shape in slide.shapes for line in shape.lines)
    for text in missing_targets([ProseBlock(line.text) for line in lines]):
        yield finding("prose.no_target", severity="warning", text=quoted_line(text))


def _slide_text(slide: InspectedSlide) -> _SlideText:
    title = slide.title
    bullets: list[str] = []
    others: list[str] = []
    for shape in slide.shapes:
        if shape is title or shape.is_furniture:
            continue
        others += (paragraph.text for cell in shape.cells for paragraph in cell.paragraphs)
        (bullets if shape.role and shape.kind != "figure" else others).extend(
            paragraph.text for paragraph in shape.paragraphs
        )
    lists = [[line for line in shape.paragraphs if not is_blank(line.text)] for shape in slide.shapes if shape.role]
    longest = max(map(len, lists), default=0)
    has_figure = any(shape.kind in _FIGURES for shape in slide.shapes)
    return _SlideText(one_line(title.text) if title else "", tuple(bullets), tuple(others), longest, has_figure)


def _overfull_issues(written: _SlideText) -> Iterator[Finding]:
    if written.longest > MAX_LINES:
        yield finding("pptx.many_bullets", severity="warning", count=written.longest, most=MAX_LINES)
    for line in (*written.bullets, *written.others):
        if len(line) > MAX_LINE:
            yield finding(
                "pptx.long_bullet", severity="warning", count=len(line), most=MAX_LINE, text=quoted_line(line)
            )


def _unreadable_characters(written: _SlideText) -> Iterator[Finding]:
    missing = missing_glyphs("".join((written.title, *written.bullets, *written.others)))
    visible = [char for char in missing if not is_blank(char)]
    lost = [
        char
        for char in visible
        if char == _REPLACEMENT_CHARACTER or unicodedata.category(char) in _UNASSIGNED_CATEGORIES
    ]
    rare = [char for char in visible if char not in lost and unicodedata.combining(char) == 0]
    if lost:
        yield finding("pptx.no_glyph", severity="warning", signs=_described_characters(lost))
    if rare:
        yield finding("pptx.rare_glyph", severity="warning", signs=_described_characters(rare))


def _described_characters(characters: Sequence[str]) -> str:
    """The characters with their code points, because a reader may not see them."""
    named = ", ".join(f"{char} (U+{ord(char):04X})" for char in characters[:_MAX_NAMED_CHARACTERS])
    return f"{named}, …" if len(characters) > _MAX_NAMED_CHARACTERS else named


def _normalised_title(title: str) -> str:
    """Make titles equal that look the same to a reader."""
    return unicodedata.normalize("NFKC", title).casefold()


def check_deck(draft: Draft) -> list[Finding]:
    """Return all problems of a deck. Any bytes may be given."""
    location = Location(file=draft.name)
    found = _file_findings(draft, location)
    if found:
        return found
    try:
        deck = _open_deck(draft.main)
        pictures = broken_pictures(draft.main)
    except UnreadableContent as problem:
        return [finding("pptx.damaged", location, problem=problem.reason)]
    found = [finding("pptx.external", location, target=link) for link in deck.links]
    found += [finding("pptx.broken_picture", location, part=part) for part in pictures]
    if not deck.slides:
        found.append(finding("pptx.no_slides", location))
    issues = (*_slide_findings(deck), *repeated_titles(deck.slides), *repeated_slides(deck.slides))
    promised = frozenset() if deck.is_own else _PROMISES
    found += [each.at(file=draft.name, slide=number) for number, each in issues if each.code not in promised]
    found += [each.at(file=draft.name) for each in reference_issues(deck.slides)]
    return found


def _slide_findings(deck: "_OpenedDeck") -> Iterator[tuple[int, Finding]]:
    """Yield the number of each slide with its problems."""
    meant = meant_markup("\n".join(shape.text for slide in deck.slides for shape in slide.shapes))
    for number, (slide, graphics) in enumerate(zip(deck.slides, deck.graphics, strict=True), 1):
        context = SlideContext(is_first=number == 1, is_own=deck.is_own, meant=meant)
        for each in (*text_issues(slide, context), *appearance_issues(slide), *prose_of_slide(slide), *graphics):
            yield number, each


def count_slides(draft: Draft) -> dict[str, int]:
    """Count the slides of a deck that was checked before."""
    from pptx.oxml import parse_xml  # noqa: PLC0415 - slow to import

    with zipfile.ZipFile(io.BytesIO(draft.main)) as package:
        deck = parse_xml(package.read(main_part(package, parse_xml)))
    return {"slides": len(deck.findall(f"{_P}sldIdLst/{_P}sldId"))}


def inspect_deck(content: bytes) -> list[InspectedSlide]:
    """Return the slides of a deck; UnreadableContent if the bytes are not a deck."""
    import pptx  # noqa: PLC0415 - slow to import

    with unreadable_if_damaged():
        return inspect_slides(pptx.Presentation(io.BytesIO(without_large_parts(content))))


def _file_findings(draft: Draft, location: Location) -> list[Finding]:
    """The problems of the file before it is opened."""
    extra = sorted(draft.files.keys() - {draft.name})
    found = [finding("pptx.extra_file", location, name=name) for name in extra]
    if not draft.name.lower().endswith(".pptx"):
        found.append(finding("pptx.wrong_name", location))
    if not draft.main:
        found.append(finding("pptx.empty_file", location))
    elif problem := package_problem(draft.main):
        found.append(finding(f"pptx.{problem.key}", location, severity="error", **problem.fields))
    return found


_PROGRAM: Final = "Inkwright"
_PROMISES: Final = frozenset({"pptx.no_notes", "pptx.no_alt_table", "pptx.same_title", "pptx.hidden"})
"""What holds for every deck of this program and need not hold for others; people hide slides on purpose."""


def is_own_deck(content: bytes) -> bool:
    """Whether this program saved a deck that can be opened."""
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        try:
            return f">{_PROGRAM}</cp:lastModifiedBy>".encode() in package.read("docProps/core.xml")
        except KeyError:
            return False


_MAY_SHRINK: Final = b"<a:normAutofit/>"
_IS_FIXED: Final = b"<a:noAutofit/>"


def with_fixed_sizes(content: bytes) -> bytes:
    """Return a deck of this program in which no text is shrunk: it looks as in PowerPoint."""
    if not is_own_deck(content):
        return content
    fixed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as package, zipfile.ZipFile(fixed, "w") as copy:
        for part in package.infolist():
            inside = package.read(part)
            copy.writestr(part, inside.replace(_MAY_SHRINK, _IS_FIXED) if part.filename.endswith(".xml") else inside)
    return fixed.getvalue()


@dataclass(frozen=True, slots=True)
class _OpenedDeck:
    """The slides, the problems of their graphics, every address outside of the file that its parts point to, and
    whether this program saved it.
    """

    slides: list[InspectedSlide]
    graphics: list[tuple[Finding, ...]]
    links: list[str]
    is_own: bool


def _open_deck(content: bytes) -> _OpenedDeck:
    import pptx  # noqa: PLC0415 - as above
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    with unreadable_if_damaged(), PackageRelationships(content, parse_xml) as relations:
        _check_missing_parts(relations.missing)
        deck = pptx.Presentation(io.BytesIO(without_large_parts(content)))
        _check_missing_parts(relations.undeclared(_parsed_parts(deck)))
        links = [*dict.fromkeys(one_line(link)[:200] for link in relations.external)]
        graphics = [tuple(graphic_issues(slide)) for slide in deck.slides]
        return _OpenedDeck(inspect_slides(deck), graphics, links, deck.core_properties.last_modified_by == _PROGRAM)


def _check_missing_parts(missing: Iterable[Reason | str]) -> None:
    for each in missing:
        raise UnreadableContent(missing_part_reason(each))


def _parsed_parts(deck: Any) -> dict[str, Any]:
    """The parts that the library has parsed, by name."""
    from pptx.opc.package import XmlPart  # noqa: PLC0415 - as above

    parts = (part for part in deck.part.package.iter_parts() if isinstance(part, XmlPart))
    return {part.partname.membername: part._element for part in parts}  # noqa: SLF001 - there is no public attribute
