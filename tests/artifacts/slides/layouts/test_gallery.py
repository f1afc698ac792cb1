"""The layout `gallery`: every picture fills a frame of its own, and frames do not overlap."""

import pytest

from inkwright.artifacts.slides.layouts.gallery import frames
from inkwright.artifacts.slides.pptx.geometry import Rect
from tests.artifacts.slides.sample_slides import pages, picture, shown

IMAGES = {"wide.png": picture(400, 100), "tall.png": picture(100, 400)}


@pytest.mark.parametrize("count", range(2, 7))
def test_pictures_have_frames_inside_the_body_that_do_not_overlap(count: int) -> None:
    body = Rect(40, 110, 880, 392)
    found = frames(body, count)
    assert len(found) == count
    for number, one in enumerate(found):
        assert one.x >= body.x
        assert one.right <= body.right + 0.01
        assert one.bottom <= body.bottom + 0.01
        assert all(one.right <= other.x or one.bottom <= other.y for other in found[number + 1 :])


def test_pictures_are_cropped_to_their_frames_and_captions_are_below() -> None:
    given = [{"image": "wide.png", "caption": "Ice"}, {"image": "tall.png", "alt": "A forest"}]
    [page] = pages({"layout": "gallery", "pictures": given}, images=IMAGES)
    shapes = [shape for shape in page.shapes if shape.name.startswith("Picture")]
    assert [shape.element.find(".//{*}cNvPr").get("descr") for shape in shapes] == ["Ice", "A forest"]
    assert shapes[0].crop_left > 0
    assert shapes[1].crop_top > 0
    assert "Ice" in shown(page)
