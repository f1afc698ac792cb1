"""Which items make one list: those of one depth and one kind of mark whose numbers go on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from inkwright.grounding.material import Listing, Place, Sentence

_DEEPER: Final = 2
_HAN_DIGITS: Final = "零一二三四五六七八九十"
_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


class Entry(NamedTuple):
    """An item as it was read: its mark, how far it is indented, what it says, and where."""

    mark: str
    indent: int
    text: str
    place: Place


@dataclass
class _Open:
    lead: str
    indent: int
    number: int | None
    items: list[Entry]

    def goes_on_with(self, entry: Entry) -> bool:
        number = number_of(entry.mark)
        if number is None or self.number is None:
            return number is self.number
        # In Markdown every item may be written as the first.
        return number == self.number + 1 or number == self.number == 1

    def closed(self) -> Listing:
        items = tuple(Sentence(entry.text, entry.place) for entry in self.items)
        return Listing(self.lead, items, self.number is not None, items[0].place)


def listings_of(entries: Sequence[Entry], lead: str) -> list[Listing]:
    """The lists in the order of their first items; a list within an item is introduced by that item."""
    return sorted(_closed(entries, lead), key=lambda listing: listing.place.line)


def number_of(mark: str) -> int | None:
    """The number in the mark of an item, or None where it has none."""
    if digits := re.search(r"\d+", mark):
        return int(digits[0])
    if mark[:1] and mark[0] in _CIRCLED:
        return _CIRCLED.index(mark[0]) + 1
    written = re.match(f"[{_HAN_DIGITS}]+", mark)
    return _han_number(written[0]) if written else None


def _han_number(written: str) -> int:
    tens, ten, ones = written.rpartition("十")
    one = _HAN_DIGITS.index(ones[-1]) if ones else 0
    return 10 * (_HAN_DIGITS.index(tens[-1]) if tens else 1) + one if ten else one


def _closed(entries: Sequence[Entry], lead: str) -> Iterator[Listing]:
    stack: list[_Open] = []
    for entry in entries:
        while stack and entry.indent + _DEEPER <= stack[-1].indent:
            yield stack.pop().closed()
        top = stack[-1] if stack else None
        if top and entry.indent >= top.indent + _DEEPER:
            stack.append(_Open(top.items[-1].text, entry.indent, number_of(entry.mark), [entry]))
        elif top and top.goes_on_with(entry):
            top.items.append(entry)
            top.number = number_of(entry.mark)
        else:
            if top:
                yield stack.pop().closed()
            stack.append(_Open(top.lead if top else lead, entry.indent, number_of(entry.mark), [entry]))
    while stack:
        yield stack.pop().closed()
