"""Code: indents, empty lines and long lines, in Markdown and on slides."""

from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.layouts.code import CodeSlide
from tests.artifacts.slides.sample_slides import ALL_THEMES, bullets, pages, shown, sizes, slides_of


def test_empty_lines_of_code_are_kept_without_empty_paragraphs() -> None:
    [page] = pages({"layout": "code", "code": "a = 1\n\n\nb = 2"})
    [code] = [shape for shape in page.shapes if shape.name == "Code"]
    assert [paragraph.text for paragraph in code.text_frame.paragraphs] == ["a = 1\v\v", "b = 2"]


@ALL_THEMES
def test_forty_lines_of_code_are_complete_and_readable(theme: ThemeName) -> None:
    lines = [f"    value_{number} = function({number})" for number in range(40)]
    found = pages({"layout": "code", "code": "\n".join(["def f():", *lines[1:]])}, theme=theme)
    everything = "\n".join(map(shown, found))
    assert [line for line in lines[1:] if line not in everything] == []
    assert min(size for page in found for size in sizes(page, "Code")) >= 14


def test_code_keeps_its_indents_and_continues() -> None:
    lines = [f"    line {number}" for number in range(50)]
    assert slides_of("## A\n- first\n- second\n```py\n" + "\n".join(lines) + "\n```") == [
        bullets("A", "first", "second"),
        CodeSlide(title="A (2)", language="py", code="\n".join(lines[:25])),
        CodeSlide(title="A (3)", language="py", code="\n".join(lines[25:])),
    ]


def test_lines_of_code_that_are_too_long_are_broken() -> None:
    assert slides_of(f"## A\n```\n{'x' * 200}\n```") == [CodeSlide(title="A", code=f"{'x' * 160}\n{'x' * 40}")]
