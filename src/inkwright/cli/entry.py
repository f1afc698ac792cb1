"""The entry point: it imports the program late, so that Ctrl+C during start-up shows no traceback."""

from __future__ import annotations

import atexit
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

INTERRUPTED: Final = 14
"""The exit code after Ctrl+C, also in `exit_codes`, which is not loaded yet."""


def main() -> int:
    """Load and run the program; return its exit code. This process ends soon after that."""
    ended: list[int] = []
    atexit.register(_leave, ended)  # registered first, so it runs last
    ended.append(_run())
    return ended[0]


def _run() -> int:
    try:
        from inkwright.cli.main import main as run  # noqa: PLC0415 - Ctrl+C during this import is caught here

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


def _leave(ended: list[int]) -> None:
    """End the process at once, when threads and everything that was registered have ended: Python would free each of
    hundreds of thousands of objects first, which takes up to half a second. After an error, Python ends it as usual.
    """
    if not ended:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    os._exit(ended[0])


if __name__ == "__main__":
    sys.exit(main())
