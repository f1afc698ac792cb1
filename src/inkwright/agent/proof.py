"""Proof: whether a final result is true. Events are the evidence, calls a hint, the route an expectation."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inkwright.agent.tools import artifact_tool_names
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.conversation.results import FinalResult, Mode
from inkwright.conversation.turns import LedgerEntry

CLAIMED = "You tell the person that a file is ready, and none was made. Make it with a tool, or do not say so."
_ARTIFACT_ID = re.compile(r"\bart_[0-9a-f]{8,64}\b")
_CLOSING = frozenset({"Pe", "Pf", "Po", "So", "Sk", "Cf", "Mn"})
"""What may stand behind a question mark: brackets, quotes, stars, emoji."""


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


def check_prose(result: FinalResult, ledger: Sequence[LedgerEntry], expected_mode: Mode) -> None:
    """An answer that ends in a question, where something was to be made and was not, hopes for a reply that no one
    waits for: RetryNeeded says how to ask.
    """
    if result.status == "answer_ready" and expected_mode == "artifact" and not ledger and _asks(result.message):
        raise RetryNeeded(
            "You asked the person in prose; nobody waits for an answer to that. Ask with ui_request or ask_user, or "
            "make what was asked for."
        )


def named_artifacts(message: str) -> set[str]:
    """The ids of artifacts that a message names."""
    return set(_ARTIFACT_ID.findall(message))


def check_named(result: FinalResult, known: Collection[str]) -> None:
    """An answer in words that names an artifact which does not exist is asked for once more: SoftRetryNeeded."""
    unknown = sorted(named_artifacts(result.message) - set(known))
    if result.status == "answer_ready" and unknown:
        raise SoftRetryNeeded(f"No artifact {', '.join(unknown)} exists. Make what you speak of, or do not name it.")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a result is not believed, in words for the model. A soft one is accepted when it stays."""

    reason: str
    is_hard: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What really happened in all runs of a turn so far. `known` are the ids of artifacts that exist, of all that the
    result names.
    """

    emitted_events: Collection[str]
    called_tools: Collection[str]
    ledger: Sequence[LedgerEntry]
    known: Collection[str] = ()


def refusal_of(result: FinalResult, expected_mode: Mode, seen: Evidence) -> Refusal | None:
    """Every rule in turn; None if the result is believed."""
    try:
        validate_terminal_state(result, seen.emitted_events, seen.called_tools, expected_mode)
        check_ledger(result, seen.ledger)
        check_prose(result, seen.ledger, expected_mode)
        check_named(result, seen.known)
        _check_made(result, expected_mode, seen)
    except RetryNeeded as reason:
        return Refusal(str(reason), is_hard=True)
    except SoftRetryNeeded as reason:
        return Refusal(str(reason), is_hard=False)
    return None


def _check_made(result: FinalResult, expected_mode: Mode, seen: Evidence) -> None:
    """An outline that the person agreed to is no deck: an event alone does not make an answer out of a task."""
    has_proposed = bool(artifact_event_types() & set(seen.emitted_events))
    if expected_mode == "artifact" and result.status == "answer_ready" and has_proposed and not seen.ledger:
        raise SoftRetryNeeded("An outline was agreed on and nothing was made of it. Make it, or say why not.")


def _asks(message: str) -> bool:
    """Whether the last thing that is said is a question."""
    for letter in reversed(message):
        if letter in "?？":
            return True
        if not (letter.isspace() or unicodedata.category(letter) in _CLOSING):
            return False
    return False
