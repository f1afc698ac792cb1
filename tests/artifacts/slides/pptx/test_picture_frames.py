"""Pictures that fill a frame: what is cut off depends on the focus, and nothing is distorted."""

import pytest

from inkwright.artifacts.slides.pptx.picture_frames import PictureFocus, crop_shares


@pytest.mark.parametrize(
    ("ratio", "frame", "focus", "cut"),
    [
        (2.0, 1.0, "center", (0.25, 0, 0.25, 0)),
        (2.0, 1.0, "left", (0, 0, 0.5, 0)),
        (2.0, 1.0, "right", (0.5, 0, 0, 0)),
        (0.5, 1.0, "top", (0, 0, 0, 0.5)),
        (0.5, 1.0, "bottom", (0, 0.5, 0, 0)),
        (1.0, 1.0, "top", (0, 0, 0, 0)),
    ],
)
def test_the_focus_stays(ratio: float, frame: float, focus: PictureFocus, cut: tuple[float, ...]) -> None:
    assert crop_shares(ratio, frame, focus) == pytest.approx(cut)
