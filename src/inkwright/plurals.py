"""Fills in the fields of a message and chooses the singular or the plural of the words that follow a number.

`{count} {count:question|questions}` gives "1 question" and "2 questions". A language with one form, such as Chinese,
writes `{count}` alone.
"""

import string
from collections.abc import Mapping
from typing import Any, Final


class _Formatter(string.Formatter):
    """`str.format` with one addition: a format of two forms, `one|other`, chooses by the value of its field."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, other = format_spec.partition("|")
        if not bar:
            return str(format(value, format_spec))
        return one if str(value) == "1" else other


_FORMATTER: Final = _Formatter()


def fill_in(message: str, fields: Mapping[str, object]) -> str:
    """The message with its fields; numbers that were written out before, such as "1", choose their form as well."""
    return _FORMATTER.vformat(message, (), fields)
