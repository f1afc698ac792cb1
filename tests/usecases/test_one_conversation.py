"""One conversation: slides, then a document from them, then an edit; each uses what came before."""

import asyncio
import io
import json
from typing import Any

from docx import Document
from pptx import Presentation

from inkwright import ScriptedModel, ToolCall
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import SystemClock
from inkwright.conversation.turns import Delivered
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.testing.memory_vault import MemoryVault
from inkwright.tools.registry import all_tools
from inkwright.usecases.turns import send_message
from tests.agent.golden_requests import call, deck, edit_slide, made_before, made_in
from tests.agent.turn_services import OWNER, ROUTE, Stores

CONVERSATION = "conv_rain"


def said(stores: Stores, message: str, *steps: Any) -> tuple[Delivered, ScriptedModel]:
    """One turn that is carried out to its delivery."""

    def ending(request: Request) -> ToolCall:
        return call("deliver", message="Here it is.", artifacts=made_in(request))

    model = ScriptedModel([*steps, ending])
    services = stores.turn_services(model, tools=list(all_tools().values()))
    outcome = asyncio.run(send_message(services, message, ROUTE, owner=OWNER, conversation_id=CONVERSATION))
    assert isinstance(outcome, Delivered)
    return outcome, model


def content(stores: Stores, outcome: Delivered) -> io.BytesIO:
    found = asyncio.run(stores.vault.read(outcome.artifacts[0].id, owner=OWNER))
    assert found is not None
    return io.BytesIO(found)


def look(request: Request) -> ToolCall:
    return call("get_artifact", artifact_id=made_before(request))


def document_from_what_was_read(request: Request) -> ToolCall:
    """The document holds the titles that the model read in the deck."""
    read = str(json.loads(request.messages[-1]["content"]))
    titles = [title for title in ("Sea", "Clouds", "Rivers") if title in read]
    return call("generate_docx", title="Rain", content="\n\n".join(f"## {title}\n\nText." for title in titles))


def test_slides_a_document_from_them_and_an_edit_of_the_slides() -> None:
    stores = Stores(vault=MemoryVault(CHECKERS, ids=TimedIds(), clock=SystemClock()))
    slides, _ = said(stores, "Slides about rain.", deck("Rain", "Sea", "Clouds", "Rivers"))
    document, second = said(stores, "Now a document of the same.", look, document_from_what_was_read)
    assert slides.artifacts[0].id in second.calls[0].messages[0]["content"]
    headings = [each.text for each in Document(content(stores, document)).paragraphs if "Heading" in str(each.style)]
    assert [words for words in headings if words in ("Sea", "Clouds", "Rivers")] == ["Sea", "Clouds", "Rivers"]

    def edit(request: Request) -> ToolCall:
        wanted = edit_slide(request)
        arguments = {**json.loads(wanted.arguments), "artifact_id": slides.artifacts[0].id}
        return call("edit_pptx", **arguments)

    edited, third = said(stores, "Make slide 2 of the deck shorter.", edit)
    assert document.artifacts[0].id in third.calls[0].messages[0]["content"]
    assert edited.artifacts[0].id != slides.artifacts[0].id
    before, after = (Presentation(content(stores, each)) for each in (slides, edited))
    assert len(before.slides) == len(after.slides)
    texts = [[shape.text for shape in page.shapes if shape.has_text_frame] for page in before.slides]
    now = [[shape.text for shape in page.shapes if shape.has_text_frame] for page in after.slides]
    assert [number for number, (old, new) in enumerate(zip(texts, now, strict=True), 1) if old != new] == [2]
