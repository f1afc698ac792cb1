"""Questions and outcomes as clients read them: no owner, and the addresses of files."""

from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.turns import Answered, ArtifactRef, Delivered, Receipt
from inkwright.server.turn_models import AskItem, OutcomeItem

FILE = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="Rain.pptx", title="Rain", size=9)


def test_a_question_is_told_in_camel_case_without_its_owner() -> None:
    question = AskQuestion(id="q", question="Which?", options=(AskOption(label="Red", value="red"),))
    ask = Ask(id="ask_1", turn_id="turn_1", owner="me", kind="clarification", title="Colour", questions=(question,))
    told = AskItem.of(ask).model_dump(mode="json")
    assert told["turnId"] == "turn_1"
    assert told["questions"][0]["allowFreeform"] is True
    assert "owner" not in told


def test_the_files_of_an_outcome_and_of_its_receipt_have_addresses() -> None:
    outcome = Delivered(message="Done.", artifacts=(FILE,), receipt=Receipt(made=(FILE,)))
    told = OutcomeItem.of(outcome).model_dump(mode="json")
    assert told["artifacts"][0]["url"] == "/api/artifacts/art_1/file"
    assert told["receipt"]["made"][0]["url"] == "/api/artifacts/art_1/file"
    assert OutcomeItem.of(Answered(message="Yes.")).artifacts == []
