"""English messages, by the room that says them. The texts of errors stand with their classes in `errors`."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.en import (
    authored,
    complaints,
    doors,
    examples,
    grounded,
    grounding,
    made,
    projects,
    quizzes,
    replies,
    starts,
    talks,
)

MESSAGES: Final[Mapping[str, str]] = {
    **authored.MESSAGES,
    **complaints.MESSAGES,
    **doors.MESSAGES,
    **examples.MESSAGES,
    **grounded.MESSAGES,
    **grounding.MESSAGES,
    **made.MESSAGES,
    **projects.MESSAGES,
    **quizzes.MESSAGES,
    **replies.MESSAGES,
    **starts.MESSAGES,
    **talks.MESSAGES,
}
