"""The state of a turn: its messages, and how it ends."""

from inkwright.conversation.turns import Answered, ArtifactRef, Asked, Delivered, Failed, TurnState

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make slides.")
DECK = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="a.pptx", title="A", size=1)


def test_a_turn_that_asks_waits_and_every_other_is_finished() -> None:
    asked = TURN.ended(Asked(message="Which?", ask_id="ask_1"))
    assert (asked.status, asked.ask_id) == ("waiting", "ask_1")
    answered = asked.ended(Answered(message="Done."))
    assert (answered.status, answered.ask_id) == ("finished", None)


def test_the_reply_names_what_was_made_also_after_a_failure() -> None:
    for outcome in (
        Delivered(message="Here.", artifacts=(DECK,)),
        Failed(code="x", message="No.", artifacts=(DECK,)),
    ):
        assert TURN.replied("msg_1", outcome).artifact_ids == ("art_1",)
    assert TURN.replied("msg_1", Answered(message="Hi.")).artifact_ids == ()
