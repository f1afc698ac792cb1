"""Built decks, opened again by python-pptx: every layout in every theme, and no metadata of anyone else."""

import io
import sys
import zipfile
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pptx
import pytest
from pptx.oxml.ns import qn

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.slides.themes import THEMES
from tests.artifacts.sample_decks import LESSON
from tests.artifacts.slides.sample_slides import EVERYTHING, pages

ALL_THEMES = pytest.mark.parametrize("theme", THEMES)
FIGURES = ("}pic", "}graphicFrame")


def opened(spec: DeckSpec, theme: ThemeName | None = None) -> Any:
    return pptx.Presentation(io.BytesIO(build_deck(spec, theme=theme).main))


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


@ALL_THEMES
def test_a_deck_with_every_layout_has_nothing_wrong_with_it(theme: ThemeName) -> None:
    draft = build_deck(EVERYTHING, theme=theme)
    assert (draft.kind, draft.name, draft.title) == ("pptx", "Everything.pptx", "Everything")
    assert check_deck(draft) == []


@ALL_THEMES
def test_every_slide_has_its_layout_title_notes_and_number(theme: ThemeName) -> None:
    deck = opened(EVERYTHING, theme)
    assert [slide.slide_layout.name for slide in deck.slides] == [
        "Title Slide",
        "Agenda",
        "Section",
        "Title and Content",
        "Two Columns",
        "Comparison",
        "Table",
        "Chart",
        "Big Number",
        "Quote",
        "Picture",
        "Process",
        "Icons",
        "Code",
        "Formula",
        "Closing",
        "Process",
    ]
    titles = [slide.shapes.title.text_frame.text for slide in deck.slides]
    assert titles == ["Everything", *(slide.title for slide in EVERYTHING.slides)]
    assert all(slide.notes_slide.notes_text_frame.text.strip() for slide in deck.slides)
    numbered = [slide.element.findall(".//{*}fld[@type='slidenum']") for slide in deck.slides]
    with_number = [bool(found) for found in numbered]
    assert with_number == [slide.slide_layout.name not in {"Title Slide", "Closing"} for slide in deck.slides]


@ALL_THEMES
def test_shapes_have_numbers_and_names_of_their_own_and_figures_say_what_they_show(theme: ThemeName) -> None:
    for slide in opened(EVERYTHING, theme).slides:
        assert [
            number for number, count in Counter(shape.shape_id for shape in slide.shapes).items() if count > 1
        ] == []
        assert [shape for shape in slide.shapes if not shape.name] == []
        figures = [shape.element for shape in slide.shapes if shape.element.tag.endswith(FIGURES)]
        assert [figure for figure in figures if not figure.find(".//{*}cNvPr").get("descr")] == []


@ALL_THEMES
def test_every_placeholder_is_one_of_the_layout_and_none_is_empty(theme: ThemeName) -> None:
    for slide in opened(EVERYTHING, theme).slides:
        known = {
            shape.placeholder_format.idx: shape.placeholder_format.type for shape in slide.slide_layout.placeholders
        }
        used = {shape.placeholder_format.idx: shape.placeholder_format.type for shape in slide.placeholders}
        assert used.items() <= known.items()
        texts = [shape.text_frame.text for shape in slide.placeholders if shape.has_text_frame]
        assert all(text.strip() for text in texts)


@ALL_THEMES
def test_colours_are_those_of_the_theme_and_sizes_are_on_runs(theme: ThemeName) -> None:
    slides = [part for name, part in parts(build_deck(EVERYTHING, theme=theme).main).items() if "slides/slide" in name]
    assert [part for part in slides if b"srgbClr" in part or b"<a:defRPr" in part] == []
    for slide in opened(EVERYTHING, theme).slides:
        runs = slide.element.findall(f".//{{*}}r/{qn('a:rPr')}")
        assert runs
        assert all(run.get("sz") for run in runs)


@ALL_THEMES
def test_chinese_has_fonts_in_the_theme(theme: ThemeName) -> None:
    wanted = [THEMES[theme].heading.east_asian.office, THEMES[theme].body.east_asian.office]
    found = parts(build_deck(LESSON, theme=theme).main)["ppt/theme/theme1.xml"].decode()
    assert [f'<a:ea typeface="{name}"/>' in found for name in wanted] == [True, True]


def test_notes_are_those_given_or_else_what_the_slide_says() -> None:
    first, second = pages(
        {"bullets": ["Light becomes **sugar**"], "notes": "Ask first.\nThen tell."}, {"bullets": ["In the leaf"]}
    )
    assert first.notes_slide.notes_text_frame.text == "Ask first.\nThen tell."
    assert second.notes_slide.notes_text_frame.text == "Slide\nIn the leaf"


def test_emphasis_is_shown_and_its_marks_are_not() -> None:
    [page] = pages({"bullets": ["A **bold** and *slanted* `code`"]})
    [card] = [shape for shape in page.placeholders if shape.name == "Card1"]
    found = [(run.text, run.font.bold, run.font.italic, run.font.name) for run in card.text_frame.paragraphs[0].runs]
    assert found == [
        ("A ", False, False, None),
        ("bold", True, False, None),
        (" and ", False, False, None),
        ("slanted", False, True, None),
        (" ", False, False, None),
        ("code", False, False, "Courier New"),
    ]


def test_the_theme_is_the_one_given_or_the_deck_s_own_or_ours() -> None:
    def name_of(spec: DeckSpec, theme: ThemeName | None = None) -> bytes:
        return parts(build_deck(spec, theme=theme).main)["ppt/theme/theme1.xml"].partition(b'name="')[2][:18]

    own = LESSON.model_copy(update={"theme": "night"})
    assert name_of(LESSON) == b"Inkwright Classroo"
    assert name_of(own) == b'Inkwright Night"><'
    assert name_of(own, "bold") == b'Inkwright Bold"><a'


def test_properties_name_the_deck_and_no_person() -> None:
    moment = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
    content = build_deck(LESSON, made_at=moment).main
    properties = pptx.Presentation(io.BytesIO(content)).core_properties
    assert (properties.title, properties.author, properties.last_modified_by, properties.comments) == (
        "Photosynthesis",
        "Inkwright",
        "Inkwright",
        "",
    )
    assert (properties.created, properties.modified) == (moment.replace(tzinfo=None), moment.replace(tzinfo=None))
    everything = b"".join(parts(content).values())
    assert [
        word for word in (b"Canny", b"Macintosh", b"4:3", b"screen4x3", b"printerSettings") if word in everything
    ] == []


def test_the_author_of_the_deck_is_the_author_of_the_file() -> None:
    properties = opened(EVERYTHING).core_properties
    assert (properties.author, properties.last_modified_by) == ("Somebody", "Inkwright")


@ALL_THEMES
def test_the_same_deck_is_the_same_bytes(theme: ThemeName) -> None:
    assert build_deck(EVERYTHING, theme=theme).main == build_deck(EVERYTHING, theme=theme).main


def test_a_deck_is_wide() -> None:
    deck = opened(LESSON)
    assert (deck.slide_width, deck.slide_height) == (12_192_000, 6_858_000)


def test_characters_that_no_built_in_font_has_stay_in_the_text() -> None:
    [page] = pages({"bullets": ["Well done 😀", "مرحبا"]})
    assert [shape.text_frame.text for shape in page.placeholders if shape.name.startswith("Card")] == [
        "Well done 😀",
        "مرحبا",
    ]


def test_without_the_library_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pptx", None)
    with pytest.raises(ModuleNotFoundError) as missing:
        build_deck(LESSON)
    assert missing.value.name == "pptx"
