"""Tests of table specifications."""

from inkwright.artifacts.documents.tex.tex_modes import count_columns
from tests.each import each


@each(
    ("spec", "count"),
    [
        ("lrr", 3),
        ("|l|p{2cm}|", 2),
        ("*{3}{r}l", 4),
        ("l*3{X}", 4),
        ("@{}l>{\\bf}c@{}", 2),
        ("D{.}{.}{2}r", 2),
        ("", 0),
    ],
)
def test_columns_are_counted(spec: str, count: int) -> None:
    assert count_columns(spec) == count
