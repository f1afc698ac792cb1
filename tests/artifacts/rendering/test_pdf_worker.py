"""Opening a PDF: requests, results and refusals."""

from collections.abc import Mapping
from typing import Any

import pytest

from inkwright.artifacts.rendering.pdf_worker import RefusedPdf, answer_request
from tests.artifacts.rendering.sample_pdfs import locked, many_pages, pdf, written

LIMITS = {"max_pages": 3, "max_chars": 100, "max_pixels": 10_000, "width": 50}


def answered(content: bytes, task: str, **limits: int) -> tuple[dict[str, Any], list[bytes]]:
    return answer_request(content, {"task": task, **LIMITS, **limits})


def refusal(content: bytes, task: str, **limits: int) -> Mapping[str, object]:
    with pytest.raises(RefusedPdf) as refused:
        answered(content, task, **limits)
    problem = refused.value
    return {"key": problem.key, "reason": problem.reason, "fields": problem.fields}


def test_the_texts_of_all_pages_are_one_result() -> None:
    result, images = answered(pdf([written("One", 50, 200), ""]), "texts")
    assert (result, images) == ({"texts": ["One", ""], "sizes": [[20.0], [0.0]], "outline": [], "damaged": []}, [])


def test_pages_are_described_in_the_result_and_shown_in_the_images() -> None:
    result, images = answered(pdf([written("Hi", 50, 200), ""]), "pages")
    [first, second] = result["pages"]
    assert (first["text"], [char[0] for char in first["chars"]], second["chars"]) == ("Hi", ["H", "i"], [])
    assert [len(image) for image in images] == [
        3 * width * height for width, height in (page["picture"] for page in result["pages"])
    ]


def test_only_the_first_pages_are_drawn_and_all_are_counted() -> None:
    result, images = answered(many_pages(5), "draw", max_pages=2)
    assert result == {"count": 5}
    assert [image[:4] for image in images] == [b"\x89PNG"] * 2


@pytest.mark.parametrize("task", ["texts", "pages"])
def test_more_pages_or_characters_than_allowed_are_refused(task: str) -> None:
    assert refusal(many_pages(5), task) == {"key": "too_long", "reason": "", "fields": {"count": 5, "most": 3}}
    assert refusal(pdf([written("words", 50, 200)]), task, max_chars=2)["key"] == "too_long"


def test_a_locked_file_and_a_damaged_one_are_told_apart() -> None:
    assert refusal(locked(), "texts")["key"] == "encrypted"
    assert refusal(b"%PDF-1.7 nothing", "texts")["key"] == "damaged"
