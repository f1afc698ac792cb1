"""Validation of input from anyone: bounded YAML, damaged files, and wrong fields reported with their paths."""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.text import one_line
from inkwright.errors import InkwrightError, InvalidOption
from inkwright.i18n import Language, Reason, text, translate_reason

MAX_YAML_DEPTH: Final = 12
MAX_YAML_NODES: Final = 20_000


def load_yaml(source: str) -> Any:
    """The value. Text that is no YAML, or too deep, too large or full of aliases, is an InvalidOption."""
    import yaml  # noqa: PLC0415 - comes with an extra

    try:
        # The loader in C is ten times as fast; both know plain values alone.
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _check_yaml_bounds(yaml, loader, source)
        return yaml.load(source, Loader=loader)  # noqa: S506 - a safe loader, whichever it is
    except (yaml.YAMLError, ValueError) as problem:
        reason = Reason("reason.yaml.unreadable", problem=_yaml_reason(problem))
        raise InvalidOption(option="YAML", value=source[:80], allowed=reason) from problem


def _yaml_reason(problem: Exception) -> Reason | str:
    """Return why the YAML is refused; what a library says stays in its own words, with the line."""
    if problem.args and isinstance(problem.args[0], Reason):
        return problem.args[0]
    mark = getattr(problem, "problem_mark", None)
    if mark is None:
        return " ".join(str(problem).split())[:300]
    detail = str(getattr(problem, "problem", "") or "")[:200]
    return Reason("reason.yaml.syntax", line=mark.line + 1, column=mark.column + 1, detail=detail)


def _check_yaml_bounds(yaml: Any, loader: Any, source: str) -> None:
    """The events come one by one, without recursion: nothing is built of what is refused."""
    depth = 0
    for number, event in enumerate(yaml.parse(source, Loader=loader)):
        if isinstance(event, yaml.AliasEvent):
            raise ValueError(Reason("reason.yaml.alias"))
        if isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            depth += 1
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            depth -= 1
        if depth > MAX_YAML_DEPTH or number > MAX_YAML_NODES:
            raise ValueError(Reason("reason.yaml.size", depth=MAX_YAML_DEPTH, most=MAX_YAML_NODES))


_MAX_REASON = 200


class UnreadableContent(Exception):
    """The text says in a line what is wrong with the bytes."""


@contextlib.contextmanager
def unreadable_if_damaged() -> Iterator[None]:
    """Around a library that reads somebody's bytes: on damaged ones it raises whatever its walk stumbles over."""
    try:
        yield
    except (ImportError, InkwrightError, UnreadableContent):
        raise
    except Exception as problem:
        raise UnreadableContent(one_line(f"{type(problem).__name__}: {problem}")[:_MAX_REASON]) from problem


_MAX_ERRORS: Final = 8
_MAX_VALUE: Final = 40
_QUOTED = re.compile(r"'([^']*)'")
_MESSAGE_KEYS: Final[Mapping[str, str]] = {
    "dict_type": "object", "extra_forbidden": "unknown", "finite_number": "finite", "float_parsing": "number",
    "float_type": "number", "greater_than": "above", "greater_than_equal": "least", "int_from_float": "whole",
    "int_parsing": "whole", "int_type": "whole", "less_than_equal": "most", "list_type": "list",
    "literal_error": "one_of", "missing": "missing", "model_attributes_type": "object", "model_type": "object",
    "string_too_long": "too_long", "string_too_short": "empty", "string_type": "text", "too_long": "too_many",
    "too_short": "too_few", "tuple_type": "list",
}  # fmt: skip
"""What pydantic calls it, and the message `complaint.<key>`."""


def validation_errors(problem: ValidationError) -> list[ErrorDetails]:
    """Every wrong place. A list of which an item is wrong is not also too short for want of it."""
    found = problem.errors(include_url=False)
    return [one for one in found if one["type"] != "too_short" or len(one["input"]) < one["ctx"]["min_length"]]


def summarised_errors(told: Iterable[str], language: Language) -> str:
    """The first few of what is wrong in one line; how many more there are is said."""
    every = list(told)
    more = [f"(+{len(every) - _MAX_ERRORS})"] if len(every) > _MAX_ERRORS else []
    return text(language, "complaint.semicolon").join(every[:_MAX_ERRORS] + more)


def error_message(one: ErrorDetails, language: Language, fields: Iterable[str] = ()) -> str:
    """Return the problem and what is allowed, in `language`. `fields` are those that are allowed there."""
    reason = error_reason(one, fields)
    return reason.text(language) if isinstance(reason, Reason) else translate_reason(language, reason)


def error_reason(one: ErrorDetails, fields: Iterable[str] = ()) -> Reason | str:
    """Return the problem and what is allowed. A validator's own ValueError may hold the reason."""
    context: Mapping[str, Any] = one.get("ctx", {})
    if one["type"] == "value_error":
        problem = context["error"]
        return problem.args[0] if problem.args and isinstance(problem.args[0], Reason) else str(problem)
    key = _MESSAGE_KEYS.get(one["type"])
    if key is None:
        return one["msg"]
    if key == "unknown" and (known := ", ".join(fields)):
        return Reason("complaint.unknown_of", allowed=known)
    return Reason(
        f"complaint.{key}",
        given=_shortened_value(one["type"], one["input"]),
        least=_formatted_limit(context, "min_length", "ge", "gt"),
        most=_formatted_limit(context, "max_length", "le"),
        allowed=", ".join(_QUOTED.findall(str(context.get("expected", "")))),
    )


def _formatted_limit(context: Mapping[str, Any], *names: str) -> str:
    found = next((context[name] for name in names if name in context), 0)
    return f"{found:,.15g}"


def _shortened_value(kind: str, given: Any) -> str:
    """What stands there, short: of what is too long or too much, how long or how many it is."""
    if kind == "string_too_long":
        return f"{len(given):,}"
    if kind in ("too_short", "too_long"):
        return f"{len(given):,}"
    try:
        written = json.dumps(given, ensure_ascii=False, allow_nan=True)
    except (TypeError, ValueError):
        written = str(given)  # YAML knows dates
    return written if len(written) <= _MAX_VALUE else f"{written[: _MAX_VALUE - 1]}…"
