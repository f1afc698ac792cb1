"""Verify the final result of a model by rules: what it names must be in the ledger of the turn."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inkwright.agent.ending_words import has_visible_text
from inkwright.agent.tools import artifact_tool_names
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.conversation.turns import ClarifyPayload, FinalResult, LedgerEntry, Mode

_ARTIFACT_ID = re.compile(r"\bart_[0-9a-f]{8,64}\b")
_CLOSING_CATEGORIES = frozenset({"Pe", "Pf", "Po", "So", "Sk", "Cf", "Mn"})
"""What may follow a question mark: brackets, quotes, stars, emoji."""


class RetryNeeded(Exception):
    """The result is false. The message tells the model why; one more run may fix it."""


class SoftRetryNeeded(Exception):
    """The result is not what the route expected. One more run is tried; after that it is accepted."""


def validate_terminal_state(
    result: FinalResult, emitted_events: Collection[str], called_tools: Collection[str], expected_mode: Mode
) -> None:
    """Return None, or raise one of the two exceptions.

    `emitted_events` are wire names (`data-file-ready`) and `called_tools` are names, failed calls included, both of all
    runs of this turn. A route may be wrong, so it never makes a result fail: it only causes one more run.
    """
    if result.status != "clarify_needed" and not has_visible_text(result.message):
        raise RetryNeeded("Your message to the person is empty. Say something.")
    has_event = not artifact_event_types().isdisjoint(emitted_events)
    has_call = not artifact_tool_names().isdisjoint(called_tools)
    if result.status == "artifact_ready" and not has_event:
        if has_call:
            raise RetryNeeded("You said that it is ready, but the tool that makes it failed. Call it again, or say so.")
        raise RetryNeeded("You said that it is ready, but nothing was made. Call the tool that makes it first.")
    if result.status == "clarify_needed" and not (result.clarify and has_visible_text(result.clarify.question)):
        raise RetryNeeded("You need an answer of the person, but your question is empty. Ask it.")
    if expected_mode == "artifact" and result.status == "answer_ready" and not has_event and not has_call:
        raise SoftRetryNeeded("A file was expected and none was made. Make it with a tool, or say why not.")


def check_ledger(result: FinalResult, ledger: Sequence[LedgerEntry]) -> None:
    """Raise RetryNeeded if the result names an artifact that is not in the ledger of this turn."""
    made = {entry.artifact.id for entry in ledger}
    unknown = [name for name in result.artifacts if name not in made and not _refers_by_kind(name, ledger)]
    if unknown:
        known = ", ".join(sorted(made)) or "none"
        raise RetryNeeded(f"No verified artifact {', '.join(map(repr, unknown))} exists. Verified so far: {known}.")


def _refers_by_kind(name: str, ledger: Sequence[LedgerEntry]) -> bool:
    """Whether a name is a reference by kind, such as `file-ready:pptx`, to something that was made."""
    prefix, _, kind = name.partition(":")
    known = WIRE_PREFIX + prefix in artifact_event_types()
    return known and any(entry.artifact.artifact_kind == kind for entry in ledger)


class AskedInProse(RetryNeeded):
    """The answer is a question for which the turn would not wait."""


def check_question(result: FinalResult, seen: "TurnRecord", expected_mode: Mode) -> None:
    """Raise AskedInProse if an answer ends in a question although something was to be made and nothing was tried.

    The turn would not wait for the reply; the message says how to ask.
    """
    has_tried = bool(seen.ledger) or not artifact_tool_names().isdisjoint(seen.called_tools)
    if (
        result.status == "answer_ready"
        and expected_mode == "artifact"
        and not has_tried
        and ends_in_question(result.message)
    ):
        raise AskedInProse(
            "You asked the person in prose; nobody waits for an answer to that. Ask with ui_request or ask_user, or "
            "make what was asked for."
        )


def ends_in_question(message: str) -> bool:
    """Whether a message ends in a question."""
    for letter in reversed(message):
        if letter in "?？":
            return True
        if not (letter.isspace() or unicodedata.category(letter) in _CLOSING_CATEGORIES):
            return False
    return False


def artifact_ids_in(message: str) -> set[str]:
    """Return the artifact ids in a message."""
    return set(_ARTIFACT_ID.findall(message))


def check_artifact_ids(result: FinalResult, known: Collection[str]) -> None:
    """Raise SoftRetryNeeded if an answer names an artifact that does not exist."""
    unknown = sorted(artifact_ids_in(result.message) - set(known))
    if result.status == "answer_ready" and unknown:
        raise SoftRetryNeeded(f"No artifact {', '.join(unknown)} exists. Make what you speak of, or do not name it.")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a result is not accepted, in words for the model. A soft refusal is dropped if the model insists; a question
    in prose becomes a real one.
    """

    reason: str
    is_hard: bool
    is_question: bool = False


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """What happened in all runs of a turn so far. `known` are the ids named in the result that exist."""

    emitted_events: Collection[str]
    called_tools: Collection[str]
    ledger: Sequence[LedgerEntry]
    known: Collection[str] = ()


def find_refusal(result: FinalResult, expected_mode: Mode, seen: TurnRecord) -> Refusal | None:
    """Apply every rule; None if the result is accepted."""
    try:
        # A question is also an answer without the file, so it is looked for first.
        check_question(result, seen, expected_mode)
        validate_terminal_state(result, seen.emitted_events, seen.called_tools, expected_mode)
        check_ledger(result, seen.ledger)
        check_artifact_ids(result, seen.known)
        _check_delivery(result, expected_mode, seen)
    except RetryNeeded as reason:
        return Refusal(str(reason), is_hard=True, is_question=isinstance(reason, AskedInProse))
    except SoftRetryNeeded as reason:
        return Refusal(str(reason), is_hard=False)
    return None


def _check_delivery(result: FinalResult, expected_mode: Mode, seen: TurnRecord) -> None:
    """Raise SoftRetryNeeded if only an outline was made: an outline the person agreed to is not a deck."""
    has_proposed = bool(artifact_event_types() & set(seen.emitted_events))
    if expected_mode == "artifact" and result.status == "answer_ready" and has_proposed and not seen.ledger:
        raise SoftRetryNeeded("An outline was agreed on and nothing was made of it. Make it, or say why not.")


def clarification_ask(clarify: ClarifyPayload) -> AskDraft:
    """Return one question as a request to the person."""
    labels = clarify.options or []
    values = dict(zip(labels, clarify.values or labels, strict=True))
    options = tuple(AskOption(label=label, value=value) for label, value in values.items())
    question = AskQuestion(id="1", question=clarify.question, options=options)
    return AskDraft(kind="clarification", title=clarify.question, questions=(question,), hint=clarify.hint)
