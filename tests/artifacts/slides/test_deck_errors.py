"""Problems of a description: their location as data, their reason in the language of the reader."""

from typing import Any

import pytest
from pydantic import ValidationError

from inkwright.artifacts.slides.deck_errors import DeckProblem, deck_problems, problems_reason
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.i18n import Reason


def refused(*slides: Any, **fields: Any) -> tuple[ValidationError, dict[str, Any]]:
    given = {"title": "T", "slides": list(slides), **fields}
    with pytest.raises(ValidationError) as caught:
        DeckSpec.model_validate(given)
    return caught.value, given


def test_a_location_is_a_slide_and_a_path() -> None:
    found = deck_problems(
        *refused(
            {"title": "A", "bullets": ["x", "y" * 301]},
            {"title": "B", "bullets": [{"text": "x", "children": ["y", ""]}]},
            {"layout": "process", "title": "C", "steps": [{"heading": "h"}, {"heading": "h", "text": "y" * 301}]},
            {"layout": "poem", "title": "D"},
            theme="pink",
        )
    )
    assert [(problem.slide, problem.path) for problem in found] == [
        (None, ("theme",)),
        (1, ("bullets", 1)),
        (2, ("bullets", 0, "children", 1)),
        (3, ("steps", 1, "text")),
        (4, ()),
    ]


def test_problems_are_written_in_both_languages() -> None:
    reason = problems_reason(*refused({"title": "A", "bullets": ["x", "y" * 301]}, {"title": "B"}))
    assert isinstance(reason, Reason)
    assert (
        reason.text("en")
        == "slide 1, bullets, item 2: it can have at most 300 characters, not 301; slide 2, bullets: it is missing"
    )
    assert (
        reason.text("zh")
        == "第 1 张幻灯片，bullets，第 2 项：最多 300 个字符，现在有 301 个；第 2 张幻灯片，bullets：缺少这一项"
    )


def test_reasons_of_validators_are_written_in_both_languages() -> None:
    table = {"layout": "table", "title": "A", "header": ["a", "b"], "rows": [["1"]]}
    [problem] = deck_problems(*refused(table))
    assert problem == DeckProblem(1, (), Reason("reason.slides.row", number=1, cells=1, header=2))
    assert isinstance(problem.full_reason, Reason)
    assert problem.full_reason.text("zh") == "第 1 张幻灯片：第 1 行有 1 格，而表头有 2 格"


def test_an_unknown_field_lists_the_fields_of_its_layout() -> None:
    [problem] = deck_problems(*refused({"layout": "quote", "title": "A", "quote": "q", "colour": "red"}))
    assert (problem.slide, problem.path) == (1, ("colour",))
    assert "title, notes, layout, quote, source" in str(problem.reason)


def test_many_problems_are_counted() -> None:
    assert str(problems_reason(*refused(*[{"title": "A"}] * 10))).endswith("(+2)")


def test_without_the_description_a_path_is_complete() -> None:
    error, _ = refused({"title": "A", "bullets": ["x", "y" * 301]})
    assert deck_problems(error)[0].path == ("bullets", 1, "text")
