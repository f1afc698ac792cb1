"""Which characters of a rendered page belong to which shape: the text of the file is found again in what is drawn."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from inkwright.artifacts.boxes import Box
from inkwright.artifacts.checks.shapes import ShapeSeen, SlideSeen
from inkwright.artifacts.checks.text_styles import Paragraph, TextRun
from inkwright.artifacts.pages.pdf import Char, Page
from inkwright.artifacts.wording import is_blank


@dataclass(frozen=True, slots=True)
class Claim:
    """A paragraph, where it may stand, and its characters as they are drawn. `is_lost`: it is not to be seen."""

    shape: ShapeSeen
    paragraph: Paragraph
    room: Box | None
    chars: tuple[tuple[Char, TextRun], ...]
    is_lost: bool = False

    @property
    def box(self) -> Box:
        """Around all its characters."""
        box = self.chars[0][0].box
        for char, _ in self.chars[1:]:
            box = box.around(char.box)
        return box


@dataclass(slots=True)
class Claims:
    """The paragraphs of a slide with their characters, and the characters that are nobody's: bullets, labels."""

    found: list[Claim]
    others: list[Char]


@dataclass(slots=True)
class _Sheet:
    """The characters of a page that are still to be had."""

    chars: Sequence[Char]
    drawn: str = ""
    owners: list[int] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        folded = [_folded(char.text) for char in self.chars]
        self.drawn = "".join(folded)
        self.owners = [number for number, text in enumerate(folded) for _ in text]

    def take(self, words: str, start: int) -> list[int] | None:
        """The next place, from `start` on and then from the beginning, where the words are drawn and free."""
        for first, last in ((start, len(self.drawn)), (0, min(start + len(words), len(self.drawn)))):
            at = self.drawn.find(words, first, last)
            while at >= 0:
                numbers = self.owners[at : at + len(words)]
                if self.taken.isdisjoint(numbers):
                    self.taken.update(numbers)
                    return numbers
                at = self.drawn.find(words, at + 1, last)
        return None

    def gather(self, words: str, room: Box) -> list[int]:
        """The free characters in a room that are those of the words, in whatever order they are drawn."""
        wanted = list(words)
        numbers = []
        for at, sign in enumerate(self.drawn):
            number = self.owners[at]
            if number not in self.taken and sign in wanted and self.chars[number].box.shared(room).area:
                wanted.remove(sign)
                numbers.append(number)
        self.taken.update(numbers)
        return numbers


def claims_of(slide: SlideSeen, page: Page) -> Claims:
    """The paragraphs of a slide, each with its characters on the page."""
    sheet = _Sheet(page.chars)
    found: list[Claim] = []
    start = 0
    for shape, paragraph, room in _paragraphs(slide):
        words = [(sign, run) for run in paragraph.runs for char in run.text for sign in _folded(char)]
        joined = "".join(sign for sign, _ in words)
        if not joined:
            continue
        numbers = sheet.take(joined, start)
        if numbers is None:
            found.append(_gathered(sheet, Claim(shape, paragraph, room, ()), joined))
            continue
        start = max(start, sheet.owners.index(numbers[-1]) + 1)
        pairs = {number: run for number, (_, run) in zip(numbers, words, strict=True)}
        found.append(Claim(shape, paragraph, room, tuple((page.chars[number], run) for number, run in pairs.items())))
    return Claims(found, [char for number, char in enumerate(page.chars) if number not in sheet.taken])


def _gathered(sheet: _Sheet, claim: Claim, words: str) -> Claim:
    """What can be found of words that are not drawn one after the other: other scripts, fields, letters in one."""
    numbers = sheet.gather(words, claim.room) if claim.room else []
    run = claim.paragraph.runs[0]
    chars = tuple((sheet.chars[number], run) for number in dict.fromkeys(numbers))
    is_lost = not claim.paragraph.has_field and len(numbers) < 0.7 * len(words)
    return Claim(claim.shape, claim.paragraph, claim.room, chars, is_lost)


def _paragraphs(slide: SlideSeen) -> Iterator[tuple[ShapeSeen, Paragraph, Box | None]]:
    for shape in slide.shapes:
        for paragraph in shape.paragraphs:
            yield shape, paragraph, shape.box
        for cell in shape.cells:
            # Rows grow with what stands in them: the table as a whole is the limit downwards.
            table = shape.box or cell.box
            room = Box(cell.box.left, table.top, cell.box.right, table.bottom)
            for paragraph in cell.paragraphs:
                yield shape, paragraph, room


@lru_cache(maxsize=8_192)
def _folded(char: str) -> str:
    """A character so that the file and the drawing agree on it: capitals, ligatures and widths aside."""
    if is_blank(char):
        return ""
    folded = unicodedata.normalize("NFKD", char).casefold()
    return "".join(sign for sign in folded if not unicodedata.combining(sign) and not is_blank(sign))
