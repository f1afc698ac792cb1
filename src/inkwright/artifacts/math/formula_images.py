"""Formulas as images: TeX is converted by pandoc, typeset by typst, and drawn on a transparent background."""

import subprocess
from functools import lru_cache
from typing import Final

_SECONDS: Final = 20
_SIZE: Final = 60
_PIXELS_PER_INCH: Final = 220
_TYPST_PAGE: Final = "#set page(width: auto, height: auto, margin: 4pt, fill: none)\n"


@lru_cache(maxsize=256)
def formula_image(tex: str, colour: str) -> bytes | None:
    """Return the formula as a PNG in a colour (six hexadecimal digits), or None if it is not valid TeX."""
    import typst  # noqa: PLC0415 - slow to import

    math = _typst_math(tex)
    if math is None:
        return None
    source = f'{_TYPST_PAGE}#set text(size: {_SIZE}pt, fill: rgb("#{colour}"))\n{math}\n'
    try:
        return bytes(typst.compile(source.encode(), format="png", ppi=_PIXELS_PER_INCH))
    except typst.TypstError:
        return None


def _typst_math(tex: str) -> str | None:
    """Return the formula as typst markup, or None if pandoc cannot read it."""
    import pypandoc  # noqa: PLC0415 - slow to import

    # A dollar or a blank line would end the formula, and what follows would be read as a document.
    if "$" in tex.replace("\\$", "") or "\n\n" in tex:
        return None
    command = [pypandoc.get_pandoc_path(), "--sandbox", "--from=markdown-raw_html-raw_tex-raw_attribute", "--to=typst"]
    result = subprocess.run(  # noqa: S603 - a program we ship, no shell, and the formula is its input
        command, input=f"$${tex}$$\n".encode(), capture_output=True, timeout=_SECONDS, check=False
    )
    markup = result.stdout.decode(errors="replace").strip()
    is_formula = (
        result.returncode == 0 and markup.startswith("$ ") and markup.endswith(" $") and b"WARNING" not in result.stderr
    )
    return markup if is_formula else None
