"""The entry point: it imports the program late, so that Ctrl+C during start-up shows no traceback."""

import sys
from typing import Final

INTERRUPTED: Final = 14
"""The exit code after Ctrl+C, also in `exit_codes`, which is not loaded yet."""


def main() -> int:
    """Load and run the program; return its exit code."""
    try:
        from inkwright.cli.main import main as run  # noqa: PLC0415 - Ctrl+C during this import is caught here

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
