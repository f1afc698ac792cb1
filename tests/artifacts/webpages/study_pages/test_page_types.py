"""Tests of the types of study pages and the limits of their fields."""

import json
from typing import Any

import pytest

from inkwright.artifacts.webpages.study_pages.build import load_study_page, study_page_parts
from inkwright.errors import InvalidOption
from tests.artifacts.webpages.sample_pages import DIAGRAM, FLASHCARDS, MATCHING, PLOTTER, SIMULATION, SORTING
from tests.each import each


def read(given: dict[str, Any]) -> Any:
    return load_study_page(json.dumps(given), "page.json", {})


@each(
    ("given", "problem"),
    [
        ({"page": "poster", "title": "T"}, "flashcards"),
        ({"title": "T"}, "flashcards"),
        (FLASHCARDS | {"cards": []}, "cards"),
        (FLASHCARDS | {"cards": [{"front": "a", "back": "\u200b"}]}, "blank"),
        (FLASHCARDS | {"cards": [{"front": "a", "back": "b"}] * 201}, "cards"),
        (FLASHCARDS | {"colour": "red"}, "colour"),
        (MATCHING | {"pairs": [{"left": "a", "right": "b"}, {"left": "c", "right": "B"}]}, "same as pair 1"),
        (SORTING | {"groups": [{"name": "a", "items": ["x"]}, {"name": "b", "items": ["X"]}]}, "same as group 1"),
        (DIAGRAM | {"picture": "missing.png"}, "picture"),
        (DIAGRAM | {"picture": "data:text/html;base64,AAAA"}, "picture"),
        (PLOTTER | {"curves": [{"formula": "a*z"}]}, "nothing is called z"),
        (PLOTTER | {"curves": [{"formula": "alert(1)"}]}, "nothing is called alert"),
        (PLOTTER | {"curves": [{"formula": "1 +"}]}, "missing"),
        (PLOTTER | {"x": [3, 3]}, "range"),
        (PLOTTER | {"x": [float("nan"), 3]}, "finite"),
        (SIMULATION | {"outputs": [{"label": "a", "formula": "t"}]}, "only x and y of the motion"),
        (SIMULATION | {"sliders": [{"name": "t", "least": 0, "most": 1, "value": 0}]}, "t already has a meaning"),
        (SIMULATION | {"sliders": [{"name": "v", "least": 5, "most": 1, "value": 0}]}, "least"),
    ],
)  # fmt: skip
def test_an_invalid_description_is_rejected_with_its_problem(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read(given)
    assert problem in str(refused.value.fields["allowed"])


def test_a_picture_file_is_embedded_into_the_page() -> None:
    spec = load_study_page(json.dumps(DIAGRAM | {"picture": "a.png"}), "page.json", {"a.png": b"\x89PNG"})
    assert "data:image/png;base64,iVBORw==" in study_page_parts(spec).js
