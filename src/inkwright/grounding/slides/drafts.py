"""Draft slides, and sections of a single sentence that share a slide with their neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from inkwright.artifacts.slides.fields import MAX_CHILDREN, MAX_NOTES, Bullet
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.model import Slide
from inkwright.artifacts.text import column_width
from inkwright.grounding.slides.groups import fits_on_slide
from inkwright.grounding.source import GroundedItem
from inkwright.grounding.summary.outline import OutlinePart

_MAX_JOINED: Final = 60
_MAX_COLUMNS: Final = 320


@dataclass(frozen=True, slots=True)
class DraftSlide:
    """A slide, the locations of its texts, and how much it matters if there is room for fewer slides.

    `chapter` is the heading that its part is below, `lines` are its sentences if it shows nothing else.
    """

    slide: Slide
    grounded: tuple[GroundedItem[str], ...]
    priority: float
    chapter: str = ""
    lines: tuple[str, ...] = ()


FilledPart = tuple[OutlinePart, list[DraftSlide]]


def with_lonely_lines_merged(filled: Sequence[FilledPart], title: str) -> list[FilledPart]:
    """Return the parts with each slide of one sentence joined to that of a neighbour, under both headings.

    A sentence without such a neighbour is left out, unless the text has nothing else.
    """
    merged: list[list[FilledPart]] = []
    for part in filled:
        if merged and _can_join(merged[-1], part):
            merged[-1].append(part)
        else:
            merged.append([part])
    kept = [group for group in merged if len(group) > 1 or not _is_lonely(group[0])]
    return [_joined(group, title) for group in kept or merged]


def _is_lonely(filled: FilledPart) -> bool:
    drafts = filled[1]
    return len(drafts) == 1 and len(drafts[0].lines) == 1


def _can_join(group: Sequence[FilledPart], added: FilledPart) -> bool:
    parts = [*group, added]
    if not (_is_lonely(group[-1]) or _is_lonely(added)):
        return False
    is_text = all(len(drafts) == 1 and drafts[0].lines for _, drafts in parts)
    is_level = len({(part.section.level, part.chapter) for part, _ in parts}) == 1
    lines = [line for _, drafts in parts for line in drafts[0].lines]
    return is_text and is_level and fits_on_slide(lines) and sum(map(column_width, lines)) <= _MAX_COLUMNS


def _joined(group: Sequence[FilledPart], title: str) -> FilledPart:
    part, drafts = group[0]
    if len(group) == 1:
        return group[0]
    each = [drafts[0] for _, drafts in group]
    points = [Bullet(text=draft.slide.title, children=list(draft.lines[:MAX_CHILDREN])) for draft in each]
    notes = "\n".join(draft.slide.notes for draft in each)[:MAX_NOTES]
    joined = " · ".join(draft.slide.title for draft in each)
    slide = BulletsSlide(title=joined if len(joined) <= _MAX_JOINED else title, bullets=[*points], notes=notes)
    grounded = tuple(item for draft in each for item in draft.grounded)
    priority = max(draft.priority for draft in each)
    return replace(part, title=slide.title), [DraftSlide(slide, grounded, priority, drafts[0].chapter)]
