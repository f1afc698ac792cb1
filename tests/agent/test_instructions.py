"""The instructions of a model, and the first message of a run."""

from inkwright.agent.instructions import MAX_INLINE_CHARACTERS, first_prompt
from inkwright.agent.prompt_files import agent_prompt
from inkwright.conversation.turns import ArtifactRef, LedgerEntry, TurnState

TURN = TurnState(id="turn_1", conversation_id="conv_1", owner="me", message="Make slides.")


def test_prompts_are_those_of_the_language() -> None:
    assert agent_prompt("turn", "en") != agent_prompt("turn", "zh")


def test_small_files_are_in_the_message_and_of_large_ones_the_names() -> None:
    small = first_prompt(TURN, (), "en", [("a.md", "It rains.")])
    assert small.startswith("Make slides.")
    assert "It rains." in small
    large = first_prompt(TURN, (), "en", [("a.md", "x" * (MAX_INLINE_CHARACTERS + 1))])
    assert "a.md (12,001)" in large
    assert "xxx" not in large


def test_what_an_earlier_attempt_made_is_named() -> None:
    deck = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="pptx", name="a.pptx", title="A", size=1)
    entry = LedgerEntry(artifact=deck, tool="generate_pptx", call_id="c1")
    assert "a.pptx (art_1)" in first_prompt(TURN, [entry], "en")
