"""Calling a parser: its options are checked before any model is asked, its contract after every call."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from inkwright.errors import BrokenParser, InkwrightError, InvalidOption
from inkwright.parsing import Parsed, Rejected

Parser = Callable[..., Mapping[str, Any] | Awaitable[Mapping[str, Any]]]


def name_of(parser: Parser) -> str:
    """What to call a parser in messages and logs."""
    return getattr(parser, "__qualname__", None) or type(parser).__qualname__


def check_options(parser: Parser, options: Mapping[str, Any], reserved: frozenset[str]) -> None:
    """Refuse options that the parser does not take, and parameters of the parser that the engine would swallow."""
    parameters = inspect.signature(parser).parameters
    for name in parameters.keys() & reserved:
        problem = f"The engine has an option of that name; rename it in {name_of(parser)}."
        raise InvalidOption(option=name, value=name_of(parser), allowed=problem)
    try:
        inspect.signature(parser).bind("", **options)
    except TypeError as problem:
        raise InvalidOption(
            option="parser_kwargs", value=dict(options), allowed=f"{name_of(parser)}: {problem}."
        ) from problem


async def call_parser(parser: Parser, reply: str, options: Mapping[str, Any]) -> Parsed[Any] | Rejected:
    """What a parser says of a reply. A parser that raises or breaks the contract is a mistake of its author.

    Errors of Inkwright pass as they are: a wrong schema is a wrong schema.
    """
    try:
        answer = parser(reply, **options)
        if inspect.isawaitable(answer):
            answer = await answer
    except InkwrightError:
        raise
    except Exception as problem:
        raise BrokenParser(
            parser=name_of(parser), problem=f"it raised {type(problem).__name__}: {problem}"
        ) from problem
    return _checked(parser, answer)


def _checked(parser: Parser, answer: Any) -> Parsed[Any] | Rejected:
    match answer:
        case {"status": "success", "content": content}:
            return Parsed(content, partial=bool(answer.get("partial")))
        case {"status": "error", "feedback": str(feedback)} if feedback.strip():
            return Rejected(str(answer.get("reason", "")), feedback, str(answer.get("example", "")))
    shown = f"it returned {answer!r}"[:200]
    raise BrokenParser(parser=name_of(parser), problem=shown)
