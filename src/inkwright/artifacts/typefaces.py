"""The typefaces of all artifacts: the name that documents use, and the bundled font file that measures it.

Each bundled font has the same character widths as the typeface that documents name (Calibri, Cambria, Arial, Times New
Roman, Courier New), so text that fits here fits where the document is opened. Chinese characters are one em wide in
every font.
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
    """A typeface. `office` is its name in documents, `family` the name of the bundled font."""

    office: str
    family: str
    stem: str
    styles: tuple[Style, ...] = ("regular", "bold", "italic", "bolditalic")
    ending: Literal["ttf", "otf"] = "ttf"

    def file(self, style: Style = "regular") -> Path:
        """Return the file of a style, or of the regular one where the style is missing."""
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
    """Return the font at a thousand points, for measuring."""
    from PIL import ImageFont  # noqa: PLC0415 - slow to import

    return ImageFont.truetype(face.file(style), _MEASURED_AT)


@lru_cache(maxsize=16)
def supported_characters(face: Typeface) -> frozenset[int]:
    """Return the code points that the face has."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - slow to import

    with TTFont(face.file(), lazy=True) as font:
        return frozenset(font.getBestCmap())


def has_glyph(char: str, *faces: Typeface) -> bool:
    """Whether one of the faces has the character; any bundled face if none is given."""
    return any(ord(char) in supported_characters(face) for face in faces or TYPEFACES)


def missing_glyphs(text: str, *faces: Typeface) -> list[str]:
    """Return the visible characters that none of the faces has, each once, in order."""
    return [char for char in dict.fromkeys(text) if not char.isspace() and not has_glyph(char, *faces or TYPEFACES)]


@lru_cache(maxsize=65_536)
def _character_width(char: str, face: Typeface, style: Style) -> float:
    if unicodedata.category(char) in _NO_WIDTH:
        return 0.0
    return measuring_font(face, style).getlength(char) / _MEASURED_AT


def text_width(text: str, size: float, latin: Typeface, east_asian: Typeface = HEI, style: Style = "regular") -> float:
    """Return the width of one line in points, with each character in the face that an office program uses for it."""
    return size * sum(_character_width(char, face_for(char, latin, east_asian), style) for char in text)


def face_for(char: str, latin: Typeface, east_asian: Typeface = HEI) -> Typeface:
    """Return the face for a character: Chinese has its own; characters that neither face has use the symbol face."""
    first, second = (east_asian, latin) if is_east_asian(char) else (latin, east_asian)
    return next((face for face in (first, second, SIGNS) if ord(char) in supported_characters(face)), east_asian)


def is_east_asian(char: str) -> bool:
    """Whether an office program uses the East Asian face for the character."""
    code = ord(char)
    return 0x2E80 <= code <= 0xA4CF or 0xAC00 <= code <= 0xD7FF or 0xF900 <= code <= 0xFAFF or 0xFE30 <= code <= 0xFFEF
