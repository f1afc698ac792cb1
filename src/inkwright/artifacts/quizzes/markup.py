"""The plain texts of a quiz as HTML. Learning systems and flashcards read formulas in `\\(…\\)`."""

import html
import re

from inkwright.artifacts.quizzes.formulas import pieces

# A formula holds no other one, so each is looked at once.
_TEX_FORMULA = re.compile(r"\\\(((?:(?!\\[()]).)++)\\\)|\\\[((?:(?!\\[\[\]]).)++)\\\]", re.DOTALL)


def as_html(text: str) -> str:
    """The text escaped, its lines broken with `<br>`, its formulas in `\\(…\\)` or `\\[…\\]`."""
    written = []
    for piece in pieces(text):
        shown = html.escape(piece.text, quote=True)
        if piece.is_formula:
            shown = f"\\[{shown}\\]" if piece.is_display else f"\\({shown}\\)"
        written.append(shown)
    return "".join(written).replace("\n", "<br>")


def with_dollars(text: str) -> str:
    """The text with its formulas in `$…$`."""

    def dollars(found: re.Match[str]) -> str:
        return f"${found[1]}$" if found[1] is not None else f"$${found[2]}$$"

    return _TEX_FORMULA.sub(dollars, text)
