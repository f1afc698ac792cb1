"""The kinds of problems that the checks of an artifact look for, by the codes of their findings."""

import re
from functools import cache
from typing import Final

from inkwright.i18n import Language, message_keys, message_template

_PREFIXES: Final = {
    "docx": ("document.", "docx.", "prose."),
    "html": ("page.", "prose."),
    "pdf": ("document.", "pdf.", "prose."),
    "pptx": ("pptx.", "prose."),
    "quiz": ("quiz.",),
    "tex": ("document.", "tex."),
}
_PLURAL: Final = re.compile(r"\{\w+:[^{}|]{0,200}\|([^{}]{0,200})\}")
_FIELD: Final = re.compile(r"\{\w+\}")
_OPEN_END: Final = re.compile(
    r"\s{0,3}[:：]\s{0,3}[“\"]?…[”\"]?[.。]?$|\s{0,3}[(（][^()（）]{0,80}…[^()（）]{0,80}[)）](?=\S?$)"
)
_WHEN_RUN: Final = "page.run."
_WHEN_RENDERED: Final = frozenset({"pptx.blank_page", "pptx.covered", "pptx.overprint", "pptx.rendered_pages"})
"""Found only on pages that LibreOffice has drawn, which is not part of every verification."""


@cache
def check_codes(kind: str, *, is_run: bool = False) -> frozenset[str]:
    """Return the codes that the checks of a kind can report; with those of a run only if it was run.

    They are empty for kinds of other packages, whose checks are not known here.
    """
    known = (
        key.removeprefix("finding.").removesuffix(".what")
        for prefix in _PREFIXES.get(kind, ())
        for key in message_keys(f"finding.{prefix}")
        if key.endswith(".what")
    )
    return frozenset(
        code for code in known if code not in _WHEN_RENDERED and (is_run or not code.startswith(_WHEN_RUN))
    )


@cache
def check_text(code: str, language: Language) -> str:
    """Return the problem that a check looks for, without the details of a finding."""
    message = _PLURAL.sub(r"\1", message_template(language, f"finding.{code}.what"))
    said = _OPEN_END.sub("", _FIELD.sub("…", message.replace("{{", "").replace("}}", "")))
    if said.endswith(("….", "…。")):
        return said[:-1]
    return said if said.endswith((".", "。", "”", "…")) else said + ("." if language == "en" else "。")
