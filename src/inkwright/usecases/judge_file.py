"""Judge a file as if it had just been made: by its structure; slides by their rendered pages too, TeX by compiling,
interactive pages by running them.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.documents.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import MAX_TITLE, Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.browser import Browser
from inkwright.artifacts.interactive.judging import judge_pages
from inkwright.artifacts.interactive.kinds.building import build_kind, describes_page, read_kind
from inkwright.artifacts.kinds import CHECKERS
from inkwright.artifacts.pages.judging import judge_decks
from inkwright.artifacts.pages.office import Office
from inkwright.errors import InkwrightError, InvalidOption, TypesettingFailed
from inkwright.i18n import Language, error_text, text

RENDERED: Final = frozenset({"html", "pptx"})
"""Kinds whose rendered pages are looked at. A PDF is looked at as it is; a .docx flows to whatever page it is given."""

_ENDINGS: Final = {".json": "quiz"}
_NO_PICTURES: Final[Mapping[str, bytes]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Judged:
    """What is wrong with a file. `was_rendered`: its pages were looked at too."""

    findings: tuple[Finding, ...]
    was_rendered: bool

    @property
    def is_good(self) -> bool:
        """Whether it may be handed on: there may be warnings, no errors."""
        return all(found.severity != "error" for found in self.findings)


def kind_of(name: str, content: bytes = b"") -> str:
    """The kind of a file by its ending, and of a .json by its content: a quiz, or the description of a page, which is
    judged as the page that it describes. One that nobody can check is an InvalidOption.
    """
    ending = PurePath(name).suffix.lower()
    kind = _ENDINGS.get(ending, ending.lstrip("."))
    if kind not in CHECKERS:
        known = ", ".join([*(f".{each}" for each in CHECKERS if each not in _ENDINGS.values()), *_ENDINGS])
        raise InvalidOption(option="file", value=name, allowed=f"It is one of {known}.")
    return "html" if kind == "quiz" and describes_page(content) else kind


async def judge_file(
    name: str,
    content: bytes,
    language: Language,
    *,
    office: Office | None,
    browser: Browser | None = None,
    pictures: Mapping[str, bytes] = _NO_PICTURES,
) -> Judged:
    """All that is wrong with it. Whatever the bytes are, this comes to an end. `pictures` are those that the
    description of a page may name.
    """
    kind, plain_name = kind_of(name, content), PurePath(name).name
    if kind == "html" and PurePath(name).suffix.lower() in _ENDINGS:
        try:
            draft = await asyncio.to_thread(_described, content, plain_name, pictures, language)
        except InvalidOption as problem:
            return Judged((_complaint(problem, plain_name, language),), was_rendered=False)
    else:
        draft = Draft(kind, plain_name, PurePath(name).stem[:MAX_TITLE].strip() or plain_name, {plain_name: content})
    found = await asyncio.to_thread(CHECKERS[kind], draft, language)
    if kind == "tex" and xelatex_path() and all(each.severity != "error" for each in found):
        return Judged((*found, *await asyncio.to_thread(_compiled, draft, language)), was_rendered=True)
    is_bad = any(each.severity == "error" for each in found)
    if kind == "html" and browser is not None and not is_bad:
        [seen] = await judge_pages([draft], language, browser=browser)
    elif kind == "pptx" and office is not None and not is_bad:
        [seen] = await judge_decks([draft], language, office=office)
    else:
        return Judged(tuple(found), was_rendered=False)
    return Judged((*found, *seen), was_rendered=True)


def _described(content: bytes, name: str, pictures: Mapping[str, bytes], language: Language) -> Draft:
    return build_kind(read_kind(content.decode("utf-8", "replace"), name, pictures, language))


def _complaint(problem: InkwrightError, name: str, language: Language) -> Finding:
    what, mend = error_text(language, problem)
    place = text(language, "finding.place.file", name=name)
    return Finding(severity="error", place=place, what=what, mend=mend)


def _compiled(draft: Draft, language: Language) -> list[Finding]:
    """What XeLaTeX says against it."""
    try:
        compile_tex(draft)
    except TypesettingFailed as problem:
        return [_complaint(problem, draft.name, language)]
    return []
