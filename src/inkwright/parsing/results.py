"""Parser results: `Parsed` or `Rejected` inside, a plain dict in the public interface."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from inkwright.i18n import language_of, text

T = TypeVar("T")


class ParserResult(TypedDict):
    """The contract of every parser, built-in or custom. `reason`, `example` and `partial` are optional."""

    status: Literal["success", "error"]
    content: NotRequired[Any]
    feedback: NotRequired[str]
    reason: NotRequired[str]
    example: NotRequired[str]
    partial: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """An accepted reply. `partial`: the reply was cut off, and the value is incomplete."""

    value: T
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """A rejected reply. `reason` is for programs, `feedback` for the model that tries again."""

    reason: str
    feedback: str
    example: str = ""


def result_dict(result: Parsed[Any] | Rejected) -> ParserResult:
    """Convert a result to the public dict."""
    if isinstance(result, Parsed):
        answer = ParserResult(status="success", content=result.value)
        if result.partial:
            answer["partial"] = True
        return answer
    answer = ParserResult(status="error", feedback=result.feedback, reason=result.reason)
    if result.example:
        answer["example"] = result.example
    return answer


def reject(reply: str, reason: str, key: str, /, *, example: str = "", **fields: object) -> Rejected:
    """Return a rejection with feedback in the language of the reply."""
    return Rejected(reason, text(language_of(reply), f"feedback.{key}", **fields), example)
