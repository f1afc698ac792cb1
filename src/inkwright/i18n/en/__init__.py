"""English messages, by the room that says them. The texts of errors stand with their classes in `errors`."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.en import doors, made, replies

MESSAGES: Final[Mapping[str, str]] = {
    **doors.MESSAGES,
    **made.MESSAGES,
    **replies.MESSAGES,
}
