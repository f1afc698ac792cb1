"""The rules of verification, and the ledger they use."""

import pytest

from inkwright import ARTIFACT_EVENT_TYPES, ARTIFACT_TOOL_SET, RetryNeeded, SoftRetryNeeded, validate_terminal_state
from inkwright.agent.verification import check_ledger
from inkwright.conversation.turns import ArtifactRef, ClarifyPayload, FinalResult, LedgerEntry, Mode

READY = FinalResult(status="artifact_ready", message="Done", artifacts=["art_1"])
ANSWER = FinalResult(status="answer_ready", message="Yes")
EVENT, TOOL = "data-file-ready", "generate_pptx"


def asks(question: str | None) -> FinalResult:
    clarify = ClarifyPayload(question=question) if question is not None else None
    return FinalResult(status="clarify_needed", message="?", clarify=clarify)


def refusal(result: FinalResult, events: set[str], tools: set[str], mode: Mode) -> Exception | None:
    """Why a result is not believed, if it is not."""
    try:
        validate_terminal_state(result, events, tools, mode)
    except (RetryNeeded, SoftRetryNeeded) as reason:
        return reason
    return None


def test_the_sets_are_computed_from_the_registries() -> None:
    assert EVENT in ARTIFACT_EVENT_TYPES
    assert TOOL in ARTIFACT_TOOL_SET


@pytest.mark.parametrize(
    ("events", "tools", "words"),
    [
        (set(), set(), "nothing was made"),
        (set(), {TOOL}, "the tool that makes it failed"),
        ({"data-other"}, set(), "nothing"),
    ],
)
def test_ready_without_an_event_is_refused(events: set[str], tools: set[str], words: str) -> None:
    with pytest.raises(RetryNeeded, match=words):
        validate_terminal_state(READY, events, tools, "artifact")


@pytest.mark.parametrize("mode", ["answer", "artifact", "clarify"])
def test_ready_with_an_event_is_accepted_whatever_was_expected(mode: Mode) -> None:
    assert refusal(READY, {EVENT}, set(), mode) is None


@pytest.mark.parametrize("question", [None, "", "  "])
def test_a_question_that_is_none_is_refused(question: str | None) -> None:
    with pytest.raises(RetryNeeded, match="question is empty"):
        validate_terminal_state(asks(question), set(), set(), "clarify")


def test_a_question_is_accepted() -> None:
    assert refusal(asks("Which colour?"), set(), set(), "artifact") is None


def test_an_answer_where_an_artifact_was_expected_asks_softly_once_more() -> None:
    with pytest.raises(SoftRetryNeeded):
        validate_terminal_state(ANSWER, set(), set(), "artifact")


@pytest.mark.parametrize(
    ("events", "tools", "mode"), [({EVENT}, set(), "artifact"), (set(), {TOOL}, "artifact"), (set(), set(), "answer")]
)
def test_an_answer_after_any_tool_or_event_is_respected(events: set[str], tools: set[str], mode: Mode) -> None:
    assert refusal(ANSWER, events, tools, mode) is None


def entry(kind: str = "pptx") -> LedgerEntry:
    made = ArtifactRef(id="art_1", artifact_version=1, artifact_kind=kind, name="a.pptx", title="A", size=1)
    return LedgerEntry(artifact=made, tool=TOOL, call_id="1")


def test_every_named_artifact_must_be_in_the_ledger() -> None:
    check_ledger(READY, [entry()])
    with pytest.raises(RetryNeeded, match=r"No verified artifact 'art_1' exists\. Verified so far: none\."):
        check_ledger(READY, [])


def test_a_reference_by_kind_is_resolved_by_what_was_made() -> None:
    by_kind = FinalResult(status="artifact_ready", message="Done", artifacts=["file-ready:pptx"])
    check_ledger(by_kind, [entry()])
    with pytest.raises(RetryNeeded):
        check_ledger(by_kind, [entry("docx")])
