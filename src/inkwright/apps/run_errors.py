"""Data errors: required data are missing, and what may be used instead. A run with one shows no page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from inkwright.i18n import Language, Reason

DataErrorType = Literal[
    "missing_input",
    "invalid_input",
    "no_school",
    "unknown_class",
    "unknown_assignment",
    "unknown_pupil",
    "unknown_document",
    "ambiguous",
    "no_results",
    "no_knowledge_points",
    "no_passages",
]
MAX_SUGGESTIONS: Final = 12


@dataclass(frozen=True, slots=True)
class DataError:
    """What is missing: `entity` is the input or the name that it is about, `suggestions` are values that exist."""

    type: DataErrorType
    entity: str
    reason: Reason
    suggestions: tuple[str, ...] = ()
    step: str = ""

    def as_json(self, language: Language) -> dict[str, Any]:
        """Return the error as JSON, in the language of the app."""
        return {
            "errorType": self.type,
            "message": self.reason.text(language),
            "entity": self.entity,
            "suggestions": list(self.suggestions),
            "step": self.step,
        }


class DataMissing(Exception):
    """Ends the data phase of a run."""

    def __init__(self, error: DataError) -> None:
        super().__init__(error.type)
        self.error = error


def data_missing(kind: DataErrorType, entity: str, suggestions: Sequence[str] = (), **fields: object) -> DataMissing:
    """Return the exception for missing data."""
    reason = Reason(f"apps.error.{kind}", name=entity[:200], **fields)
    return DataMissing(DataError(kind, entity[:200], reason, tuple(suggestions)[:MAX_SUGGESTIONS]))


def error_message(error: Mapping[str, Any], language: Language) -> str:
    """Return the message of a stored error in another language than that of its app."""
    return Reason(f"apps.error.{error['errorType']}", name=error["entity"]).text(language)
