"""What is wrong with a description, in words: each wrong place with its path."""

from typing import Final

from pydantic import ValidationError

_MOST: Final = 8


def complaints(problem: ValidationError) -> str:
    """The first few wrong places; how many more there are is said."""
    found = problem.errors(include_url=False, include_context=False, include_input=False)
    told = [f"{'.'.join(map(str, one['loc'])) or '·'}: {one['msg']}" for one in found[:_MOST]]
    more = [f"(+{len(found) - _MOST})"] if len(found) > _MOST else []
    return "; ".join(told + more)
