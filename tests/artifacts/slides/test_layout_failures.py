"""What happens when a layout does not take a block, refuses its fields or fails: no content is lost, and the slide is
named.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest
from pydantic import Field

from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.fields import BaseSlide, LabelText
from inkwright.artifacts.slides.layout_registry import (
    Layout,
    MarkdownRule,
    MasterLayout,
    PageContext,
    register_layout,
    unregister_layout,
)
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.markdown.blocks import FenceBlock, MarkdownBlock
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.pptx.canvas import SlidePage
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.errors import InvalidOption, InvalidSlide

Register = Callable[[Layout[Any]], object]
DECK = "# Home\n## Trip\n~~~errands\nBuy bread\n~~~\n"


class ErrandsSlide(BaseSlide):
    """Things to fetch."""

    layout: Literal["errands"] = "errands"
    items: list[LabelText] = Field(min_length=1, max_length=2)


def no_pages(_slide: ErrandsSlide, _context: PageContext) -> list[SlidePage]:
    return []


def errands(from_block: Callable[[str, MarkdownBlock], Sequence[ErrandsSlide] | None]) -> Layout[ErrandsSlide]:
    rule: MarkdownRule[ErrandsSlide] = MarkdownRule(documented=(), fence="errands", from_block=from_block)
    return Layout(model=ErrandsSlide, pages=no_pages, summary="", markdown=rule)


def slides_of_lines(title: str, block: MarkdownBlock) -> list[ErrandsSlide]:
    assert isinstance(block, FenceBlock)
    return [ErrandsSlide(title=title, items=list(block.lines))]


@pytest.fixture
def register() -> Iterator[Register]:
    yield register_layout
    unregister_layout("errands")


def test_a_fence_that_its_layout_does_not_take_is_a_code_slide(register: Register) -> None:
    register(errands(lambda _title, _block: None))
    [slide] = load_deck(DECK, "home.md").slides
    assert (slide.layout, slide.title) == ("code", "Trip")
    assert read_deck_pages(build_deck(load_deck(DECK, "home.md")).main)[1].lines == ("Buy bread",)


def test_lines_that_the_fields_do_not_accept_are_reported_with_the_layout_and_the_slide(register: Register) -> None:
    register(errands(slides_of_lines))
    with pytest.raises(InvalidSlide, match=r"The layout 'errands' cannot show the slide 'Trip'.*items"):
        load_deck(DECK.replace("bread", "bread\nmilk\neggs"), "home.md")
    with pytest.raises(InvalidSlide, match=r"The layout 'errands' cannot show the slide 'Trip'.*items"):
        load_deck(DECK.replace("Buy bread", "Buy bread\n\n"), "home.md")


def failing(*_: object) -> Any:
    raise KeyError("bread")


def test_a_layout_of_another_package_that_fails_is_named(register: Register) -> None:
    register(dataclasses.replace(errands(slides_of_lines), pages=failing))
    with pytest.raises(InvalidSlide, match=r"errands failed \(KeyError: 'bread'\)"):
        build_deck(load_deck(DECK, "home.md"))


def test_a_page_that_cannot_be_drawn_names_its_layout_too(register: Register) -> None:
    def pages(_slide: ErrandsSlide, _context: PageContext) -> list[SlidePage]:
        return [SlidePage("bullets", lambda canvas: failing(canvas), "")]

    register(dataclasses.replace(errands(slides_of_lines), pages=pages))
    with pytest.raises(InvalidSlide, match=r"errands failed \(KeyError: 'bread'\)"):
        build_deck(load_deck(DECK, "home.md"))


def test_a_fence_that_cannot_be_read_names_its_layout(register: Register) -> None:
    register(errands(failing))
    with pytest.raises(InvalidSlide, match=r"errands failed \(KeyError: 'bread'\)"):
        load_deck(DECK, "home.md")


def test_a_placeholder_without_a_position_is_refused_when_the_layout_is_registered() -> None:
    card = MasterLayout(kind="errands", name="Errands", placeholders={"card": LayoutPlaceholder("body", 1)})
    layout = Layout(model=ErrandsSlide, pages=no_pages, summary="", master_layouts=(card,))
    with pytest.raises(InvalidOption, match="`areas` must give a position to: card"):
        register_layout(layout)
    placed = dataclasses.replace(card, areas=lambda body: {"card": body})
    register_layout(dataclasses.replace(layout, master_layouts=(placed,)))
    unregister_layout("errands")
    build_deck(load_deck(DECK, "home.md"))
