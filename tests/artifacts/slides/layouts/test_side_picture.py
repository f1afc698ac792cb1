"""The layout `side_picture`: the picture reaches the edges, and text never runs into it."""

import pytest

from tests.artifacts.slides.sample_slides import pages, picture, shown

IMAGES = {"a.png": picture(300, 200)}


@pytest.mark.parametrize(
    "title", ["Short", "A title that is so long that it takes several lines beside a picture", "很长的标题" * 8]
)
def test_title_and_lines_end_before_the_picture(title: str) -> None:
    given = {"layout": "side_picture", "title": title, "image": "a.png", "bullets": ["One point", "另一点"]}
    [page] = pages(given, images=IMAGES)
    [frame] = [shape for shape in page.shapes if shape.name == "Picture"]
    assert frame.left + frame.width == 960 * 12700
    assert frame.height == 540 * 12700
    assert all(
        shape.left + shape.width <= frame.left
        for shape in page.shapes
        if shape.has_text_frame and shape.text_frame.text.strip() and shape.name != "Slide number"
    )


def test_lines_that_do_not_fit_continue_on_the_next_page_with_the_picture() -> None:
    given = {"layout": "side_picture", "image": "a.png", "bullets": ["word " * 50] * 8}
    made = pages(given, images=IMAGES)
    assert len(made) > 1
    assert all(any(shape.name == "Picture" for shape in page.shapes) for page in made)


def test_a_sentence_takes_the_place_of_bullets() -> None:
    [page] = pages({"layout": "side_picture", "image": "a.png", "text": "One sentence."}, images=IMAGES)
    assert "One sentence." in shown(page)
