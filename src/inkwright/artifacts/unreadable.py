"""Files that turn out to be none while a library reads them."""

import contextlib
from collections.abc import Iterator

from inkwright.artifacts.wording import one_line
from inkwright.errors import InkwrightError

_SHOWN = 200


class Unreadable(Exception):
    """The text says in a line what is wrong with the bytes."""


@contextlib.contextmanager
def reading() -> Iterator[None]:
    """Around a library that reads somebody's bytes: on damaged ones it raises whatever its walk stumbles over."""
    try:
        yield
    except (ImportError, InkwrightError, Unreadable):
        raise
    except Exception as problem:
        raise Unreadable(one_line(f"{type(problem).__name__}: {problem}")[:_SHOWN]) from problem
