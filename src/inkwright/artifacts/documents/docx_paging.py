"""Where the pages of a .docx part: what begins on a new one, and what stays whole. Pandoc knows neither."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MARKS: Final = {"page": "InkwrightNewPage", "first": "InkwrightWhole", "last": "InkwrightWholeEnd"}
_BEFORE: Final = tuple(f"{_W}{name}" for name in ("pStyle", "keepNext", "keepLines", "pageBreakBefore"))
"""The first properties of a paragraph, in the order that the format wants."""


def mark(name: str) -> str:
    """A paragraph that stands for `page`, `first` or `last` until the pages are touched."""
    return f'<w:p><w:pPr><w:pStyle w:val="{_MARKS[name]}"/></w:pPr></w:p>'


def touch_pages(root: "Element") -> None:
    """Take the marks out, and tell the paragraphs beside them what they mean."""
    for paragraph in [*root.iter(f"{_W}p")]:
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        found = style.get(f"{_W}val") if style is not None else None
        if found == _MARKS["page"]:
            _begin_page(paragraph)
        if found == _MARKS["first"]:
            _hold_together(paragraph)
        if found in _MARKS.values():
            paragraph.getparent().remove(paragraph)


def _begin_page(place: "Element") -> None:
    following = next(place.itersiblings(f"{_W}p", f"{_W}tbl"), None)
    if following is None:
        return
    if following.tag == f"{_W}tbl":
        # A table cannot be told so: an empty paragraph before it is.
        following = place.makeelement(f"{_W}p", {})
        place.addnext(following)
    tell(following, "pageBreakBefore")


def tell(paragraph: "Element", name: str) -> None:
    """Give the paragraph a property that is only there or not."""
    properties = paragraph.find(f"{_W}pPr")
    if properties is None:
        properties = paragraph.makeelement(f"{_W}pPr", {})
        paragraph.insert(0, properties)
    wanted = f"{_W}{name}"
    if properties.find(wanted) is None:
        behind = [each for each in properties if each.tag in _BEFORE[: _BEFORE.index(wanted)]]
        place = properties.index(behind[-1]) + 1 if behind else 0
        properties.insert(place, properties.makeelement(wanted, {}))


def _hold_together(first: "Element") -> None:
    """Every paragraph up to the end mark stays with the next one; the last is free to part from what follows."""
    inside: list[Element] = []
    following = first.getnext()
    while following is not None and not following.findall(f"{_W}pPr/{_W}pStyle[@{_W}val='{_MARKS['last']}']"):
        inside += following.iter(f"{_W}p")
        following = following.getnext()
    for paragraph in inside:
        tell(paragraph, "keepLines")
    for paragraph in inside[:-1]:
        tell(paragraph, "keepNext")
