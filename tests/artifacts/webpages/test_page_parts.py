"""Tests of the parts of a page and their limits."""

import pytest
from pydantic import ValidationError

from inkwright.artifacts.webpages.page_parts import MAX_SECTIONS, PageParts


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": " \u200b "},
        {"sections": [{"id": "a"}, {"id": "a"}]},
        {"sections": [{"id": "1 a"}]},
        {"sections": [{"id": f"a{number}"} for number in range(MAX_SECTIONS + 1)]},
        {"preferredHeight": 10},
        {"html": "x" * 1_500_001},
        {"language": "tlh"},
    ],
)
def test_parts_have_limits(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PageParts.model_validate({"title": "T", "html": "<p>x</p>"} | wrong)


def test_line_ends_and_forbidden_characters_are_normalised() -> None:
    parts = PageParts(title=" A\n title ", html="<p>a\r\nb\x00\ud800</p>")
    assert (parts.title, parts.html) == ("A title", "<p>a\nb</p>")


def test_the_plan_lists_sections_height_and_requested_libraries() -> None:
    parts = PageParts.model_validate(
        {"title": "T", "html": "", "sections": [{"id": "a"}], "libraries": ["katex"], "preferredHeight": 300}
    )
    assert parts.plan() == {
        "sections": [{"id": "a", "type": "", "desc": ""}],
        "preferredHeight": 300,
        "libraries": ["katex"],
    }
