"""Bullets from the lines of a document, and how many of them fit one slide."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from inkwright.artifacts.slides.fields import MAX_BULLET, MAX_CHILDREN, Bullet
from inkwright.artifacts.slides.markdown.blocks import LineBlock
from inkwright.artifacts.slides.markdown.inline import split_marked
from inkwright.artifacts.text import column_width

COMFORTABLE_ROWS: Final = 8
_COMFORTABLE_COLUMNS: Final = 900
_ROOM_FOR_NUMBER: Final = 10
_Item = TypeVar("_Item")


class _Child(NamedTuple):
    """A line below a point, and how deep it is."""

    text: str
    depth: int


def bullets_from_lines(lines: Sequence[LineBlock]) -> list[str | Bullet]:
    """Return the lines as points; deeper lines become children of the point before them."""
    found: list[tuple[str, list[_Child]]] = []
    for line in lines:
        for part in split_marked(line.text, MAX_BULLET):
            if line.depth and found:
                found[-1][1].append(_Child(part, line.depth))
            else:
                found.append((part, []))
    return [point for text, children in found for point in _points(text, children)]


def _points(text: str, children: Sequence[_Child]) -> Iterator[str | Bullet]:
    """Yield one point, or several where there are too many children: one for each child with children of its own."""
    groups = _grouped(text, children) if len(children) > MAX_CHILDREN else [(text, [child.text for child in children])]
    used: Counter[str] = Counter()
    for name, below in groups:
        for some in _chunks(below) or [[]]:
            used[name] += 1
            repeated = f"{split_marked(name, MAX_BULLET - _ROOM_FOR_NUMBER)[0]} ({used[name]})"
            shown = name if used[name] == 1 else repeated
            yield Bullet(text=shown, children=some) if some else shown


def _chunks(children: Sequence[str]) -> list[list[str]]:
    """Return the children in parts that fit, none of which ends with a line that introduces the next one."""
    parts: list[list[str]] = [[]]
    for child in children:
        if len(parts[-1]) == MAX_CHILDREN:
            is_lead = parts[-1][-1].endswith((":", "：")) and len(parts[-1]) > 1
            parts.append([parts[-1].pop()] if is_lead else [])
        parts[-1].append(child)
    return parts if children else []


def _grouped(text: str, children: Sequence[_Child]) -> list[tuple[str, list[str]]]:
    """Return the children of the point, and those of its children under both names."""
    top = min(child.depth for child in children)
    groups: list[tuple[str, list[str]]] = [(text, [])]
    for child, following in zip(children, [*children[1:], None], strict=True):
        is_parent = child.depth == top and following is not None and following.depth > top
        if is_parent:
            groups.append((_joined(text, child.text), []))
        elif child.depth == top and groups[-1][0] != text:
            groups.append((text, [child.text]))
        else:
            groups[-1][1].append(child.text)
    return groups if groups[0][1] else groups[1:]


def _joined(point: str, child: str) -> str:
    name = f"{point} {child}" if point.endswith((":", "：")) else f"{point} › {child}"
    return name if len(name) <= MAX_BULLET - _ROOM_FOR_NUMBER else child


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
