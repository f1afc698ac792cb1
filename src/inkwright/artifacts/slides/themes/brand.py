"""A brand: colours, typefaces, a logo and a footer that change a built-in theme. Its layouts stay."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from inkwright.artifacts.slides.checks.styles import Rgb, contrast_ratio
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.pptx.geometry import SLIDE_HEIGHT, SLIDE_WIDTH, Rect
from inkwright.artifacts.slides.themes.theme import Decoration, LayoutDesign, Palette, Theme
from inkwright.artifacts.text import one_line
from inkwright.artifacts.typefaces import BY_OFFICE_NAME, HEI, SIGNS, SONG, TYPEWRITER
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason

_KEYS: Final = ("color", "accent", "font", "heading_font", "footer", "logo")
_FONTS: Final = tuple(name for name, face in BY_OFFICE_NAME.items() if face not in (SIGNS, TYPEWRITER))
_FONT_NAMES: Final = ", ".join(_FONTS)
_MAX_FOOTER: Final = 80
_COLOUR = re.compile(r"#?([0-9A-Fa-f]{6})")
_READABLE: Final = 4.5
_STEPS: Final = 20
_DEEP: Final = 0.35
_BLACK: Final = Rgb(0, 0, 0)
_WHITE: Final = Rgb(255, 255, 255)
_LOGO_HEIGHT: Final = 24.0
_LOGO_WIDTH: Final = 110.0
_LARGE: Final = 1.5
_MARGIN: Final = 30.0
_GAP: Final = 10.0


@dataclass(frozen=True, slots=True)
class Brand:
    """Two colours of six hexadecimal digits, a logo with its proportions, the names of two typefaces, and a footer.

    Each of them may be empty.
    """

    color: str = ""
    accent: str = ""
    logo: bytes = b""
    ratio: float = 1.0
    font: str = ""
    heading_font: str = ""
    footer: str = ""

    @property
    def logo_target(self) -> str:
        """The part of the package that holds the logo, as its layouts name it."""
        is_png = self.logo.startswith(b"\x89PNG")
        return f"../media/logo.{'png' if is_png else 'gif' if self.logo.startswith(b'GIF') else 'jpeg'}"


def brand_of(values: Mapping[str, Any], picture: Callable[[str], tuple[bytes, float]]) -> Brand:
    """Return the brand in the values of a file; InvalidOption for others. `picture` opens the logo."""
    if unknown := next((key for key in values if key not in _KEYS), ""):
        raise InvalidOption(option="brand", value=unknown, allowed=Reason("reason.brand.keys", keys=", ".join(_KEYS)))
    colours = {key: _digits(key, values[key]) for key in _KEYS[:2] if key in values}
    logo, ratio = picture(str(values["logo"])) if "logo" in values else (b"", 1.0)
    fonts = {key: _typeface(key, values[key]) for key in ("font", "heading_font") if key in values}
    return Brand(**colours, **fonts, footer=_footer(values.get("footer", "")), logo=logo, ratio=ratio)


def _digits(key: str, value: object) -> str:
    found = _COLOUR.fullmatch(str(value))
    if found is None:
        raise InvalidOption(option=key, value=str(value)[:40], allowed=Reason("reason.brand.color"))
    return found[1].upper()


def _typeface(key: str, value: object) -> str:
    """Return the name of a typeface whose widths are known here: text in any other might not fit."""
    if value not in _FONTS:
        raise InvalidOption(option=key, value=str(value)[:40], allowed=Reason("reason.brand.font", names=_FONT_NAMES))
    return str(value)


def _footer(value: object) -> str:
    written = one_line(str(value))
    if not isinstance(value, str) or len(written) > _MAX_FOOTER:
        reason = Reason("reason.brand.footer", most=_MAX_FOOTER)
        raise InvalidOption(option="footer", value=written[:40], allowed=reason)
    return written


def branded(theme: Theme, brand: Brand) -> Theme:
    """Return the theme in the colours of the brand, made darker or lighter until they are readable."""
    palette = theme.palette
    first = _readable(brand.color, palette) if brand.color else palette.accents[0]
    has_own_deep = brand.color and not palette.is_dark
    deep = _mixed(_rgb(first), _BLACK, _DEEP) if has_own_deep else _rgb(palette.deep)
    _, old, third, fourth, fifth = palette.accents
    accents = (first, brand.accent or old, third, fourth, fifth)
    coloured = replace(palette, accents=accents, deep=_hexadecimal(deep))
    body, heading = _faces(theme.body, brand.font), _faces(theme.heading, brand.heading_font or brand.font)
    return replace(theme, palette=coloured, body=body, heading=heading)


def _faces(faces: Faces, name: str) -> Faces:
    """Return the faces with another one for Latin text, or for Chinese text where it is a Chinese one."""
    if not name:
        return faces
    face = BY_OFFICE_NAME[name]
    return replace(faces, east_asian=face) if face in (HEI, SONG) else replace(faces, latin=face)


def _rgb(digits: str) -> Rgb:
    return Rgb(*bytes.fromhex(digits))


def _hexadecimal(colour: Rgb) -> str:
    return bytes(colour).hex().upper()


def _mixed(one: Rgb, other: Rgb, share: float) -> Rgb:
    return Rgb(*(round(first + (second - first) * share) for first, second in zip(one, other, strict=True)))


def _readable(digits: str, palette: Palette) -> str:
    grounds = [_rgb(palette.background), _rgb(palette.surface)]
    end = _WHITE if palette.is_dark else _BLACK
    shades = (_mixed(_rgb(digits), end, step / _STEPS) for step in range(_STEPS + 1))
    fits = (each for each in shades if all(contrast_ratio(each, ground) >= _READABLE for ground in grounds))
    return _hexadecimal(next(fits, end))


def logo_rect(brand: Brand, design: LayoutDesign) -> Rect:
    """Return the area of the logo: next to the slide number, or larger at the upper left of pages without one."""
    scale = 1.0 if design.has("page") else _LARGE
    height = min(_LOGO_HEIGHT, _LOGO_WIDTH / brand.ratio) * scale
    width = height * brand.ratio
    if not design.has("page"):
        return Rect(_MARGIN, _MARGIN * 0.8, width, height)
    page = design.slot("page").rect
    right = page.x - _GAP if page.right > SLIDE_WIDTH - _MARGIN - width - _GAP else SLIDE_WIDTH - _MARGIN
    middle = min(page.y + page.height / 2, SLIDE_HEIGHT - height / 2 - 4)
    return Rect(right - width, middle - height / 2, width, height)


def logo_plate(theme: Theme, rect: Rect, design: LayoutDesign) -> Decoration | None:
    """Return a light ground for the logo where the page is coloured or dark: most logos are made for white paper."""
    if design.has("page") and design.background == "bg1" and not theme.palette.is_dark:
        return None
    return Decoration("roundRect", rect.inset(-8, -5), "tx1" if theme.palette.is_dark else "bg1", radius=5)
