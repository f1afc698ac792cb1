"""Validation of input from anyone: bounded YAML, damaged files, and wrong fields reported with their paths."""

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inkwright.artifacts.workers import run_in_worker
from inkwright.errors import InkwrightError, InvalidOption
from inkwright.i18n import Language, Reason, text
from inkwright.threads import MAX_INLINE

MAX_YAML_DEPTH: Final = 12
MAX_YAML_NODES: Final = 20_000


def load_yaml(source: str) -> Any:
    """Return the value. Text that is not YAML, is too deep or too large, or has aliases is an InvalidOption.

    Only a short text is read in this process.
    """
    return parse_yaml(source) if len(source) <= MAX_INLINE else run_in_worker(parse_yaml, source)


def parse_yaml(source: str) -> Any:
    """As `load_yaml`, in this process."""
    import yaml  # noqa: PLC0415 - slow to import

    try:
        # The loader in C is ten times as fast; both read plain values only.
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        _check_yaml_bounds(yaml, loader, source)
        return yaml.load(source, Loader=loader)  # noqa: S506 - a safe loader, whichever it is
    except UnreadableContent as problem:
        raise _invalid_yaml(source, problem.reason) from problem
    except (yaml.YAMLError, ValueError) as problem:
        raise _invalid_yaml(source, _yaml_reason(problem)) from problem


def _invalid_yaml(source: str, problem: Reason | str) -> InvalidOption:
    return InvalidOption(option="YAML", value=source[:80], allowed=Reason("reason.yaml.unreadable", problem=problem))


def _yaml_reason(problem: Exception) -> Reason | str:
    """Return why the YAML is refused; the library's own words are quoted with the line."""
    mark = getattr(problem, "problem_mark", None)
    if mark is None:
        return " ".join(str(problem).split())[:300]
    detail = str(getattr(problem, "problem", "") or "")[:200]
    return Reason("reason.yaml.syntax", line=mark.line + 1, column=mark.column + 1, detail=detail)


def _check_yaml_bounds(yaml: Any, loader: Any, source: str) -> None:
    """Check the events one by one, without recursion, before any value is built."""
    depth = 0
    for number, event in enumerate(yaml.parse(source, Loader=loader)):
        if isinstance(event, yaml.AliasEvent):
            raise UnreadableContent(Reason("reason.yaml.aliases"))
        if isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
            depth += 1
        elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
            depth -= 1
        if depth > MAX_YAML_DEPTH or number > MAX_YAML_NODES:
            raise UnreadableContent(Reason("reason.yaml.bounds", depth=MAX_YAML_DEPTH, limit=MAX_YAML_NODES))


class UnreadableContent(Exception):
    """Bytes that cannot be read. `reason` says why, in a line."""

    def __init__(self, reason: Reason | str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextlib.contextmanager
def unreadable_if_damaged() -> Iterator[None]:
    """Turn any exception of a library into UnreadableContent: damaged bytes can make a library raise anything, and what
    it says of them helps nobody who has the file.
    """
    try:
        yield
    except (ImportError, InkwrightError, UnreadableContent):
        raise
    except Exception as problem:
        raise UnreadableContent(Reason("reason.package.damaged")) from problem


_MAX_ERRORS: Final = 8
_MAX_VALUE: Final = 40
_QUOTED = re.compile(r"'([^']*)'")
_MESSAGE_KEYS: Final[Mapping[str, str]] = {
    "bool_parsing": "yes_or_no", "bool_type": "yes_or_no", "dict_type": "object", "extra_forbidden": "unknown",
    "finite_number": "finite", "float_parsing": "number", "float_type": "number", "greater_than": "above",
    "greater_than_equal": "least", "int_from_float": "whole", "int_parsing": "whole", "int_parsing_size": "whole",
    "int_type": "whole", "json_invalid": "json", "less_than_equal": "most", "list_type": "list",
    "literal_error": "one_of", "missing": "missing", "model_attributes_type": "object", "model_type": "object",
    "string_pattern_mismatch": "form", "string_too_long": "too_long", "string_too_short": "empty",
    "string_type": "text", "string_unicode": "unicode", "too_long": "too_many", "too_short": "too_few",
    "tuple_type": "list",
}  # fmt: skip
"""For each error type of pydantic, the key of its message: `complaint.<key>`."""


def validation_errors(problem: ValidationError) -> list[ErrorDetails]:
    """Return every error. A list with a wrong item is not also reported as too short because that item is missing."""
    found = problem.errors(include_url=False)
    return [one for one in found if one["type"] != "too_short" or len(one["input"]) < one["ctx"]["min_length"]]


def summarised_errors(messages: Iterable[str], language: Language) -> str:
    """Return the first few messages in one line, and how many more there are."""
    every = list(messages)
    more = [f"(+{len(every) - _MAX_ERRORS})"] if len(every) > _MAX_ERRORS else []
    return text(language, "complaint.semicolon").join(every[:_MAX_ERRORS] + more)


def error_message(one: ErrorDetails, language: Language, fields: Iterable[str] = ()) -> str:
    """Return the problem and what is allowed, in `language`. `fields` are the ones allowed there."""
    reason = error_reason(one, fields)
    return reason.text(language) if isinstance(reason, Reason) else reason


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
    """The value, shortened; its length where the length is the problem."""
    if kind in ("string_too_long", "too_short", "too_long"):
        return f"{len(given):,}"
    try:
        written = json.dumps(given, ensure_ascii=False, allow_nan=True)
    except (TypeError, ValueError):
        written = str(given)  # YAML has dates
    return written if len(written) <= _MAX_VALUE else f"{written[: _MAX_VALUE - 1]}…"
