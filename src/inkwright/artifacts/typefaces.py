"""The typefaces of everything that is made: what a document calls each, and the file that comes with us for it.

A file we ship is as wide as the typeface that the document names (Calibri, Cambria, Arial, Times New Roman, Courier
New), so what was measured here holds where the document is opened. The Chinese ones are all one square wide anyway.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONT_FOLDER: Final = Path(__file__).parent / "fonts"
Style = Literal["regular", "bold", "italic", "bolditalic"]

_MEASURED_AT: Final = 1000
_NO_WIDTH: Final = ("Cc", "Zl", "Zp")


@dataclass(frozen=True, slots=True)
class Typeface:
    """`office` is its name in documents, `family` that of our files."""

    office: str
    family: str
    stem: str
    styles: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
    ending: Literal["ttf", "otf"] = "ttf"

    def file(self, style: Style = "regular") -> Path:
        """The file of a style; where it has none, that of the regular one."""
        return FONT_FOLDER / f"{self.stem}-{style if style in self.styles else 'regular'}.{self.ending}"


HUMANIST: Final = Typeface("Calibri", "Inkwright Humanist", "humanist")
BOOK: Final = Typeface("Cambria", "Inkwright Book", "book")
GROTESQUE: Final = Typeface("Arial", "Inkwright Grotesque", "grotesque")
ROMAN: Final = Typeface("Times New Roman", "Inkwright Roman", "roman")
TYPEWRITER: Final = Typeface("Courier New", "Inkwright Typewriter", "typewriter", ("regular", "bold"))
HEI: Final = Typeface("Microsoft YaHei", "Inkwright Hei", "hei", ("regular", "bold"), "otf")
SONG: Final = Typeface("SimSun", "Inkwright Song", "song", ("regular", "bold"), "otf")
SIGNS: Final = Typeface("Segoe UI Symbol", "Inkwright Signs", "signs", ("regular",))

TYPEFACES: Final = (HUMANIST, BOOK, GROTESQUE, ROMAN, TYPEWRITER, HEI, SONG, SIGNS)
BY_OFFICE_NAME: Final = MappingProxyType({face.office: face for face in TYPEFACES})


@lru_cache(maxsize=64)
def measuring_font(face: Typeface, style: Style = "regular") -> "FreeTypeFont":
    """The font at a thousand points, to measure with."""
    from PIL import ImageFont  # noqa: PLC0415 - comes with an extra, and is slow to import

    return ImageFont.truetype(face.file(style), _MEASURED_AT)


@lru_cache(maxsize=16)
def supported_characters(face: Typeface) -> frozenset[int]:
    """The code points that the face can show."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - comes with an extra, and is slow to import

    with TTFont(face.file(), lazy=True) as font:
        return frozenset(font.getBestCmap())


def has_glyph(char: str, *faces: Typeface) -> bool:
    """Whether one of the faces has the character; where none is named, any of ours."""
    return any(ord(char) in supported_characters(face) for face in faces or TYPEFACES)


def missing_glyphs(text: str, *faces: Typeface) -> list[str]:
    """The visible characters that none of the faces has, each once, in order."""
    return [char for char in dict.fromkeys(text) if not char.isspace() and not has_glyph(char, *faces or TYPEFACES)]


@lru_cache(maxsize=65_536)
def _character_width(char: str, face: Typeface, style: Style) -> float:
    if unicodedata.category(char) in _NO_WIDTH:
        return 0.0
    return measuring_font(face, style).getlength(char) / _MEASURED_AT


def text_width(text: str, size: float, latin: Typeface, east_asian: Typeface = HEI, style: Style = "regular") -> float:
    """How wide the text is on one line, in points: each character in the face that an office program takes for it."""
    return size * sum(_character_width(char, face_for(char, latin, east_asian), style) for char in text)


def face_for(char: str, latin: Typeface, east_asian: Typeface = HEI) -> Typeface:
    """The face in which a character is set: Chinese in its own, what neither has in the one for signs."""
    first, second = (east_asian, latin) if is_east_asian(char) else (latin, east_asian)
    return next((face for face in (first, second, SIGNS) if ord(char) in supported_characters(face)), east_asian)


def is_east_asian(char: str) -> bool:
    """Whether an office program sets the character in the East Asian face."""
    code = ord(char)
    return 0x2E80 <= code <= 0xA4CF or 0xAC00 <= code <= 0xD7FF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFFEF
