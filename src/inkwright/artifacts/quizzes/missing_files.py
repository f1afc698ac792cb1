"""Finds the pictures that a Moodle file names and does not contain."""

import re
from typing import Final
from urllib.parse import unquote

_NAMED: Final = re.compile(r"@@PLUGINFILE@@/([^\"'<>?&\s]{1,200})")
_HELD: Final = re.compile(r"<file\s[^<>]{0,400}?\bname=[\"']([^\"'<>]{1,200})")


def missing_files(written: str) -> list[str]:
    """Return the names of files that questions show and the quiz lacks, each once."""
    held = set(_HELD.findall(written))
    return [name for name in dict.fromkeys(map(unquote, _NAMED.findall(written))) if name not in held]


def holds_files(written: str) -> bool:
    """Whether a quiz has files of its own, such as the pictures that its questions are about."""
    return _HELD.search(written) is not None
