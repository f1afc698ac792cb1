"""Formulas on slides: an equation where the program can edit it, and its picture everywhere else."""

import io

import pptx

from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.deck_pages import read_deck_pages
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.pptx.builder import build_deck
from tests.artifacts.sample_decks import drafted
from tests.artifacts.slides.sample_slides import ALL_THEMES, pages, spec_of

FORMULA = {"layout": "formula", "formula": r"x < \frac{1}{2}", "explanation": ["A half."]}
EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


@ALL_THEMES
def test_a_formula_is_an_equation_with_its_picture_for_other_programs(theme: ThemeName) -> None:
    [page] = pages(FORMULA, theme=theme)
    [both] = page.shapes.element.iter(f"{MC}AlternateContent")
    choice, fallback = both
    assert (choice.tag, fallback.tag) == (f"{MC}Choice", f"{MC}Fallback")
    assert [namespace in choice.nsmap for namespace in choice.get("Requires").split()] == [True, True]
    assert choice.find(".//{*}m/{*}oMathPara/{*}oMath/{*}f") is not None
    assert page.part.related_part(fallback.find(".//{*}blip").get(EMBEDDED)).blob[:4] == b"\x89PNG"
    named = [each.find(".//{*}cNvPr") for each in both]
    assert {each.get("descr") for each in named} == {r"x < \frac{1}{2}"}
    assert len({each.get("id") for each in named}) == 1


def test_the_checks_accept_an_equation_and_its_picture() -> None:
    draft = build_deck(spec_of(FORMULA))
    stored = io.BytesIO()
    pptx.Presentation(io.BytesIO(draft.main)).save(stored)
    for content in (draft.main, stored.getvalue()):
        assert [each.code for each in check_deck(drafted(content)) if each.severity == "error"] == []
        assert r"x < \frac{1}{2}" in read_deck_pages(content)[1].text


def test_a_formula_that_cannot_be_converted_has_no_equation() -> None:
    [page] = pages({"layout": "formula", "formula": r"\frac{1"})
    assert [*page.shapes.element.iter(f"{MC}AlternateContent")] == []
