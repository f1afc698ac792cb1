"""English messages, by the part of the program. The texts of errors are in their classes, in `errors`."""

from collections.abc import Mapping
from typing import Final

from inkwright.i18n.en import (
    agent,
    authoring,
    chat,
    checks,
    cli,
    cli_reasons,
    core_reasons,
    examples,
    findings_reasons,
    grounded_files,
    grounded_questions,
    grounding_reasons,
    lower_reasons,
    projects,
    quizzes,
    quizzes_reasons,
    slides_reasons,
    start,
    system,
    validation,
    webdocs_reasons,
)

MESSAGES: Final[Mapping[str, str]] = {
    **authoring.MESSAGES,
    **validation.MESSAGES,
    **cli.MESSAGES,
    **cli_reasons.MESSAGES,
    **core_reasons.MESSAGES,
    **examples.MESSAGES,
    **findings_reasons.MESSAGES,
    **grounded_files.MESSAGES,
    **grounded_questions.MESSAGES,
    **grounding_reasons.MESSAGES,
    **lower_reasons.MESSAGES,
    **checks.MESSAGES,
    **projects.MESSAGES,
    **quizzes.MESSAGES,
    **slides_reasons.MESSAGES,
    **quizzes_reasons.MESSAGES,
    **agent.MESSAGES,
    **start.MESSAGES,
    **system.MESSAGES,
    **chat.MESSAGES,
    **webdocs_reasons.MESSAGES,
}
