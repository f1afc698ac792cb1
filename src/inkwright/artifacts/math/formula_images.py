"""Formulas as images: TeX is converted by pandoc, typeset by typst, and drawn on a transparent background."""

from functools import lru_cache
from typing import Final

from inkwright.artifacts.documents.pdf.typesetter import typeset
from inkwright.artifacts.math.tex_bounds import tex_problem
from inkwright.artifacts.pandoc import convert
from inkwright.errors import TypesettingFailed

_SECONDS: Final = 10.0
_SIZE: Final = 60
_PIXELS_PER_INCH: Final = 220
PIXELS_PER_EM: Final = _SIZE * _PIXELS_PER_INCH / 72
"""The size of the text of a formula, in pixels of its image."""

_TYPST_PAGE: Final = "#set page(width: auto, height: auto, margin: 4pt, fill: none)\n"


@lru_cache(maxsize=256)
def formula_image(tex: str, colour: str) -> bytes | None:
    """Return the formula as a PNG in a colour (six hexadecimal digits), or None if it cannot be typeset."""
    if tex_problem(tex) is not None:
        return None
    try:
        math = _typst_math(tex)
        if math is None:
            return None
        source = f'{_TYPST_PAGE}#set text(size: {_SIZE}pt, fill: rgb("#{colour}"))\n{math}\n'
        return typeset({"main.typ": source.encode()}, output="png", seconds=_SECONDS, ppi=_PIXELS_PER_INCH).content
    except TypesettingFailed:
        return None


def _typst_math(tex: str) -> str | None:
    """Return the formula as typst markup, or None if pandoc cannot read it."""
    # A dollar or a blank line would end the formula, and what follows would be read as a document.
    if "$" in tex.replace("\\$", "") or "\n\n" in tex:
        return None
    arguments = ["--from=markdown-raw_html-raw_tex-raw_attribute", "--to=typst"]
    made = convert(f"$${tex}$$\n".encode(), arguments, seconds=_SECONDS)
    markup = made.content.decode(errors="replace").strip()
    is_formula = markup.startswith("$ ") and markup.endswith(" $") and not made.warnings
    return markup if is_formula else None
