"""Page breaks and kept groups in Word: marker paragraphs that become properties of their neighbours."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PAGE_MARKS: Final = {"page": "InkwrightNewPage", "first": "InkwrightWhole", "last": "InkwrightWholeEnd"}
_PROPERTIES_BEFORE: Final = tuple(f"{_W}{name}" for name in ("pStyle", "keepNext", "keepLines", "pageBreakBefore"))
"""The first properties of a paragraph, in the order that the format requires."""


def page_mark(name: str) -> str:
    """Return a marker paragraph for `page`, `first` or `last`, which `apply_page_marks` resolves."""
    return f'<w:p><w:pPr><w:pStyle w:val="{_PAGE_MARKS[name]}"/></w:pPr></w:p>'


def apply_page_marks(root: "Element") -> None:
    """Remove the marker paragraphs and set the properties they ask for on their neighbours."""
    for paragraph in [*root.iter(f"{_W}p")]:
        style = paragraph.find(f"{_W}pPr/{_W}pStyle")
        found = style.get(f"{_W}val") if style is not None else None
        if found == _PAGE_MARKS["page"]:
            _start_page(paragraph)
        if found == _PAGE_MARKS["first"]:
            _keep_together(paragraph)
        if found in _PAGE_MARKS.values():
            paragraph.getparent().remove(paragraph)


def _start_page(marker: "Element") -> None:
    following = next(marker.itersiblings(f"{_W}p", f"{_W}tbl"), None)
    if following is None:
        return
    if following.tag == f"{_W}tbl":
        # A table has no such property, so an empty paragraph before it gets it.
        following = marker.makeelement(f"{_W}p", {})
        marker.addnext(following)
    set_paragraph_property(following, "pageBreakBefore")


def set_paragraph_property(paragraph: "Element", name: str) -> None:
    """Set a property without a value on a paragraph."""
    properties = paragraph.find(f"{_W}pPr")
    if properties is None:
        properties = paragraph.makeelement(f"{_W}pPr", {})
        paragraph.insert(0, properties)
    tag = f"{_W}{name}"
    if properties.find(tag) is None:
        earlier = [each for each in properties if each.tag in _PROPERTIES_BEFORE[: _PROPERTIES_BEFORE.index(tag)]]
        index = properties.index(earlier[-1]) + 1 if earlier else 0
        properties.insert(index, properties.makeelement(tag, {}))


def _keep_together(first: "Element") -> None:
    """Keep every paragraph up to the end marker with the next one. The last may be separated from its successor."""
    inside: list[Element] = []
    following = first.getnext()
    while following is not None and not following.findall(f"{_W}pPr/{_W}pStyle[@{_W}val='{_PAGE_MARKS['last']}']"):
        inside += following.iter(f"{_W}p")
        following = following.getnext()
    for paragraph in inside:
        set_paragraph_property(paragraph, "keepLines")
    for paragraph in inside[:-1]:
        set_paragraph_property(paragraph, "keepNext")
