"""Built decks, opened again by python-pptx: they say exactly what was asked, and nothing of anybody else."""

import io
import sys
import zipfile
from datetime import UTC, datetime

import pptx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.decks import DeckSpec, SlideSpec, deck_from_markdown
from inkwright.artifacts.pptx_builder import build_deck, file_name
from inkwright.artifacts.pptx_checks import check_deck
from inkwright.errors import InvalidOption
from inkwright.parsing.filenames import problem_with
from tests.artifacts.made_decks import LESSON, said
from tests.artifacts.test_decks import CHINESE


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        return {name: package.read(name) for name in package.namelist()}


def test_a_deck_says_exactly_what_was_asked() -> None:
    assert said(build_deck(LESSON).main) == LESSON


def test_a_deck_from_chinese_markdown_says_what_the_text_says() -> None:
    spec = deck_from_markdown(CHINESE)
    draft = build_deck(spec)
    assert said(draft.main) == spec
    assert check_deck(draft, "zh") == []
    assert (draft.kind, draft.name, draft.title) == ("pptx", "光合作用.pptx", "光合作用")


def test_chinese_has_a_font() -> None:
    themes = [part for name, part in parts(build_deck(LESSON).main).items() if name.startswith("ppt/theme/")]
    assert [theme.count(b'<a:ea typeface="Microsoft YaHei"/>') for theme in themes] == [2, 2]


def test_a_deck_is_wide_and_all_of_it_is_on_the_slide() -> None:
    deck = pptx.Presentation(io.BytesIO(build_deck(LESSON).main))
    assert deck.slide_width is not None
    assert deck.slide_height is not None
    assert deck.slide_width * 9 == deck.slide_height * 16
    for slide in deck.slides:
        for shape in slide.placeholders:
            assert shape.left == deck.slide_width - shape.left - shape.width
            assert 0 <= shape.top < shape.top + shape.height <= deck.slide_height


def test_layouts_are_those_for_titles_and_for_contents() -> None:
    deck = pptx.Presentation(io.BytesIO(build_deck(LESSON).main))
    assert [slide.slide_layout.name for slide in deck.slides] == [
        "Title Slide",
        "Title and Content",
        "Title and Content",
    ]


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


def test_the_same_deck_is_the_same_bytes() -> None:
    assert build_deck(LESSON).main == build_deck(LESSON).main


def test_much_text_is_set_smaller() -> None:
    def size(*bullets: str) -> int:
        spec = DeckSpec(title="T", slides=[SlideSpec(title="S", bullets=list(bullets))])
        body = pptx.Presentation(io.BytesIO(build_deck(spec).main)).slides[1].placeholders[1]
        found = body.text_frame.paragraphs[0].runs[0].font.size
        assert found is not None
        return int(found.pt)

    assert [size("one"), size(*["some words " * 9] * 8), size(*["词" * 300] * 8)] == [32, 16, 8]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("a/b: c?", "a b c.pptx"),
        ("光合作用", "光合作用.pptx"),
        ("nul", "deck.pptx"),
        ("...", "deck.pptx"),
        ("😀" * 80, "deck.pptx"),
    ],
)
def test_a_file_is_named_for_its_title(title: str, name: str) -> None:
    assert file_name(title, ".pptx") == name


@given(st.text(min_size=1))
def test_every_title_gives_a_safe_name(title: str) -> None:
    assert problem_with(file_name(title, ".pptx")) is None


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pptx", None)
    with pytest.raises(InvalidOption, match=r"inkwright\[office\]"):
        build_deck(LESSON)
