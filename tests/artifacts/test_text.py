"""File names that a person recognises and every system accepts, and placeholder text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.text import file_name, is_placeholder_text
from inkwright.parsing.filenames import filename_problem


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("How Lighthouses Work", "How Lighthouses Work.pptx"),
        ("a/b: c?", "a b c.pptx"),
        ("光合作用", "光合作用.pptx"),
        ("Version 1.2", "Version 1.2.pptx"),
        (" two\n lines ", "two lines.pptx"),
        ("Rivers.PPTX", "Rivers.pptx"),
        ("~root", "root.pptx"),
        ("nul", "untitled.pptx"),
        ("...", "untitled.pptx"),
        ("😀" * 80, "😀" * 62 + ".pptx"),
    ],
)
def test_a_file_is_named_after_its_title(title: str, name: str) -> None:
    assert file_name(title, ".pptx") == name


@given(st.text(), st.sampled_from([".pptx", ".quiz.json", ".html"]))
def test_every_title_gives_a_safe_name(title: str, ending: str) -> None:
    assert filename_problem(file_name(title, ending)) is None
    assert file_name(title, ending).endswith(ending)


@pytest.mark.parametrize(
    ("line", "is_left"),
    [
        ("Lorem ipsum dolor sit amet", True),
        ("Lorem ipsum", True),
        ("Lorem Ipsum is simply dummy text", True),
        ("Lorem Ipsum: A Biography", False),
        ("How Lorem ipsum came into print", False),
        ("[学生姓名]同学担任课代表", True),
        ("We recommend [Student Name] to you", True),
        ("【姓名】林雨桐", False),
        ("the row[student name] of a table", False),
        ("see [company name](https://example.org)", False),
        ("“[学生姓名]”是模板里的一项", False),
    ],
)
def test_placeholder_text_is_told_from_text_about_it(line: str, is_left: bool) -> None:
    assert is_placeholder_text(line) is is_left
