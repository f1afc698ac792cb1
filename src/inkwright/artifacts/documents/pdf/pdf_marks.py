"""What is drawn on a page of a PDF: stretched pictures, text over text, and links to places that are not there."""

import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from inkwright.artifacts.office_graphics import is_stretched
from inkwright.artifacts.rendering.pdf import PageCharacter

_Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Final[_Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_SIGNS: Final = re.compile("dingbats|symbol", re.I)
_WIDTHS: Final = 1.6
_MAX_DEPTH: Final = 200
_CELL: Final = 12.0
_COVERED: Final = 0.35
_ALIKE: Final = 1.6
_FEWEST: Final = 8
_MOST_SHOWN: Final = 60
_MOST_IN_CELL: Final = 20
_SMALLEST: Final = 4.0


def stretched_pictures(pikepdf: Any, page: Any) -> int:
    """Count the pictures that a page shows in other proportions than those of their files."""
    named = _pictures(page)
    if not named:
        return 0
    count, matrix = 0, _IDENTITY
    kept: list[_Matrix] = []
    for operands, operator in pikepdf.parse_content_stream(page, "q Q cm Do"):
        match str(operator):
            case "q" if len(kept) < _MAX_DEPTH:
                kept.append(matrix)
            case "Q" if kept:
                matrix = kept.pop()
            case "cm" if len(operands) == len(_IDENTITY):
                matrix = _product(tuple(float(each) for each in operands), matrix)
            case "Do" if str(operands[0]) in named:
                shown = (math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3]))
                count += is_stretched(named[str(operands[0])], shown)
            case _:
                pass
    return count


def _pictures(page: Any) -> dict[str, tuple[float, float]]:
    """Return the pixels of the pictures of a page by their names. Masks may be stretched."""
    objects = page.resources.get("/XObject", {}) if "/Resources" in page else {}
    return {
        name: (float(each.get("/Width", 0)), float(each.get("/Height", 0)))
        for name, each in dict(objects).items()
        if each.get("/Subtype") == "/Image" and not each.get("/ImageMask", False)
    }


def _product(one: tuple[float, ...], other: _Matrix) -> _Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def dangling_links(pikepdf: Any, pdf: Any) -> list[str]:
    """Return the names of places inside the file to which links lead, and which are not there."""
    known = {name for tree in _name_trees(pikepdf, pdf) for name in tree}
    lost: dict[str, None] = {}
    for page in pdf.pages:
        for note in page.get("/Annots", ()):
            if isinstance(note, pikepdf.Dictionary) and note.get("/Subtype") == "/Link":
                target = _link_target(pikepdf, note)
                if target and target not in known:
                    lost[target] = None
    return [*lost]


def _link_target(pikepdf: Any, note: Any) -> str:
    """Return the name to which a link leads, or an empty string: links to pages by number need no name."""
    action = note.get("/A")
    target = note.get("/Dest")
    if target is None and isinstance(action, pikepdf.Dictionary) and action.get("/S") == "/GoTo":
        target = action.get("/D")
    return str(target) if isinstance(target, pikepdf.String | pikepdf.Name) else ""


def _name_trees(pikepdf: Any, pdf: Any) -> Iterator[set[str]]:
    old = pdf.Root.get("/Dests")
    if isinstance(old, pikepdf.Dictionary):
        yield {*old.keys()}
    names = pdf.Root.get("/Names")
    if isinstance(names, pikepdf.Dictionary) and isinstance(names.get("/Dests"), pikepdf.Dictionary):
        yield {*pikepdf.NameTree(names["/Dests"]).keys()}


def has_squares(chars: Sequence[PageCharacter]) -> bool:
    """Whether squares of a typeface of signs stand side by side in a line: programs draw them for what they lack."""
    squares = [char for char in chars if char.text == "■" and _SIGNS.search(char.style.font)]
    return any(
        abs(one.box.top - other.box.top) < 1 and 0 < other.box.left - one.box.left < _WIDTHS * one.style.size
        for one, other in pairwise(squares)
    )


def overprinted_text(chars: Sequence[PageCharacter]) -> str:
    """Return text that lies over other text of about its size, or an empty string. A letter that is drawn twice to look
    bold is none, and few marks over each other may be meant.
    """
    cells: dict[tuple[int, int], list[int]] = {}
    hit: set[int] = set()
    for index, char in enumerate(chars):
        if len(hit) >= _MOST_SHOWN:
            break
        if char.style.is_hidden or not char.text.isalnum() or not char.box.area or char.style.size < _SMALLEST:
            continue
        place = (int(char.box.left / _CELL), int(char.box.top / _CELL))
        near = (each for x in (-1, 0, 1) for y in (-1, 0, 1) for each in cells.get((place[0] + x, place[1] + y), ()))
        if any(_is_over(char, chars[each]) for each in near if each != index - 1):
            hit.add(index)
        cell = cells.setdefault(place, [])
        if len(cell) < _MOST_IN_CELL:
            cell.append(index)
    return "".join(chars[index].text for index in sorted(hit)[:_MOST_SHOWN]) if len(hit) >= _FEWEST else ""


def _is_over(one: PageCharacter, other: PageCharacter) -> bool:
    sizes = sorted((one.style.size, other.style.size))
    is_alike = sizes[0] > 0 and sizes[1] <= _ALIKE * sizes[0]
    shared = one.box.shared(other.box).area
    return is_alike and one.text != other.text and shared > _COVERED * min(one.box.area, other.box.area)
