"""`dialog_with_retry`: one model produces, its output is parsed, and a second model reviews it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.brain import Brain, Parser
from inkwright.parsing import approval_parser


@dataclass(frozen=True, slots=True)
class Dialog:
    """The result of a dialog. If the rounds ran out, `is_approved` is False and `content` is the last version."""

    content: Any
    is_approved: bool
    rounds: int
    comments: tuple[str, ...]


async def dialog_with_retry(
    producer: Brain,
    verifier: Brain,
    prompt: str,
    parser: Parser,
    *,
    review: Callable[[Any], str],
    max_rounds: int = 3,
) -> Dialog:
    """Ask the producer until the verifier approves, at most `max_rounds` times.

    `review` returns the verifier's prompt for the parsed content. The verifier's comment is added to the producer's
    next prompt. Each reply has its own retries; a reply that never parses raises NeverParsed.
    """
    if max_rounds < 1:
        raise InvalidOption(option="max_rounds", value=max_rounds, allowed=Reason("reason.llm.max_rounds"))
    comments: list[str] = []
    content: Any = None
    for number in range(1, max_rounds + 1):
        messages = [{"role": "user", "content": prompt}]
        if comments:
            messages += [{"role": "assistant", "content": str(content)}, {"role": "user", "content": comments[-1]}]
        content = await producer.think_with_retry(messages, parser)
        verdict = await verifier.think_with_retry(review(content), approval_parser)
        comments.append(verdict["comment"])
        if verdict["approved"]:
            return Dialog(content, True, number, tuple(comments))
    return Dialog(content, False, max_rounds, tuple(comments))
