"""In another run of a turn, what is missing is made, and nothing is made twice."""

import asyncio

from inkwright import ScriptedModel
from inkwright.conversation.turns import Delivered, Outcome, RequestedItem, RouterResult
from inkwright.llm.scripted import ScriptLine
from inkwright.usecases.turns import send_message
from tests.agent.ending_cases import MAKERS, stores_of_cases, tool_call, tools
from tests.agent.turn_services import OWNER, Stores


def played(*script: ScriptLine, things: tuple[str, ...]) -> tuple[Outcome, ScriptedModel, Stores]:
    """A turn in which these things are asked for."""
    stores, model = stores_of_cases(), ScriptedModel(script)
    route = RouterResult(
        intent="content_create",
        confidence=1,
        expected_mode="artifact",
        candidate_tools=tuple(MAKERS.values()),
        requested=tuple(RequestedItem(thing=thing) for thing in things),
    )
    outcome = asyncio.run(send_message(stores.turn_services(model, tools=tools()), "Make them.", route, owner=OWNER))
    return outcome, model, stores


def deliver(message: str = "Here.") -> ScriptLine:
    return tool_call("deliver", message=message, artifacts=["file-ready:docx"])


def document(name: str) -> ScriptLine:
    return tool_call("generate_docx", name=name, thing="doc")


def test_what_is_missing_is_asked_for_once_more_and_made() -> None:
    outcome, model, _ = played(
        document("A.docx"),
        deliver(),
        tool_call("render_pdf", name="A.pdf", thing="pdf"),
        deliver(),
        things=("doc", "pdf"),
    )
    assert isinstance(outcome, Delivered)
    assert [artifact.name for artifact in outcome.artifacts] == ["A.docx", "A.pdf"]
    assert "The person also asked for this" in str(model.calls[2].messages[-1]["content"])


def test_a_second_document_may_be_made_by_the_same_tool_if_two_were_asked_for() -> None:
    outcome, _, _ = played(document("A.docx"), deliver(), document("B.docx"), deliver(), things=("doc", "doc"))
    assert isinstance(outcome, Delivered)
    assert ([artifact.name for artifact in outcome.artifacts], outcome.receipt.missing) == (["A.docx", "B.docx"], ())


def test_in_another_run_nothing_is_made_again_with_other_words() -> None:
    outcome, model, stores = played(
        document("A.docx"), deliver(), document("A (final).docx"), deliver(), things=("doc", "quiz")
    )
    assert isinstance(outcome, Delivered)
    assert [artifact.name for artifact in outcome.artifacts] == ["A.docx"]
    assert [item.thing for item in outcome.receipt.missing] == ["quiz"]
    assert stores.kinds().count("file-ready") == 1
    assert "A.docx" in str(model.calls[3].messages[-1]["content"])
