"""Pictures and formulas: proportions, alternative texts, and what cannot be shown."""

import pytest

from inkwright.artifacts.slides.layouts.images import FormulaSlide, ImageSlide
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import PNG, bullets, pages, picture, shown, slides_of


def test_a_picture_keeps_its_proportions() -> None:
    [page] = pages({"layout": "image", "image": "wide.png"}, images={"wide.png": picture(400, 100)})
    [shape] = [shape for shape in page.shapes if shape.name == "Picture"]
    assert shape.width / shape.height == pytest.approx(4, abs=0.01)
    assert shape.element.find(".//{*}cNvPr").get("descr") == "Slide"


@pytest.mark.parametrize("content", [b"no picture", picture()[:60], b""])
def test_a_broken_picture_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidOption, match="image"):
        pages({"layout": "image", "image": "broken.png"}, images={"broken.png": content})


def test_a_picture_that_was_not_provided_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"missing\.png"):
        pages({"layout": "image", "image": "missing.png"})


def test_invalid_tex_is_shown_as_its_source() -> None:
    [page] = pages({"layout": "formula", "formula": r"\frac{1"})
    assert r"\frac{1" in shown(page)
    assert page.shapes.element.findall(".//{*}pic") == []


def test_a_formula_is_a_picture_described_by_its_tex() -> None:
    [page] = pages({"layout": "formula", "formula": r"x = \frac{1}{2}"})
    [picture] = page.shapes.element.findall(".//{*}pic")
    assert picture.find(".//{*}cNvPr").get("descr") == r"x = \frac{1}{2}"


def test_formulas_are_shown_with_their_explanation() -> None:
    assert slides_of("## A\n$$\nE = m\nc^2\n$$\n- $E$ is energy, $c^2$ is large") == [
        FormulaSlide(title="A", formula="E = m c^2", explanation=["E is energy, c² is large"])
    ]
    assert slides_of("## A\n$$a$$\n\n$$b$$") == [
        FormulaSlide(title="A", formula="a"),
        FormulaSlide(title="A (2)", formula="b"),
    ]


@pytest.mark.parametrize("text", ["$$ never closed", "costs $$ and $$$", "$$$$"])
def test_dollars_alone_are_text(text: str) -> None:
    assert slides_of(f"## A\n{text}") == [bullets("A", text)]


def test_pictures_are_named_or_embedded_in_the_document() -> None:
    assert slides_of(f'## A\n![leaf](./img/leaf.png "A leaf")\n\nsee ![dot]({PNG}) here') == [
        ImageSlide(title="A", image="img/leaf.png", alt="leaf", caption="A leaf"),
        bullets("A (2)", "see dot here"),
        ImageSlide(title="A (3)", image=PNG, alt="dot"),
    ]


@pytest.mark.parametrize("source", ["/etc/hostname.png", "../x.png", "http://x.org/a.png", "a.svg", "data:text/html,x"])
def test_pictures_that_no_slide_can_show_stay_text(source: str) -> None:
    assert slides_of(f"## A\n![a]({source})") == [bullets("A", f"a ({source})")]
