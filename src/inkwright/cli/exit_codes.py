"""Exit codes of the program, and which one a turn or an error ends with."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from inkwright.errors import CallerError, InkwrightError, ModelUnknown

if TYPE_CHECKING:
    from inkwright.conversation.turns import Outcome

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
PERMISSION: Final = 10
CLARIFY: Final = 11
OUTLINE: Final = 12
INCOMPLETE: Final = 13
INTERRUPTED: Final = 14

_BY_OUTCOME: Final[Mapping[str, int]] = {"answered": OK, "delivered": OK, "failed": FAILED, "asked": CLARIFY}
_BY_OPEN_ASK: Final[Mapping[str, int]] = {
    "clarification": CLARIFY,
    "outline_edit": OUTLINE,
    "permission": PERMISSION,
}


def turn_exit_code(outcome: "Outcome", open_ask: str | None = None) -> int:
    """Return the code for a turn's outcome and the kind of the ask that is still open; `INCOMPLETE` if a part of what
    was asked for is missing, `FAILED` if all of it is.
    """
    if open_ask is not None:
        return _BY_OPEN_ASK[open_ask]
    code = _BY_OUTCOME[outcome.kind]
    if code != OK or not outcome.receipt.missing:
        return code
    return INCOMPLETE if outcome.receipt.has_results else FAILED


def error_exit_code(error: InkwrightError) -> int:
    """Return `USAGE` for errors that the caller can fix, `FAILED` for all others."""
    return USAGE if isinstance(error, CallerError | ModelUnknown) else FAILED
