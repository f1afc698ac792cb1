"""The fonts of this machine: which characters of a text its programs cannot show."""

import shutil
import subprocess
from typing import Final

from inkwright.artifacts.typefaces import is_east_asian

_SECONDS: Final = 20
_MAX_CHARACTERS: Final = 24
_CHINESE_SAMPLE: Final = "中文"


def lacks_chinese_font() -> bool | None:
    """Whether no font of this machine shows Chinese; None if that cannot be found out."""
    return None if shutil.which("fc-list") is None else bool(boxed_characters(_CHINESE_SAMPLE))


def boxed_characters(written: str) -> str:
    """Return East Asian characters of the text that no font of this machine has: programs show boxes instead.

    Only some characters are looked up. Without fontconfig, as on macOS, none is known to be missing.
    """
    program = shutil.which("fc-list")
    wanted = [char for char in dict.fromkeys(written) if is_east_asian(char)][:_MAX_CHARACTERS]
    if program is None or not wanted or _has_font(program, "".join(wanted)):
        return ""
    return "".join(char for char in wanted if not _has_font(program, char))


def _has_font(program: str, characters: str) -> bool:
    """Whether one font has all of these characters; True if fontconfig does not answer."""
    codes = " ".join(f"{ord(char):x}" for char in characters)
    try:
        listed = subprocess.run(  # noqa: S603 - a program of the system, asked about code points
            [program, f":charset={codes}", "family"], capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return True
    return bool(listed.stdout.strip())
