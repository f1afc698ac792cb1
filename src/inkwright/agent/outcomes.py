"""From a final result that was proved, and from the ledger, to what the person gets."""

from collections.abc import Sequence

from inkwright.conversation.asks import AskOption, AskQuestion, Wanted
from inkwright.conversation.outcomes import Answered, Delivered, Failed
from inkwright.conversation.results import ClarifyPayload, FinalResult
from inkwright.conversation.turns import LedgerEntry


def outcome_of(result: FinalResult, ledger: Sequence[LedgerEntry]) -> Answered | Delivered:
    """What was made is delivered, whatever the model called its ending; the ledger says what was made."""
    made = tuple(entry.artifact for entry in ledger)
    named = tuple(artifact for artifact in made if artifact.id in result.artifacts)
    if made:
        return Delivered(message=result.message, artifacts=named or made)
    return Answered(message=result.message)


def failed(code: str, message: str, ledger: Sequence[LedgerEntry], *, retryable: bool = False) -> Failed:
    """A failure that lists what did succeed."""
    return Failed(code=code, message=message, retryable=retryable, artifacts=tuple(entry.artifact for entry in ledger))


def clarification(clarify: ClarifyPayload) -> Wanted:
    """One question as a request to the person."""
    options = tuple(AskOption(label=option, value=option) for option in dict.fromkeys(clarify.options or ()))
    question = AskQuestion(id="1", question=clarify.question, options=options)
    return Wanted(kind="clarification", title=clarify.question, questions=(question,), hint=clarify.hint)
