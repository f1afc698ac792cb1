"""File names: a person recognises the title, and every system accepts them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.text import file_name
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
