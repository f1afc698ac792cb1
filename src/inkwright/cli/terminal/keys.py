"""Keys that are typed while something is drawn: they wait, unseen, for the next prompt, Ctrl+D too; Ctrl+C works."""

import contextlib
import termios
from collections.abc import Iterator
from typing import BinaryIO, Final

_MODES: Final = 3
"""Where the local modes stand among the attributes of a terminal."""
_CHARACTERS: Final = 6
"""Where the characters stand that steer it."""


@contextlib.contextmanager
def unseen_keys(stdin: BinaryIO) -> Iterator[None]:
    """While it lasts, the terminal does not show what is typed; it is as before afterwards, however it ends.

    It keeps single keys and not lines: Ctrl+D would end a line there, and nobody would hear of it.
    """
    if not stdin.isatty():
        yield
        return
    before = termios.tcgetattr(stdin)
    changed = termios.tcgetattr(stdin)
    changed[_MODES] &= ~(termios.ECHO | termios.ICANON)
    changed[_CHARACTERS][termios.VMIN], changed[_CHARACTERS][termios.VTIME] = 1, 0
    termios.tcsetattr(stdin, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        # A terminal that is gone has nothing to be set back.
        with contextlib.suppress(termios.error):
            termios.tcsetattr(stdin, termios.TCSADRAIN, before)
