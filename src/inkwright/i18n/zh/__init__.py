"""Chinese messages, by the room that says them."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.zh import authored, doors, errors, made, quizzes, replies, talks

MESSAGES: Final[Mapping[str, str]] = {
    **authored.MESSAGES,
    **doors.MESSAGES,
    **errors.MESSAGES,
    **made.MESSAGES,
    **quizzes.MESSAGES,
    **replies.MESSAGES,
    **talks.MESSAGES,
}
