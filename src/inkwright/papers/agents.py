"""The paper agents. Each one declares a prompt, a content tag, a file extension and a check."""

from functools import partial
from typing import Final

from inkwright.i18n import Language, text
from inkwright.llm.file_agent import FileAgent, FileValidator
from inkwright.papers.checks import (
    problem_with_checklist,
    problem_with_latex,
    problem_with_overview,
)
from inkwright.papers.forms import checklist_form, latex_form, overview_form
from inkwright.papers.sections import problem_with_section
from inkwright.prompts import load_prompt

_EXAMPLE_HEADING: Final = "\n## "


class PaperOverviewAgent(FileAgent):
    """Describes a paper: title, type, abstract, research content, innovations, application scenarios.

    The prompt and the feedback about rejected files are in `language`. Weak models copy examples: pass
    `with_example=False` for them.
    """

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_overview, language=language)
        super().__init__(
            "overview", _prompt("overview", language, with_example), "text", ".txt", check, overview_form, False
        )


class RequirementChecklistAgent(FileAgent):
    """Lists the figures and texts that a paper still needs, as a checklist."""

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_checklist, language=language)
        prompt = _prompt("checklist", language, with_example)
        super().__init__("checklist", prompt, "markdown", ".md", check, checklist_form, False)


class LaTeXPaperGeneratorAgent(FileAgent):
    """Writes a skeleton of the paper that compiles. A document that already is a LaTeX paper may be skipped."""

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_latex, language=language)
        super().__init__("latex", _prompt("latex", language, with_example), "latex", ".tex", check, latex_form)


class PaperSectionAgent(FileAgent):
    """Writes one section of a paper, such as `introduction`."""

    def __init__(self, section: str, language: Language = "en") -> None:
        check: FileValidator = partial(problem_with_section, section=section, language=language)
        title = text(language, f"paper.section.{section}")
        prompt = load_prompt("inkwright.papers", "section", language)
        filled = prompt.replace("{section}", title).replace("{name}", section)
        super().__init__(section, filled, "latex", ".tex", check, None, False)


class PaperRepairAgent(FileAgent):
    """Corrects the error with which TeX stopped."""

    def __init__(self, language: Language = "en") -> None:
        check: FileValidator = partial(problem_with_latex, language=language)
        super().__init__(
            "repair", load_prompt("inkwright.papers", "repair", language), "latex", ".tex", check, None, False
        )


def _prompt(name: str, language: Language, with_example: bool) -> str:
    prompt = load_prompt("inkwright.papers", name, language)
    return prompt if with_example else prompt.partition(_EXAMPLE_HEADING)[0]
