"""Chinese messages, by the room that says them."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.zh import (
    agent,
    authoring,
    chat,
    checks,
    cli,
    errors,
    examples,
    grounded_files,
    grounded_questions,
    projects,
    quizzes,
    start,
    system,
    validation,
    webdocs_reasons,
)

MESSAGES: Final[Mapping[str, str]] = {
    **authoring.MESSAGES,
    **validation.MESSAGES,
    **cli.MESSAGES,
    **examples.MESSAGES,
    **errors.MESSAGES,
    **grounded_files.MESSAGES,
    **grounded_questions.MESSAGES,
    **checks.MESSAGES,
    **projects.MESSAGES,
    **quizzes.MESSAGES,
    **agent.MESSAGES,
    **start.MESSAGES,
    **system.MESSAGES,
    **chat.MESSAGES,
    **webdocs_reasons.MESSAGES,
}
