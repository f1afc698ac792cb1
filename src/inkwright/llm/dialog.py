"""`dialog_with_retry`: a producer whose output is parsed, and a verifier who approves it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inkwright.errors import InvalidOption
from inkwright.llm.brain import Brain, Parser
from inkwright.parsing import approval_parser


@dataclass(frozen=True, slots=True)
class Dialog:
    """What a dialog came to. `is_approved` is False when the rounds ran out; the last work is kept all the same."""

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
    """Let the producer work until the verifier approves, at most `max_rounds` times.

    `review` makes the verifier's prompt out of the parsed work. The verifier's comment goes into the producer's
    next prompt. Each reply has its own retries; a reply that never parses raises NeverParsed.
    """
    if max_rounds < 1:
        raise InvalidOption(option="max_rounds", value=max_rounds, allowed="At least one round is needed.")
    comments: list[str] = []
    content: Any = None
    for number in range(1, max_rounds + 1):
        asked = [{"role": "user", "content": prompt}]
        if comments:
            asked += [{"role": "assistant", "content": str(content)}, {"role": "user", "content": comments[-1]}]
        content = await producer.think_with_retry(asked, parser)
        verdict = await verifier.think_with_retry(review(content), approval_parser)
        comments.append(verdict["comment"])
        if verdict["approved"]:
            return Dialog(content, True, number, tuple(comments))
    return Dialog(content, False, max_rounds, tuple(comments))
