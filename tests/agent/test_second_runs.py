"""A second run of a turn: what an earlier run made counts, is not made again, and may be changed."""

from inkwright import ScriptedModel, ToolCall
from inkwright.conversation.turns import Asked, Delivered
from inkwright.llm.models import Request
from tests.agent.note_tools import OUTLINED, REWORDED, said
from tests.agent.test_run import NOTE, call, deliver, files
from tests.agent.turn_services import Stores


def results(model: ScriptedModel) -> list[str]:
    return [str(message["content"]) for message in model.calls[-1].messages if message["role"] == "tool"]


def test_after_a_refusal_the_same_tool_makes_nothing_more_and_the_model_is_told_what_there_is() -> None:
    stores = Stores()
    refused = call("deliver", message="Ready.", artifacts=["art_0123456789abcdef"])
    outcome, model = said(stores, NOTE, refused, REWORDED, deliver)
    assert isinstance(outcome, Delivered)
    assert files(stores) == ["note.txt"]
    (artifact,) = outcome.artifacts
    assert f"note.txt ({artifact.id}, version 1)" in results(model)[-1]
    assert "deliver it, or change it with a tool that edits it" in results(model)[-1]


def test_in_one_run_a_tool_may_make_several_things() -> None:
    stores = Stores()
    outcome, _ = said(stores, NOTE, REWORDED, deliver)
    assert isinstance(outcome, Delivered)
    assert len(files(stores)) == 2


def test_a_tool_that_edits_what_an_earlier_run_made_is_never_refused() -> None:
    stores = Stores()

    def edit(request: Request) -> ToolCall:
        made = deliver(request)
        return call("edit_note", title="Rain", body="Less rain.", artifact_id=str(made.arguments).split('"')[-2])

    refused = call("deliver", message="Ready.", artifacts=["art_0123456789abcdef"])
    outcome, _ = said(stores, NOTE, edit, refused, edit_again, deliver)
    assert isinstance(outcome, Delivered)
    assert len(files(stores)) == 3


def edit_again(request: Request) -> ToolCall:
    made = str(deliver(request).arguments).split('"')[-2]
    return call("edit_note", title="Rain", body="No rain.", artifact_id=made)


def test_a_tool_whose_work_is_still_missing_makes_it_in_a_later_run() -> None:
    stores = Stores()
    refused = call("deliver", message="Ready.", artifacts=["art_0123456789abcdef"])
    outcome, _ = said(stores, NOTE, refused, OUTLINED)
    assert isinstance(outcome, Asked)
    assert files(stores) == ["note.txt"]
