"""Verify the final result of a model against what happened in the turn, and derive the outcome."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from inkwright.agent.instructions import agent_prompt
from inkwright.agent.tools import artifact_tool_names
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.payloads import WIRE_PREFIX, artifact_event_types
from inkwright.conversation.turns import Answered, ClarifyPayload, Delivered, Failed, FinalResult, LedgerEntry, Mode
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import language_of, text
from inkwright.llm.brain import Brain

FALSE_CLAIM = "You tell the person that a file is ready, and none was made. Make it with a tool, or do not say so."
_ARTIFACT_ID = re.compile(r"\bart_[0-9a-f]{8,64}\b")
_CLOSING_CATEGORIES = frozenset({"Pe", "Pf", "Po", "So", "Sk", "Cf", "Mn"})
"""What may follow a question mark: brackets, quotes, stars, emoji."""


def has_visible_text(words: str) -> bool:
    """Whether there is anything to read: spaces and characters without width do not count."""
    return any(letter.isprintable() and not letter.isspace() for letter in words)


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


def check_question(result: FinalResult, ledger: Sequence[LedgerEntry], expected_mode: Mode) -> None:
    """Raise RetryNeeded if an answer ends in a question although something was to be made and was not.

    The turn would not wait for the reply; the message says how to ask.
    """
    if (
        result.status == "answer_ready"
        and expected_mode == "artifact"
        and not ledger
        and _ends_in_question(result.message)
    ):
        raise RetryNeeded(
            "You asked the person in prose; nobody waits for an answer to that. Ask with ui_request or ask_user, or "
            "make what was asked for."
        )


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
    """Why a result is not accepted, in words for the model. A soft refusal is dropped if the model insists."""

    reason: str
    is_hard: bool


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
        validate_terminal_state(result, seen.emitted_events, seen.called_tools, expected_mode)
        check_ledger(result, seen.ledger)
        check_question(result, seen.ledger, expected_mode)
        check_artifact_ids(result, seen.known)
        _check_delivery(result, expected_mode, seen)
    except RetryNeeded as reason:
        return Refusal(str(reason), is_hard=True)
    except SoftRetryNeeded as reason:
        return Refusal(str(reason), is_hard=False)
    return None


def _check_delivery(result: FinalResult, expected_mode: Mode, seen: TurnRecord) -> None:
    """Raise SoftRetryNeeded if only an outline was made: an outline the person agreed to is not a deck."""
    has_proposed = bool(artifact_event_types() & set(seen.emitted_events))
    if expected_mode == "artifact" and result.status == "answer_ready" and has_proposed and not seen.ledger:
        raise SoftRetryNeeded("An outline was agreed on and nothing was made of it. Make it, or say why not.")


def _ends_in_question(message: str) -> bool:
    """Whether a message ends in a question."""
    for letter in reversed(message):
        if letter in "?？":
            return True
        if not (letter.isspace() or unicodedata.category(letter) in _CLOSING_CATEGORIES):
            return False
    return False


class FileClaim(BaseModel):
    """The result of the second check."""

    model_config = ConfigDict(extra="forbid")

    claims_file: bool


async def claims_file(brain: Brain, message: str) -> bool:
    """Whether a message claims that a file was made or is ready.

    A message that mentions no file is not checked. If no model can tell, the answer is no.
    """
    language = language_of(message)
    words = text(language, "claims.words").split()
    if brain.model.abilities.is_weak or not any(word in message.lower() for word in words):
        return False
    try:
        found = await brain.decide(agent_prompt("claims", language).replace("{message}", message), FileClaim)
    except (ModelError, GaveUp):
        return False
    return found.claims_file


def outcome_from(result: FinalResult, ledger: Sequence[LedgerEntry]) -> Answered | Delivered:
    """Return the outcome. What was made is delivered, however the model called its ending; the ledger says what was
    made.
    """
    made = tuple(entry.artifact for entry in ledger)
    named = tuple(artifact for artifact in made if artifact.id in result.artifacts)
    if made:
        return Delivered(message=result.message, artifacts=named or made)
    return Answered(message=result.message)


def failure(code: str, message: str, ledger: Sequence[LedgerEntry], *, retryable: bool = False) -> Failed:
    """Return a failure that lists what was made nevertheless."""
    return Failed(code=code, message=message, retryable=retryable, artifacts=tuple(entry.artifact for entry in ledger))


def clarification_ask(clarify: ClarifyPayload) -> AskDraft:
    """Return one question as a request to the person."""
    labels = clarify.options or []
    values = dict(zip(labels, clarify.values or labels, strict=True))
    options = tuple(AskOption(label=label, value=value) for label, value in values.items())
    question = AskQuestion(id="1", question=clarify.question, options=options)
    return AskDraft(kind="clarification", title=clarify.question, questions=(question,), hint=clarify.hint)
