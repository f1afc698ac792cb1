"""From a final result that was proved, and from the ledger, to what the person gets."""

from collections.abc import Sequence

from inkwright.conversation.asks import Ask, AskOption, AskQuestion
from inkwright.conversation.outcomes import Answered, Delivered, Failed
from inkwright.conversation.results import FinalResult
from inkwright.conversation.turns import LedgerEntry, TurnState
from inkwright.ids import Ids


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


def ask_of(result: FinalResult, turn: TurnState, ids: Ids) -> Ask:
    """The stored form of a question."""
    assert result.clarify is not None, "the proof has seen to it"  # noqa: S101
    clarify = result.clarify
    options = tuple(AskOption(label=option, value=option) for option in clarify.options or ())
    question = AskQuestion(id="1", question=clarify.question, options=options)
    return Ask(
        id=ids.new("ask"),
        turn_id=turn.id,
        owner=turn.owner,
        kind="clarification",
        title=clarify.question,
        questions=(question,),
        hint=clarify.hint,
    )
