"""Where the program begins: light, so that who stops it while it is still loading sees no traceback."""

import sys
from typing import Final

INTERRUPTED: Final = 14
"""The exit code of a program that was stopped; `shell` is not loaded yet."""


def main() -> int:
    """Load the program and run it: its exit code."""
    try:
        from inkwright.cli.main import main as run  # noqa: PLC0415 - all that takes time is loaded inside

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
