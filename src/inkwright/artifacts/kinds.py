"""The kinds of artifacts, and who checks each."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import Checker
from inkwright.i18n import Language


def _checker(module: str, name: str) -> Checker:
    """The checker that stands there, loaded when there is something to check: most commands only look."""

    def check(draft: Draft, language: Language) -> list[Finding]:
        found: Checker = getattr(import_module(f"inkwright.artifacts.{module}"), name)
        return found(draft, language)

    return check


CHECKERS: Final[Mapping[str, Checker]] = MappingProxyType(
    {
        "docx": _checker("documents.docx_checks", "check_docx"),
        "html": _checker("interactive.static_checks", "check_page"),
        "pdf": _checker("documents.pdf_checks", "check_pdf"),
        "pptx": _checker("pptx_checks", "check_deck"),
        "quiz": _checker("quizzes.lint", "check_quiz"),
        "tex": _checker("documents.tex_checks", "check_tex"),
    }
)
