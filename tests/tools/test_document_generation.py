"""Documents are planned by rule, and their evidence has version, headings and pages."""

import pytest

from inkwright.agent.make_requests import MakeRequest
from inkwright.errors import TextLacks
from inkwright.grounding.source import Source
from inkwright.tools.document_generation import plan_document
from inkwright.tools.render_pdf import TOOL as PDF
from tests.authoring.author_contexts import Room


def test_a_request_without_files_becomes_one_section_to_write() -> None:
    planned = plan_document(MakeRequest("Rain"), "content", lambda kind: {"format": kind})
    assert planned == {"title": "Rain", "sections": [{"heading": "Rain"}], "brief": "Rain", "format": "plain"}


def test_a_request_for_a_kind_is_drawn_from_the_files_and_another_is_the_note_itself() -> None:
    note = (Source("a.md", "# Rain\n\nIt rains."),)
    worksheet = plan_document(MakeRequest("a worksheet", note), "content", lambda kind: {"format": kind})
    assert worksheet == {"title": "Rain", "from_files": "worksheet", "language": "en", "format": "worksheet"}
    plain = plan_document(MakeRequest("a document", note), "content", lambda kind: {"format": kind})
    assert plain == {"title": "Rain", "content": note[0].text, "format": "plain"}


def test_the_pages_of_a_pdf_are_counted_and_its_headings_listed() -> None:
    made = Room().made(PDF, title="Rivers", markdown="## Where they begin\n\nSprings.")
    assert made.facts == {"version": 1, "headings": ["Where they begin"], "pages": 1}


def test_a_lesson_plan_is_not_the_text_itself() -> None:
    note = (Source("rain.md", "# Rain\n\nRain is water that falls from clouds.\n"),)
    with pytest.raises(TextLacks) as failed:
        plan_document(MakeRequest("a lesson plan", note), "content", lambda kind: {"format": kind})
    assert "needs a model" in str(failed.value.fields["lacking"])
