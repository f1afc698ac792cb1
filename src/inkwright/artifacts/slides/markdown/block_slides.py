"""The slides for the blocks under one heading. Which layout shows a block is a rule of that layout."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from inkwright.artifacts.slides.fields import BaseSlide
from inkwright.artifacts.slides.layout_failures import reporting_failures
from inkwright.artifacts.slides.layout_registry import Layout, layout_named, layouts, markdown_rules
from inkwright.artifacts.slides.layouts.lists import BulletsSlide
from inkwright.artifacts.slides.markdown.blocks import QUOTE_SOURCE, FenceBlock, LineBlock, MarkdownBlock
from inkwright.artifacts.slides.markdown.bullets import bullets_from_lines, paginate_bullets


def block_slides(title: str, blocks: Sequence[MarkdownBlock]) -> list[BaseSlide]:
    """Return the slides that show the blocks. All have the same title, and no notes yet."""
    if combined := _combined_slide(title, blocks):
        return [combined]
    slides: list[BaseSlide] = []
    waiting: list[LineBlock] = []
    for block in map(_as_quoted, (None, *blocks), blocks):
        if isinstance(block, LineBlock) and (not waiting or waiting[-1].is_quoted is block.is_quoted):
            waiting.append(block)
            continue
        slides += _line_slides(title, waiting, is_alone=False)
        waiting = [block] if isinstance(block, LineBlock) else []
        slides += [] if waiting else _figure_slides(title, block)
    return slides + _line_slides(title, waiting, is_alone=not slides)


def _as_quoted(before: MarkdownBlock | None, block: MarkdownBlock) -> MarkdownBlock:
    """Return a line such as `— Seneca` below a quotation as a part of it."""
    is_after_quote = isinstance(before, LineBlock) and before.is_quoted
    if is_after_quote and isinstance(block, LineBlock) and not block.is_item and QUOTE_SOURCE.fullmatch(block.text):
        return replace(block, is_quoted=True)
    return block


def _combined_slide(title: str, blocks: Sequence[MarkdownBlock]) -> BaseSlide | None:
    """Return one slide for a figure and the few lines around it, if there is room for them."""
    figures = [block for block in blocks if not isinstance(block, LineBlock)]
    lines = [block for block in blocks if isinstance(block, LineBlock)]
    slides = _figure_slides(title, figures[0]) if len(figures) == 1 and lines else []
    if len(slides) != 1:
        return None
    rule = layout_named(slides[0].layout).markdown
    return rule.with_lines(slides[0], lines) if rule and rule.with_lines else None


def _line_slides(title: str, lines: Sequence[LineBlock], *, is_alone: bool) -> list[BaseSlide]:
    for rule in markdown_rules():
        if lines and rule.from_lines and (slide := rule.from_lines(title, lines, is_alone)):
            return [slide]
    return [BulletsSlide(title=title, bullets=points) for points in paginate_bullets(bullets_from_lines(lines))]


def _figure_slides(title: str, block: MarkdownBlock) -> list[BaseSlide]:
    slides: list[BaseSlide] = []
    for is_line, group in groupby(_block_parts(title, block), lambda part: isinstance(part, LineBlock)):
        members = list(group)
        slides += (
            _line_slides(title, [line for line in members if isinstance(line, LineBlock)], is_alone=False)
            if is_line
            else [slide for slide in members if isinstance(slide, BaseSlide)]
        )
    return slides


def _block_parts(title: str, block: MarkdownBlock) -> Sequence[BaseSlide | LineBlock]:
    """Return what the first layout with a rule for the block makes of it."""
    for layout in _layouts_for(block):
        if layout.markdown and layout.markdown.from_block:
            with reporting_failures(layout, title):
                found = layout.markdown.from_block(title, block)
            if found is not None:
                return found
    return ()


def _layouts_for(block: MarkdownBlock) -> list[Layout[BaseSlide]]:
    """Return the layouts that may show the block: first the ones that a fence names. A fence that they do not take is
    code, like any other.
    """
    rules = [(layout, layout.markdown) for layout in layouts() if layout.markdown]
    name = next(iter(block.info.split()), "") if isinstance(block, FenceBlock) else ""
    named = [layout for layout, rule in rules if rule.fence and rule.fence == name]
    return named + [layout for layout, rule in rules if not rule.fence]
