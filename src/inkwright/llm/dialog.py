"""`dialog_with_retry`: one model produces, its output is parsed, and a second model reviews it."""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.llm.attempts import copy_messages
from inkwright.llm.brain import AcceptedReply, Brain, CallLimits, Parser, check_parser_options
from inkwright.llm.models import Message
from inkwright.parsing import approval_parser

_RESERVED: Final = frozenset({"producer", "verifier", "review", "max_rounds"})
_MAX_CALLS: Final = 3
_OPTIONS: Final[dict[str, Any]] = {"max_retries": _MAX_CALLS, "temperature": None, "max_tokens": None}


@dataclass(frozen=True, slots=True)
class Dialog:
    """The result of a dialog. `content` is the last version that was parsed, approved or not.

    `rounds` is the number of versions, `replies` are their raw texts, `reviews` the raw replies of the verifier and
    `comments` what the producer was told. If the rounds ran out, `is_approved` is False; if a call failed after the
    first version, `error` is its error too.
    """

    content: Any
    is_approved: bool
    rounds: int
    comments: tuple[str, ...]
    replies: tuple[str, ...] = ()
    reviews: tuple[str, ...] = ()
    error: Exception | None = None


async def dialog_with_retry(
    producer: Brain,
    verifier: Brain,
    prompt: str | Sequence[Message],
    parser: Parser,
    *,
    review: Callable[[Any], str | Awaitable[str]],
    max_rounds: int = 3,
    **options: Any,
) -> Dialog:
    """Ask the producer until the verifier approves, at most `max_rounds` times.

    `review` returns the verifier's prompt for the parsed content; it may be async. The verifier's comment is added to
    the producer's next prompt. Each reply has its own retries. `max_retries`, `temperature` and `max_tokens` are those
    of the producer; other options reach the parser. An error before the first version is raised; after it, the dialog
    ends with the last version and the error, so that finished work is not lost.
    """
    rounds: object = max_rounds
    if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1:
        raise InvalidOption(option="max_rounds", value=max_rounds, allowed=Reason("reason.llm.max_rounds"))
    parser_kwargs = {name: value for name, value in options.items() if name not in _OPTIONS}
    check_parser_options(parser, parser_kwargs, _RESERVED)
    limits = CallLimits(*({**_OPTIONS, **options}[name] for name in _OPTIONS))
    messages = copy_messages(prompt)
    versions: list[AcceptedReply] = []
    verdicts: list[AcceptedReply] = []
    try:
        while len(versions) < max_rounds and not _is_approved(verdicts):
            turns = [*messages, *_review_turns(versions, verdicts)]
            versions.append(await producer.think_reply(turns, parser, limits, parser_kwargs))
            asked = review(versions[-1].content)
            question = await asked if inspect.isawaitable(asked) else asked
            verdicts.append(await verifier.think_reply(question, approval_parser, CallLimits(_MAX_CALLS), {}))
    except Exception as error:
        if not versions:
            raise
        return _dialog(versions, verdicts, error)
    return _dialog(versions, verdicts)


def _is_approved(verdicts: list[AcceptedReply]) -> bool:
    return bool(verdicts) and verdicts[-1].content["approved"] is True


def _review_turns(versions: list[AcceptedReply], verdicts: list[AcceptedReply]) -> list[dict[str, Any]]:
    """Return the last version and the comment on it as turns."""
    if not versions:
        return []
    last = versions[-1]
    return [
        {"role": "assistant", "content": last.content if isinstance(last.content, str) else last.text},
        {"role": "user", "content": verdicts[-1].content["comment"]},
    ]


def _dialog(versions: list[AcceptedReply], verdicts: list[AcceptedReply], error: Exception | None = None) -> Dialog:
    return Dialog(
        versions[-1].content,
        error is None and _is_approved(verdicts),
        len(versions),
        tuple(verdict.content["comment"] for verdict in verdicts),
        tuple(version.text for version in versions),
        tuple(verdict.text for verdict in verdicts),
        error,
    )
