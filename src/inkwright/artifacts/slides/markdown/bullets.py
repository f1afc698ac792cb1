"""Bullets from the lines of a document, and how many of them fit one slide."""

from collections.abc import Sequence
from typing import Final, TypeVar

from inkwright.artifacts.slides.fields import MAX_BULLET, MAX_CHILDREN, Bullet
from inkwright.artifacts.slides.markdown.blocks import LineBlock
from inkwright.artifacts.slides.markdown.inline import split_marked
from inkwright.artifacts.text import column_width

COMFORTABLE_ROWS: Final = 8
_COMFORTABLE_COLUMNS: Final = 900
_ROOM_FOR_NUMBER: Final = 10
_Item = TypeVar("_Item")


def bullets_from_lines(lines: Sequence[LineBlock]) -> list[str | Bullet]:
    """Return the lines as points; deeper lines become children of the point before them."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        for part in split_marked(line.text, MAX_BULLET):
            if line.depth and found:
                found[-1][1].append(part)
            else:
                found.append((part, []))
    return [point for text, children in found for point in _split_bullet(text, children)]


def _split_bullet(text: str, children: list[str]) -> list[str | Bullet]:
    """Return one point, or several numbered ones where there are too many children."""
    if not children:
        return [text]
    groups = [children[start : start + MAX_CHILDREN] for start in range(0, len(children), MAX_CHILDREN)]
    repeated = split_marked(text, MAX_BULLET - _ROOM_FOR_NUMBER)[0]
    first = Bullet(text=text, children=groups[0])
    return [first, *(Bullet(text=f"{repeated} ({n})", children=group) for n, group in enumerate(groups[1:], 2))]


def single_remark(lines: Sequence[LineBlock]) -> str | None:
    """Return the only line, where it is a short paragraph: it can be a caption."""
    if len(lines) == 1 and not lines[0].is_item and len(lines[0].text) <= MAX_BULLET:
        return lines[0].text
    return None


def bullet_texts(point: str | Bullet) -> list[str]:
    """Return its text and those of its children."""
    return [point] if isinstance(point, str) else [point.text, *point.children]


def count_rows(points: Sequence[str | Bullet]) -> int:
    """Return how many rows the points take at least."""
    return sum(len(bullet_texts(point)) for point in points)


def paginate_bullets(points: Sequence[str | Bullet]) -> list[list[str | Bullet]]:
    """Divide the points evenly among as few slides as possible."""
    full = _fill_slides(points, COMFORTABLE_ROWS)
    even = _fill_slides(points, -(-count_rows(points) // max(len(full), 1)))
    return even if len(even) == len(full) else full


def _fill_slides(points: Sequence[str | Bullet], max_rows: int) -> list[list[str | Bullet]]:
    slides: list[list[str | Bullet]] = []
    rows = room = 0
    for point in points:
        texts = bullet_texts(point)
        width = sum(map(column_width, texts))
        rows, room = rows - len(texts), room - width
        if not slides or rows < 0 or room < 0:
            slides.append([])
            rows, room = max_rows - len(texts), _COMFORTABLE_COLUMNS - width
        slides[-1].append(point)
    return slides


def split_evenly(items: Sequence[_Item], limit: int) -> list[Sequence[_Item]]:
    """Divide the items into as few parts of at most `limit` as possible, of about the same length."""
    count = -(-len(items) // limit)
    size = -(-len(items) // max(count, 1))
    return [items[start : start + size] for start in range(0, len(items), max(size, 1))]
