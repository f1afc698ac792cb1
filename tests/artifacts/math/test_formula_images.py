"""Tests of formulas as images: valid ones are drawn, hostile ones read and run nothing."""

import io

import pytest
from PIL import Image

from inkwright.artifacts.math.formula_images import formula_image


@pytest.mark.parametrize(
    "tex",
    [
        r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}",
        r"\int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"6\,\mathrm{CO_2} + 6\,\mathrm{H_2O} \xrightarrow{\text{光}} \mathrm{C_6H_{12}O_6}",
    ],
)
def test_a_formula_is_drawn_on_a_transparent_background(tex: str) -> None:
    content = formula_image(tex, "112233")
    assert content is not None
    with Image.open(io.BytesIO(content)) as picture:
        assert picture.mode == "RGBA"
        assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index]  # four channels, as the mode says
        assert picture.width > picture.height > 40


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{1",
        r"\undefinedcommand{x}",
        r"$$ #read(\"/etc/hostname\") $$",
        "x\n\n# heading",
        r"x #sys.version",
        r"\input{/etc/hostname}",
        "",
    ],
)
def test_an_invalid_formula_has_no_image(tex: str) -> None:
    assert formula_image(tex, "112233") is None


def test_code_inside_text_stays_text() -> None:
    drawn = formula_image(r'\text{#read("/etc/hostname")}', "112233")
    same_length = formula_image(r'\text{#road("/otc/hestname")}', "112233")
    assert drawn is not None
    assert same_length is not None
    with Image.open(io.BytesIO(drawn)) as one, Image.open(io.BytesIO(same_length)) as other:
        assert one.width == pytest.approx(other.width, rel=0.1)
