"""What every error of Inkwright has: a code, a sentence on what happened, and one on what to do."""

import copyreg
from typing import Any, ClassVar

from inkwright.plurals import fill_in


class InkwrightError(Exception):
    """The base class of every error that Inkwright raises on purpose."""

    code: ClassVar[str] = "inkwright"
    retryable: ClassVar[bool] = False
    what: ClassVar[str] = "Something went wrong."
    todo: ClassVar[str] = ""

    def __init__(self, **fields: object) -> None:
        super().__init__(fields)
        self.fields = fields

    def __str__(self) -> str:
        return fill_in(" ".join(part for part in (self.what, self.todo) if part), self.fields)

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        # Errors are passed between processes, and the default would pass the fields by position.
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]
