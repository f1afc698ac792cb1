"""The canvas: text that fits, titles that grow, and lists that fill their box."""

from inkwright.artifacts.slides.fields import Bullet
from inkwright.artifacts.slides.pptx.canvas import (
    body_below_title,
    bullet_paragraphs,
    fit_at_smallest,
    fit_heading,
    fit_paragraphs,
    numbered_title,
    paginate_paragraphs,
    spread_paragraphs,
)
from inkwright.artifacts.slides.pptx.geometry import Rect
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.slides.themes.theme import TextStyle

THEME = THEMES["classroom"]
STYLE = TextStyle((32.0, 16.0))
BOX = Rect(0, 0, 400, 200)


def test_children_are_smaller_and_deeper_than_their_point() -> None:
    point, child = bullet_paragraphs([Bullet(text="a", children=["b"])], THEME)
    assert (point.level, child.level) == (0, 1)
    assert child.para.scale < point.para.scale
    assert child.para.indent > point.para.indent


def test_text_takes_the_largest_size_that_fits() -> None:
    few, many = (bullet_paragraphs(["word"] * count, THEME) for count in (2, 6))
    sizes = [
        fitted.size if fitted else None for fitted in (fit_paragraphs(each, BOX, STYLE, THEME) for each in (few, many))
    ]
    assert sizes == [32.0, 16.0]
    assert fit_paragraphs(bullet_paragraphs(["word"] * 60, THEME), BOX, STYLE, THEME) is None


def test_text_that_does_not_fit_is_divided_without_loss() -> None:
    texts = [f"word {number}" for number in range(30)]
    parts = paginate_paragraphs(bullet_paragraphs(texts, THEME), BOX, STYLE, THEME)
    assert len(parts) > 1
    assert [each.para.text for part in parts for each in part] == texts


def test_a_short_list_fills_its_box() -> None:
    fitted = fit_at_smallest(bullet_paragraphs(["a", "b", "c"], THEME), BOX, STYLE, THEME)
    spread = spread_paragraphs(fitted, BOX)
    assert fitted.height < spread.height <= BOX.height
    single = fit_at_smallest(bullet_paragraphs(["a"], THEME), BOX, STYLE, THEME)
    assert spread_paragraphs(single, BOX) == single


def test_a_title_that_grows_takes_its_height_from_the_body() -> None:
    short, long = fit_heading(THEME, "bullets", "Short"), fit_heading(THEME, "bullets", "长" * 240)
    assert long.rect.height > short.rect.height
    assert long.body.y > short.body.y
    assert long.body.bottom == short.body.bottom
    assert body_below_title(THEME, "bullets", "Short") == short.body


def test_later_pages_are_numbered_in_the_language_of_the_title() -> None:
    assert [numbered_title("Rain", number) for number in (1, 2)] == ["Rain", "Rain (2)"]
    assert numbered_title("雨", 3) == "雨（3）"
