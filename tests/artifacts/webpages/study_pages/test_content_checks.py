"""Tests of the checks for unusable data in study pages."""

import json
from typing import Any

import pytest

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from inkwright.artifacts.webpages.study_pages.content_checks import find_data_issues
from inkwright.i18n import Language
from tests.artifacts.webpages.sample_pages import DIAGRAM, PICTURE, PLOTTER

SLIDER = {"name": "a", "least": -2, "most": 2, "value": -1}


def found(given: dict[str, Any], language: Language = "en") -> list[Finding]:
    return check_page(build_study_page(load_study_page(json.dumps(given), "page.json", {})))


def plotted(formula: str, **more: Any) -> dict[str, Any]:
    return {"page": "plotter", "title": "T", "curves": [{"formula": "x"}, {"formula": formula}], "x": [-1, 1], **more}


def spotted(*places: tuple[float, float], picture: str = PICTURE) -> dict[str, Any]:
    spots = [{"x": x, "y": y, "name": f"n{number}"} for number, (x, y) in enumerate(places)]
    return DIAGRAM | {"picture": picture, "spots": spots}


@pytest.mark.parametrize("formula", ["sqrt(-1-x^2)", "ln(x - 5)", "1/(x-x)", "asin(x + 3)", "mod(x, 0)"])
def test_a_curve_that_is_defined_nowhere_is_an_error_that_names_it(formula: str) -> None:
    [wrong] = found(plotted(formula))
    assert (wrong.severity, wrong.message("en")) == (
        "error",
        f"Curve 2, {formula}, is undefined everywhere between x = -1 and 1.",
    )


def test_an_undefined_curve_is_reported_in_chinese() -> None:
    [wrong] = found(plotted("sqrt(-1-x^2)"), "zh")
    assert wrong.message("zh") == "第 2 条曲线 sqrt(-1-x^2) 在 x = -1 到 1 之间处处没有定义。"


@pytest.mark.parametrize(
    "formula", ["ln(x)", "sqrt(x - 0.99)", "1/x", "tan(x)", "1/(1 + exp(-9999 - x))", "x^x", "floor(1/x)", "2^(99x)"]
)
def test_a_curve_that_is_defined_somewhere_is_good(formula: str) -> None:
    assert found(plotted(formula)) == []


def test_a_curve_that_depends_on_the_sliders_is_a_warning() -> None:
    [warned] = found(plotted("sqrt(a - x^2)", sliders=[SLIDER]))
    assert (warned.severity, "initial values" in warned.message("en")) == ("warning", True)
    assert found(plotted("sqrt(a - x^2)", sliders=[SLIDER | {"value": 1}])) == []


def test_a_curve_beyond_the_range_of_y_is_a_warning() -> None:
    [warned] = found(plotted("x + 100", y=[-4, 4]))
    assert (warned.severity, "Curve 2, x + 100, has no point between y = -4 and 4" in warned.message("en")) == (
        "warning",
        True,
    )
    assert found(PLOTTER) == []


def test_spots_on_top_of_each_other_are_a_warning_that_names_them() -> None:
    [warned] = found(spotted((50, 50), (20, 20), (51, 50.5)))
    assert (warned.severity, warned.message("en")) == (
        "warning",
        "On a phone, these spots overlap: 1 + 3.",
    )
    [told] = found(spotted((50, 50), (51, 50)), "zh")
    assert told.message("zh") == "在手机上这些位置会互相遮盖：1 + 2。"


def test_spots_that_the_edge_pushes_together_are_reported() -> None:
    [warned] = found(spotted((0, 40), (6, 40)))
    assert "1 + 2" in warned.message("en")
    assert found(spotted((40, 40), (48, 40))) == []


def test_many_overlapping_spots_are_reported_in_one_line() -> None:
    [warned] = found(spotted(*[(50, 50)] * 24))
    assert warned.message("en").count("+") == 8
    assert warned.message("en").endswith("….")


def test_the_height_of_the_picture_counts() -> None:
    apart = ((50.0, 40.0), (50.0, 48.0))
    [warned] = found(spotted(*apart))
    assert "1 + 2" in warned.message("en")
    jpeg = "data:image/jpeg;base64,/9j/"
    assert found(spotted((50, 40), (50, 52), picture=jpeg)) == []


@pytest.mark.parametrize(
    "script",
    ["", "const DATA = ", "const DATA = {", "const DATA = 5;", 'const DATA = {"curves": 1};', "const DATA = [" * 9_999,
     'const DATA = {"curves": [{}], "x": [0, 1]};', 'const DATA = {"spots": [{"x": 1}], "picture": "data:"};',
     "const DATA = " + "[" * 100_000, 'const DATA = {"spots": null};'],
)  # fmt: skip
def test_data_of_other_scripts_are_ignored(script: str) -> None:
    assert [*find_data_issues(script)] == []
