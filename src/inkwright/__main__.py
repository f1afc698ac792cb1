"""`python -m inkwright`: the same program as the command `inkwright`."""

import sys

from inkwright.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
