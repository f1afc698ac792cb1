"""The entry point: it imports the program late, so that Ctrl+C during start-up shows no traceback."""

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
