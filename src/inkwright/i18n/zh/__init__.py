"""Chinese messages, by the room that says them."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.zh import (
    authored,
    complaints,
    doors,
    errors,
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
    **errors.MESSAGES,
    **grounded.MESSAGES,
    **grounding.MESSAGES,
    **made.MESSAGES,
    **projects.MESSAGES,
    **quizzes.MESSAGES,
    **replies.MESSAGES,
    **starts.MESSAGES,
    **talks.MESSAGES,
}
