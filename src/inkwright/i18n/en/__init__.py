"""English messages, by the part of the program. The texts of errors are in their classes, in `errors`."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.en import (
    agent,
    authoring,
    chat,
    checks,
    cli,
    examples,
    grounded_files,
    grounded_questions,
    help_topics,
    installation,
    jobs,
    library,
    models,
    projects,
    quizzes,
    reasons,
    research,
    school,
    server,
    start,
    system,
    validation,
)

MESSAGES: Final[Mapping[str, str]] = {
    **authoring.MESSAGES,
    **validation.MESSAGES,
    **cli.MESSAGES,
    **examples.MESSAGES,
    **grounded_files.MESSAGES,
    **grounded_questions.MESSAGES,
    **help_topics.MESSAGES,
    **models.MESSAGES,
    **installation.MESSAGES,
    **jobs.MESSAGES,
    **library.MESSAGES,
    **research.MESSAGES,
    **checks.MESSAGES,
    **projects.MESSAGES,
    **quizzes.MESSAGES,
    **reasons.MESSAGES,
    **school.MESSAGES,
    **server.MESSAGES,
    **agent.MESSAGES,
    **start.MESSAGES,
    **system.MESSAGES,
    **chat.MESSAGES,
}
