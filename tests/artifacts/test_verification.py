"""Verification: each kind is opened and counted in its file, whoever made it."""

import asyncio
import json
from collections.abc import Callable, Mapping

import pytest

from inkwright.artifacts import verification
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.verification import CHECKERS, Verification, register_checker, verify
from inkwright.artifacts.webpages.assemble import build_page
from inkwright.artifacts.webpages.page_parts import PageParts, PageSection
from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from inkwright.errors import InvalidOption
from tests.artifacts.documents.sample_documents import river
from tests.artifacts.quizzes.sample_quizzes import EVERY_TYPE
from tests.artifacts.sample_decks import LESSON
from tests.artifacts.webpages import sample_pages
from tests.each import each


def verified(draft: Draft) -> Verification:
    return asyncio.run(verify(draft, CHECKERS))


def quiz() -> Draft:
    return Draft("quiz", "q.json", "Quiz", {"q.json": json.dumps(EVERY_TYPE).encode()})


def page(*sections: str) -> Draft:
    markup = "".join(f'<section id="{each}">Water</section>' for each in sections)
    return build_page(
        PageParts(
            title="Water",
            description="",
            language="en",
            html=f"<h1>Water</h1>{markup}",
            css="",
            js="let n = 0;",
            sections=tuple(PageSection(id=each, type="text", desc="") for each in sections),
        )
    )


def study_page(given: Mapping[str, object]) -> Draft:
    return build_study_page(load_study_page(json.dumps(given), "page.json", {}, "en"))


@each(
    "made, units",
    [
        (lambda: build_deck(LESSON), {"slides": 3}),
        (lambda: river("pdf"), {"pages": 1}),
        (lambda: river("docx"), {}),  # its pages depend on the program that shows it
        (lambda: river("tex"), {}),
        (quiz, {"questions": len(EVERY_TYPE["questions"])}),
        (lambda: page("one", "two"), {}),
        (lambda: study_page(sample_pages.FLASHCARDS), {"cards": 4}),
        (lambda: study_page(sample_pages.TIMELINE), {"events": 5}),
        (lambda: study_page(sample_pages.SORTING), {"items": 7}),
    ],
)
def test_the_units_of_each_kind_are_counted_in_the_file(made: Callable[[], Draft], units: dict[str, int]) -> None:
    found = verified(made())
    assert found.is_good
    assert dict(found.units) == units


def test_a_file_with_errors_is_not_counted() -> None:
    broken = verified(Draft("pptx", "deck.pptx", "Deck", {"deck.pptx": b"nonsense"}))
    assert (broken.is_good, dict(broken.units)) == (False, {})


def test_only_a_page_can_be_run() -> None:
    assert [kind for kind, checker in CHECKERS.items() if checker.run] == ["html"]
    assert verified(river("pdf")).is_run is None


def no_problems(_draft: Draft) -> list[Finding]:
    return []


def test_a_registered_checker_is_used_and_a_kind_is_taken_once() -> None:
    draft = Draft("rain", "today.rain", "Rain", {"today.rain": b"wet"})
    assert not verified(draft).is_good
    register_checker("rain", no_problems)
    try:
        register_checker("rain", no_problems)
        assert verified(draft).is_good
        with pytest.raises(InvalidOption, match="Another checker has that kind"):
            register_checker("rain", lambda _: [])
    finally:
        del verification._CHECKERS["rain"]


def test_a_checker_must_be_a_function() -> None:
    with pytest.raises(TypeError, match="must be a function, and is of the type str"):
        register_checker("rain", "check_rain")  # type: ignore[arg-type]
