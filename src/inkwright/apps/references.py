"""References in a blueprint: `$input.class`, `$data.results.mark`, `$compute.tests`."""

import re
from typing import Final, Literal, NamedTuple

Scope = Literal["input", "data", "compute"]
_REFERENCE: Final = re.compile(r"\$(input|data|compute)\.([a-z][a-z0-9_]{0,47})(?:\.([a-z][a-z0-9_]{0,47}))?")


class Reference(NamedTuple):
    """A reference to an input, a table or a result, or to a column of one."""

    scope: Scope
    name: str
    column: str | None = None

    def __str__(self) -> str:
        return f"${self.scope}.{self.name}{f'.{self.column}' if self.column else ''}"


def parse_reference(written: object) -> Reference | None:
    """Return the reference that a text is; None if it is not one."""
    found = _REFERENCE.fullmatch(written) if isinstance(written, str) and len(written) <= 160 else None
    if found is None:
        return None
    scope: Scope = found[1]  # type: ignore[assignment]
    return Reference(scope, found[2], found[3])


def looks_like_reference(written: object) -> bool:
    """Whether a text was meant as a reference."""
    return isinstance(written, str) and written.startswith("$")
