"""A user's .pptx as template: its layouts are chosen by their placeholders."""

import asyncio
import io
import zipfile
from typing import Any

import pptx
import pytest
from PIL import Image
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.util import Pt

from inkwright.artifacts.rendering.office import Office, OfficeFile
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.checks.rendered import check_rendered_deck
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.user_templates.templates import build_from_template
from inkwright.errors import InvalidOption
from tests.artifacts.sample_decks import respelled, saved
from tests.artifacts.slides.test_model import SLIDES, slide

FULL = {"two_columns": {"left": ["a", "b"], "right": ["c"]}}
DECK = DeckSpec.model_validate(
    {
        "title": "Ours",
        "subtitle": "on theirs",
        "author": "Ann",
        "slides": [slide(layout, title=f"The {layout}", **FULL.get(layout, {})) for layout in SLIDES],
    }
)


def template(*, width: float = 720) -> bytes:
    """The template of python-pptx with a slide of its own, 4:3 or wider."""
    deck = pptx.Presentation()
    share = width / 720
    deck.slide_width = Pt(width)
    for owner in (deck.slide_master, *deck.slide_layouts):
        for shape in owner.shapes:
            if shape.element.find(".//{*}xfrm/{*}off") is not None:
                shape.left, shape.width = round(shape.left * share), round(shape.width * share)
    deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text_frame.text = "SECRET"
    return saved(deck)


def made(given: bytes) -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(picture, "PNG")
    draft = build_from_template(given, DECK, images={"img/leaf.png": picture.getvalue()})
    assert [found for found in check_deck(draft) if found.severity == "error"] == []
    return draft.main


def places(page: Any) -> list[tuple[str, str]]:
    """The placeholder that each shape fills."""
    return [(place.name, place.placeholder_format.type.name) for place in page.placeholders]


def test_layouts_are_chosen_by_their_placeholders() -> None:
    pages = pptx.Presentation(io.BytesIO(made(template(width=960)))).slides
    used = {page.shapes.title.text_frame.text: page.slide_layout.name for page in pages}
    assert used == {
        "Ours": "Title Slide",
        **dict.fromkeys((f"The {layout}" for layout in SLIDES), "Title Only"),
        "The section": "Section Header",
        "The closing": "Title Slide",
        "The two_columns": "Two Content",
        "The comparison": "Comparison",
    } | {"The bullets": used["The bullets"]}
    shown = {page.shapes.title.text_frame.text: places(page) for page in pages}
    number = ("Slide number", PP_PLACEHOLDER.SLIDE_NUMBER.name)
    assert shown["Ours"] == [("Title", "CENTER_TITLE"), ("Subtitle", "SUBTITLE"), number]
    assert shown["The two_columns"] == [("Title", "TITLE"), ("Left", "OBJECT"), ("Right", "OBJECT"), number]
    assert shown["The comparison"] == [
        ("Title", "TITLE"),
        ("Left heading", "BODY"),
        ("Left", "OBJECT"),
        ("Right heading", "BODY"),
        ("Right", "OBJECT"),
        number,
    ]
    assert shown["The chart"] == [("Title", "TITLE"), number]


def test_every_placeholder_of_a_slide_is_one_of_its_layout() -> None:
    for page in pptx.Presentation(io.BytesIO(made(template()))).slides:
        known = {place.placeholder_format.idx for place in page.slide_layout.placeholders}
        used = [place.placeholder_format.idx for place in page.placeholders]
        assert set(used) <= known
        assert len(used) == len(set(used))


@pytest.mark.parametrize("width", [720, 960])
def test_everything_stays_on_the_slide(width: float) -> None:
    deck: Any = pptx.Presentation(io.BytesIO(made(template(width=width))))
    for page in deck.slides:
        for shape in page.shapes:
            assert shape.left >= 0
            assert shape.left + shape.width <= deck.slide_width + Pt(1)
            assert shape.top + shape.height <= deck.slide_height + Pt(1)


def test_nothing_of_the_slides_of_a_template_is_left() -> None:
    content = made(template())
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert [name for name in package.namelist() if b"SECRET" in package.read(name)] == []
        assert [name for name in package.namelist() if "thumbnail" in name] == []
        slides = [name for name in package.namelist() if name.startswith("ppt/slides/slide")]
    assert len(slides) == len(pptx.Presentation(io.BytesIO(content)).slides)


def test_the_colours_and_fonts_are_those_of_the_template() -> None:
    given = template()
    theme = "ppt/theme/theme1.xml"
    with zipfile.ZipFile(io.BytesIO(given)) as before, zipfile.ZipFile(io.BytesIO(made(given))) as after:
        assert after.read(theme) == before.read(theme)


def test_lists_are_not_larger_than_the_text_of_the_template() -> None:
    deck = pptx.Presentation(io.BytesIO(template(width=960)))
    style = deck.slide_master.element.find("{*}txStyles/{*}bodyStyle/{*}lvl1pPr/{*}defRPr")
    style.set("sz", "2100")
    lists = [
        slide("bullets", title="List", bullets=[f"Point {number} of many that are told" for number in range(7)]),
        slide("two_columns", title="Columns", left=["a", "b"], right=["c", "d"]),
    ]
    spec = DeckSpec.model_validate({"title": "Sizes", "slides": lists})
    content = build_from_template(saved(deck), spec).main
    shown = {page.shapes.title.text_frame.text: page for page in pptx.Presentation(io.BytesIO(content)).slides}
    sizes = {
        title: {
            run.font.size.pt
            for place in shown[title].placeholders
            if place.placeholder_format.type == PP_PLACEHOLDER.OBJECT
            for paragraph in place.text_frame.paragraphs
            for run in paragraph.runs
        }
        for title in ("List", "Columns")
    }
    assert sizes == {"List": {21.0}, "Columns": {21.0}}


def test_the_same_template_and_deck_give_the_same_bytes() -> None:
    given = template()
    assert made(given) == made(given)


def test_a_template_without_titles_is_refused() -> None:
    deck = pptx.Presentation()
    for layout in deck.slide_layouts:
        for place in list(layout.placeholders):
            if place.placeholder_format.type in (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE):
                place.element.getparent().remove(place.element)
    with pytest.raises(InvalidOption, match="no layout with a title"):
        build_from_template(saved(deck), DECK)


@pytest.mark.parametrize(
    "content",
    [b"", b"not a zip", template()[:2000], respelled(template(), {"ppt/presentation.xml": b"<a/>"})],
    ids=["empty", "text", "cut", "damaged"],
)
def test_bytes_that_are_not_a_template_are_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="for template: "):
        build_from_template(content, DECK)


def test_a_template_with_macros_is_refused() -> None:
    with pytest.raises(InvalidOption, match="contains active content: ppt/vbaProject"):
        build_from_template(respelled(template(), {"ppt/vbaProject.bin": b"x"}), DECK)


def test_the_rendered_pages_have_no_faults(office: Office) -> None:
    contents = [made(template(width=width)) for width in (720, 960)]
    pdfs = asyncio.run(office.pdfs([OfficeFile(".pptx", content) for content in contents]))
    for content, pdf in zip(contents, pdfs, strict=True):
        found = check_rendered_deck(content, pdf, name="deck.pptx")
        assert [one for one in found if one.severity == "error"] == []
