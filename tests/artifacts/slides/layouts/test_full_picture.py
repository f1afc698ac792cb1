"""The layout `full_picture`: it covers the slide behind everything else, and is not distorted."""

import pytest

from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import pages, picture, shown

IMAGES = {"wide.png": picture(400, 100), "tall.png": picture(100, 400)}


@pytest.mark.parametrize("name", IMAGES)
def test_the_picture_covers_the_slide_behind_all_other_shapes(name: str) -> None:
    [page] = pages({"layout": "full_picture", "image": name, "caption": "A caption"}, images=IMAGES)
    first = page.shapes[0]
    assert (first.left, first.top, first.width, first.height) == (0, 0, 960 * 12700, 540 * 12700)
    assert first.element.find(".//{*}cNvPr").get("descr") == "A caption"
    assert "A caption" in shown(page)


def test_a_picture_is_cropped_and_not_distorted() -> None:
    [page] = pages({"layout": "full_picture", "image": "wide.png", "focus": "left"}, images=IMAGES)
    first = page.shapes[0]
    assert first.crop_left == 0
    assert first.crop_right == pytest.approx(1 - (960 / 540) / 4, abs=0.001)


def test_a_missing_picture_and_an_unknown_focus_are_refused() -> None:
    with pytest.raises(InvalidOption, match=r"missing\.png"):
        pages({"layout": "full_picture", "image": "missing.png"})
    with pytest.raises(Exception, match="focus"):
        pages({"layout": "full_picture", "image": "wide.png", "focus": "somewhere"}, images=IMAGES)
