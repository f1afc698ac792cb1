"""`generate_research_report`: a document with sources in a conversation, or nothing."""

import asyncio
from dataclasses import replace
from typing import Any

from inkwright import ScriptedModel
from inkwright.conversation.turns import Delivered, Outcome
from inkwright.testing import memory_services
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import send_message
from tests.research.test_briefing import QUERIES, TEACHERS, Shelf
from tests.tools.project_chats import call

ROUTE = '{"intent": "content_create", "confidence": 0.95, "expected_mode": "artifact"}'
REPORT = "=====\nTeachers prepare for 14 hours a week [1]."


def said(script: list[Any], *places: Shelf) -> tuple[Outcome, ScriptedModel]:
    model = ScriptedModel(script)
    services = replace(memory_services(model, list(all_tools().values())), sources=list(places))
    return asyncio.run(send_message(services, "Research what troubles teachers", owner="me")), model


def test_a_report_with_checked_citations_is_delivered_as_a_document() -> None:
    script = [ROUTE, call("generate_research_report", topic="What troubles teachers?"), QUERIES, REPORT]
    outcome, _ = said([*script, lambda request: _deliver(request)], Shelf({"Valley": TEACHERS * 2}))
    assert isinstance(outcome, Delivered)
    assert [each.artifact_kind for each in outcome.receipt.artifacts] == ["docx"]


def _deliver(request: Any) -> Any:
    artifact = str(request.messages).split("art_", 1)[1][:32]
    return call("deliver", message="Here is the report.", artifacts=[f"art_{artifact}"])


def test_without_sources_no_document_is_made() -> None:
    asked = call("generate_research_report", topic="What troubles teachers?")
    nothing = call("answer", message="I found no sources, so there is no report.")
    outcome, _ = said([ROUTE, asked, QUERIES, nothing, nothing, nothing], Shelf({}))
    assert outcome.receipt.artifacts == ()
