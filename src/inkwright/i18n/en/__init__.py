"""English messages, by the room that says them. The texts of errors stand with their classes in `errors`."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.en import authored, doors, made, quizzes, replies, talks

MESSAGES: Final[Mapping[str, str]] = {
    **authored.MESSAGES,
    **doors.MESSAGES,
    **made.MESSAGES,
    **quizzes.MESSAGES,
    **replies.MESSAGES,
    **talks.MESSAGES,
}
