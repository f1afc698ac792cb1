"""Lines of the program's own, broken between words where the terminal ends."""

import shutil

from inkwright.cli.shell import Shell
from inkwright.cli.terminal.region import wrapped


def fitted(shell: Shell, line: str, indent: str = "  ") -> str:
    """The line as it fits into the terminal, each further row of it behind `indent`; elsewhere it stays whole."""
    if not shell.out.isatty():
        return line
    columns = shutil.get_terminal_size().columns
    return "\n".join(wrapped(part, columns, indent) if part else "" for part in line.split("\n"))
