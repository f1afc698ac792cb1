"""The three paper agents. Each is a declaration: a prompt, a content tag, an extension and a check."""

from functools import partial
from typing import Final

from inkwright.i18n import Language
from inkwright.llm.file_agent import FileAgent, FileValidator
from inkwright.papers.checks import problem_with_checklist, problem_with_latex, problem_with_overview
from inkwright.papers.forms import checklist_form, latex_form, overview_form
from inkwright.prompts import load_prompt

_EXAMPLE_HEADING: Final = "\n## "


class PaperOverviewAgent(FileAgent):
    """What a paper is about: title, type, abstract, research content, innovations, application scenarios.

    The prompt is in `language`; so is what the model is told about a refused file. Weak models copy examples: for
    them leave `with_example` out.
    """

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_overview, language=language)
        super().__init__("overview", _prompt("overview", language, with_example), "text", ".txt", check, overview_form)


class RequirementChecklistAgent(FileAgent):
    """What a paper still needs, figures and text, as items to tick off."""

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_checklist, language=language)
        prompt = _prompt("checklist", language, with_example)
        super().__init__("checklist", prompt, "markdown", ".md", check, checklist_form)


class LaTeXPaperGeneratorAgent(FileAgent):
    """A skeleton of the paper that compiles. A document that is a LaTeX paper already may be skipped."""

    def __init__(self, language: Language = "en", *, with_example: bool = True) -> None:
        check: FileValidator = partial(problem_with_latex, language=language)
        super().__init__("latex", _prompt("latex", language, with_example), "latex", ".tex", check, latex_form)


def _prompt(name: str, language: Language, with_example: bool) -> str:
    prompt = load_prompt("inkwright.papers", name, language)
    return prompt if with_example else prompt.partition(_EXAMPLE_HEADING)[0]
