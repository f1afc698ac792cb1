"""What is wrong with a description, in words: each wrong place with its path."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from inkwright.i18n import Language, reason, text

_MOST: Final = 8
_LONGEST: Final = 40
_QUOTED = re.compile(r"'([^']*)'")
_KEYS: Final[Mapping[str, str]] = {
    "dict_type": "object", "extra_forbidden": "unknown", "finite_number": "finite", "float_parsing": "number",
    "float_type": "number", "greater_than": "above", "greater_than_equal": "least", "int_from_float": "whole",
    "int_parsing": "whole", "int_type": "whole", "less_than_equal": "most", "list_type": "list",
    "literal_error": "one_of", "missing": "missing", "model_attributes_type": "object", "model_type": "object",
    "string_too_long": "too_long", "string_too_short": "empty", "string_type": "text", "too_long": "too_many",
    "too_short": "too_few", "tuple_type": "list",
}  # fmt: skip
"""What pydantic calls it, and the message `complaint.<key>`."""


def complaints(problem: ValidationError) -> str:
    """The first few wrong places; how many more there are is said."""
    found = problem.errors(include_url=False, include_context=False, include_input=False)
    told = [f"{'.'.join(map(str, one['loc'])) or '·'}: {one['msg']}" for one in found[:_MOST]]
    more = [f"(+{len(found) - _MOST})"] if len(found) > _MOST else []
    return "; ".join(told + more)


def faults_in(problem: ValidationError) -> list[ErrorDetails]:
    """Every wrong place. A list of which an item is wrong is not also too short for want of it."""
    found = problem.errors(include_url=False)
    return [one for one in found if one["type"] != "too_short" or len(one["input"]) < one["ctx"]["min_length"]]


def listed(told: Iterable[str], language: Language) -> str:
    """The first few of what is wrong in one line; how many more there are is said."""
    every = list(told)
    more = [f"(+{len(every) - _MOST})"] if len(every) > _MOST else []
    return text(language, "complaint.semicolon").join(every[:_MOST] + more)


def fault(one: ErrorDetails, language: Language, fields: Iterable[str] = ()) -> str:
    """What is wrong at one place and what may stand there, in `language`, without the place itself. `fields` are those
    that may stand where an unknown one stands.
    """
    context: Mapping[str, Any] = one.get("ctx", {})
    if one["type"] == "value_error":
        return reason(language, str(context["error"]))
    key = _KEYS.get(one["type"])
    if key is None:
        return reason(language, one["msg"])
    if key == "unknown" and (known := ", ".join(fields)):
        return text(language, "complaint.unknown_of", allowed=known)
    return text(
        language,
        f"complaint.{key}",
        given=_given(one["type"], one["input"]),
        least=_number(context, "min_length", "ge", "gt"),
        most=_number(context, "max_length", "le"),
        allowed=", ".join(_QUOTED.findall(str(context.get("expected", "")))),
    )


def _number(context: Mapping[str, Any], *names: str) -> str:
    found = next((context[name] for name in names if name in context), 0)
    return f"{found:,.15g}"


def _given(kind: str, given: Any) -> str:
    """What stands there, short: of what is too long or too much, how long or how many it is."""
    if kind == "string_too_long":
        return f"{len(given):,}"
    if kind in ("too_short", "too_long"):
        return f"{len(given):,}"
    try:
        written = json.dumps(given, ensure_ascii=False, allow_nan=True)
    except (TypeError, ValueError):
        written = str(given)  # YAML knows dates
    return written if len(written) <= _LONGEST else f"{written[: _LONGEST - 1]}…"
