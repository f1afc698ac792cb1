"""Print values as JSON."""

import json
from typing import Any

from inkwright.cli.shell import Shell


def print_json(shell: Shell, value: Any) -> None:
    """Print a value as indented JSON."""
    shell.say(json.dumps(value, ensure_ascii=False, indent=2), is_whole=True)


def print_json_line(shell: Shell, value: Any) -> None:
    """Print a value as one line of JSON."""
    shell.say(json.dumps(value, ensure_ascii=False), is_whole=True)
