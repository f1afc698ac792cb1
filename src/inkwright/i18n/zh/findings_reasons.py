"""Messages of findings whose texts are given, and reasons that findings and artifacts give."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "finding.literal.mend": "{mend}",
    "finding.literal.what": "{what}",
}
