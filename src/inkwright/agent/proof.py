"""Proof: whether a final result is true. Events are the evidence, calls a hint, the route an expectation."""

from collections.abc import Collection, Sequence

from inkwright.agent.tools import artifact_tool_names
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.conversation.results import FinalResult, Mode
from inkwright.conversation.turns import LedgerEntry


def is_visible(words: str) -> bool:
    """Whether there is anything to read: neither blanks nor characters without width are."""
    return any(letter.isprintable() and not letter.isspace() for letter in words)


class RetryNeeded(Exception):
    """The result is not true. Its text says why, in words for the model; one more run may mend it."""


class SoftRetryNeeded(Exception):
    """The result is not what the route expected. One more run is tried; after that it is accepted."""


def validate_terminal_state(
    result: FinalResult, emitted_events: Collection[str], called_tools: Collection[str], expected_mode: Mode
) -> None:
    """None, or one of the two exceptions.

    `emitted_events` are wire names (`data-file-ready`) and `called_tools` names, failed calls among them, both of all
    runs of this turn. A route may be wrong, so it never makes a result fail: it only asks once more.
    """
    if result.status != "clarify_needed" and not is_visible(result.message):
        raise RetryNeeded("Your message to the person is empty. Say something.")
    has_event = not artifact_event_types().isdisjoint(emitted_events)
    has_call = not artifact_tool_names().isdisjoint(called_tools)
    if result.status == "artifact_ready" and not has_event:
        if has_call:
            raise RetryNeeded("You said that it is ready, but the tool that makes it failed. Call it again, or say so.")
        raise RetryNeeded("You said that it is ready, but nothing was made. Call the tool that makes it first.")
    if result.status == "clarify_needed" and not (result.clarify and is_visible(result.clarify.question)):
        raise RetryNeeded("You need an answer of the person, but your question is empty. Ask it.")
    if expected_mode == "artifact" and result.status == "answer_ready" and not has_event and not has_call:
        raise SoftRetryNeeded("A file was expected and none was made. Make it with a tool, or say why not.")


def check_ledger(result: FinalResult, ledger: Sequence[LedgerEntry]) -> None:
    """Every artifact that is named must be in the ledger of this turn: RetryNeeded names those that are not."""
    made = {entry.artifact.id for entry in ledger}
    unknown = [name for name in result.artifacts if name not in made and not _is_kind_of(name, ledger)]
    if unknown:
        known = ", ".join(sorted(made)) or "none"
        raise RetryNeeded(f"No verified artifact {', '.join(map(repr, unknown))} exists. Verified so far: {known}.")


def _is_kind_of(name: str, ledger: Sequence[LedgerEntry]) -> bool:
    """Whether a name is a reference by kind, such as `file-ready:pptx`, to something that was made."""
    prefix, _, kind = name.partition(":")
    known = WIRE_PREFIX + prefix in artifact_event_types()
    return known and any(entry.artifact.artifact_kind == kind for entry in ledger)
