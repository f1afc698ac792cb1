"""A layout from outside: one module registers it, and descriptions, Markdown, themes, templates and schemas know it."""

import dataclasses
import io
import json
from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

import pptx
import pytest
from pydantic import Field

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.edit import replace_slide
from inkwright.artifacts.slides.fields import BaseSlide, LabelText, ThemeName
from inkwright.artifacts.slides.layout_registry import (
    Layout,
    MarkdownRule,
    MasterLayout,
    PageContext,
    layout_named,
    layouts,
    master_layouts,
    register_layout,
    unregister_layout,
)
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.markdown.blocks import FenceBlock, MarkdownBlock
from inkwright.artifacts.slides.model import DeckSpec, text_layout_names
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.pptx.canvas import (
    SlideCanvas,
    SlidePage,
    body_below_title,
    bullet_paragraphs,
    fit_at_smallest,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.pptx.shape_xml import LayoutPlaceholder
from inkwright.artifacts.slides.themes.theme import TextStyle
from inkwright.artifacts.slides.user_templates.templates import build_from_template
from inkwright.authoring.outlines import parse_outline
from inkwright.errors import InvalidOption
from inkwright.tools.generate_pptx import GeneratePptx
from tests.artifacts.slides.sample_slides import ALL_THEMES


class TodoSlide(BaseSlide):
    """Tasks to tick off."""

    layout: Literal["todo"] = "todo"
    tasks: list[LabelText] = Field(min_length=1, max_length=8)


def todo_pages(slide: TodoSlide, context: PageContext) -> list[SlidePage]:
    body = body_below_title(context.theme, "todo", slide.title)
    return [SlidePage("todo", partial(draw_todo, slide=slide, body=body), "\n".join(slide.tasks))]


def draw_todo(canvas: SlideCanvas, slide: TodoSlide, body: Rect) -> None:
    style = TextStyle((20.0,))
    tasks = bullet_paragraphs([f"☐ {task}" for task in slide.tasks], canvas.theme)
    canvas.fill("body", body, style, fit_at_smallest(tasks, body, style, canvas.theme))


def todo_from_block(title: str, block: MarkdownBlock) -> list[TodoSlide] | None:
    return [TodoSlide(title=title, tasks=list(block.lines))] if isinstance(block, FenceBlock) else None


TODO = Layout(
    model=TodoSlide,
    pages=todo_pages,
    summary="`tasks`, 1 to 8",
    master_layouts=(MasterLayout(kind="todo", name="Todo", placeholders={"body": LayoutPlaceholder("body", 1)}),),
    markdown=MarkdownRule(documented=(("a fence ` ```todo `", "a todo"),), fence="todo", from_block=todo_from_block),
)
SLIDE = {"layout": "todo", "title": "Before you go", "tasks": ["Lock the door", "Feed the cat"]}
DECK = {"title": "Home", "slides": [SLIDE]}


@pytest.fixture
def todo() -> Iterator[Layout[TodoSlide]]:
    yield register_layout(TODO)
    unregister_layout("todo")


def shown(content: bytes) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(page.kind, page.title, page.lines) for page in read_deck_pages(content)[1:]]


PAGES = [("todo", "Before you go", ("☐ Lock the door", "☐ Feed the cat"))]


@ALL_THEMES
@pytest.mark.usefixtures("todo")
def test_a_registered_layout_is_built_in_every_theme(theme: ThemeName) -> None:
    draft = build_deck(load_deck(json.dumps(DECK), "deck.json"), theme=theme)
    assert shown(draft.main) == PAGES
    assert check_deck(draft) == []
    deck: Any = pptx.Presentation(io.BytesIO(draft.main))
    assert "Todo" in [layout.name for layout in deck.slide_layouts]


@pytest.mark.usefixtures("todo")
def test_a_registered_layout_is_read_from_yaml_and_markdown() -> None:
    expected = DeckSpec(title="Home", slides=[TodoSlide.model_validate(SLIDE)])
    yaml = "title: Home\nslides:\n- layout: todo\n  title: Before you go\n  tasks: [Lock the door, Feed the cat]\n"
    assert load_deck(yaml, "deck.yaml") == expected
    markdown = "# Home\n## Before you go\n```todo\nLock the door\nFeed the cat\n```\n"
    assert load_deck(markdown, "deck.md") == expected
    assert DeckSpec.model_validate_json(expected.model_dump_json()) == expected


@pytest.mark.usefixtures("todo")
def test_a_registered_layout_is_drawn_on_a_template_and_replaces_a_slide() -> None:
    template = io.BytesIO()
    pptx.Presentation().save(template)
    deck = load_deck(json.dumps(DECK), "deck.json")
    assert [page.lines for page in read_deck_pages(build_from_template(template.getvalue(), deck).main)[1:]] == [
        PAGES[0][2]
    ]
    other = DeckSpec.model_validate({"title": "Home", "slides": [{"title": "Old", "bullets": ["x"]}]})
    assert shown(replace_slide(build_deck(other).main, 2, deck.slides[0]).main) == PAGES


@pytest.mark.usefixtures("todo")
def test_schemas_and_outlines_know_a_registered_layout() -> None:
    assert "TodoSlide" in DeckSpec.model_json_schema()["$defs"]
    assert "TodoSlide" in GeneratePptx.model_json_schema()["$defs"]
    assert "todo" in text_layout_names()
    assert parse_outline(["# Home", "## Before you go [todo]"]).slides[0].layout == "todo"


def test_an_unregistered_layout_is_unknown_again(todo: Layout[TodoSlide]) -> None:
    assert layout_named("todo") is todo
    unregister_layout("todo")
    try:
        with pytest.raises(InvalidOption, match="slide 1: A slide is an object whose layout is one of: agenda"):
            load_deck(json.dumps(DECK), "deck.json")
        assert "TodoSlide" not in DeckSpec.model_json_schema()["$defs"]
        assert "todo" not in [layout.kind for layout in master_layouts()]
    finally:
        register_layout(todo)


def test_a_name_can_be_registered_only_once(todo: Layout[TodoSlide]) -> None:
    before = [layout.name for layout in layouts()]
    register_layout(todo)
    with pytest.raises(InvalidOption, match="Another layout has this name"):
        register_layout(dataclasses.replace(todo))
    assert [layout.name for layout in layouts()] == before
