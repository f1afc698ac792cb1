"""Parser results: `Parsed` or `Rejected` inside, a plain dict in the public interface."""

from dataclasses import dataclass
from typing import Any, Generic, Literal, NotRequired, TypedDict, TypeVar

from inkwright.i18n import language_of, text

T = TypeVar("T")


class ParserResult(TypedDict):
    """The contract of every parser, ours and users'. `reason`, `example` and `partial` are additions of ours."""

    status: Literal["success", "error"]
    content: NotRequired[Any]
    feedback: NotRequired[str]
    reason: NotRequired[str]
    example: NotRequired[str]
    partial: NotRequired[bool]


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """The reply holds what was asked for. `partial`: it was cut off, and this is as far as it goes."""

    value: T
    partial: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """The reply does not hold it. `reason` is for programs, `feedback` for the model that tries again."""

    reason: str
    feedback: str
    example: str = ""


def result_dict(result: Parsed[Any] | Rejected) -> ParserResult:
    """The public form of a result."""
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
    """A rejection whose feedback is written in the language of the reply."""
    return Rejected(reason, text(language_of(reply), f"feedback.{key}", **fields), example)
