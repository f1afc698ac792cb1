"""Fields of slides: tidied texts, bullets and picture sources."""

import pytest
from pydantic import TypeAdapter, ValidationError

from inkwright.artifacts.slides.fields import (
    Bullet,
    LineText,
    NotesText,
    OptionalText,
    Point,
    as_bullet,
    check_picture_source,
    embedded_picture,
    is_picture_source,
)
from inkwright.i18n import Reason
from tests.artifacts.slides.sample_slides import PNG


def test_a_line_is_one_line_and_may_be_a_number() -> None:
    line = TypeAdapter(LineText)
    assert line.validate_python(" a\n b ") == "a b"
    assert line.validate_python(2024) == "2024"
    with pytest.raises(ValidationError, match="it must not be blank"):
        line.validate_python("\u200b")


def test_an_optional_text_may_be_blank() -> None:
    assert TypeAdapter(OptionalText).validate_python(" \u200b ") == ""


def test_notes_keep_their_lines() -> None:
    assert TypeAdapter(NotesText).validate_python("one\r\n\r\ntwo ") == "one\n\ntwo"


def test_a_point_is_a_text_or_a_bullet() -> None:
    point: TypeAdapter[str | Bullet] = TypeAdapter(Point)
    assert point.validate_python("a") == "a"
    assert point.validate_python({"text": "a", "children": ["b"]}) == Bullet(text="a", children=["b"])
    assert as_bullet("a") == Bullet(text="a")


@pytest.mark.parametrize("source", ["leaf.png", "img/leaf.JPG", PNG])
def test_a_picture_is_a_file_name_or_data(source: str) -> None:
    assert is_picture_source(source)


@pytest.mark.parametrize("source", ["../leaf.png", "leaf.svg", "data:image/png;base64,", "https://example.org/a.png"])
def test_other_picture_sources_are_refused_with_a_reason(source: str) -> None:
    assert not is_picture_source(source)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the reason is checked below
        check_picture_source(source)
    assert isinstance(caught.value.args[0], Reason)


def test_only_data_is_an_embedded_picture() -> None:
    assert embedded_picture("leaf.png") is None
    assert embedded_picture(PNG) == b"\x89PNG\r\n\x1a\n"
