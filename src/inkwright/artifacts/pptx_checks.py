"""Checks of a .pptx: its bytes are opened again, and what a viewer would see is judged."""

import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from inkwright.artifacts.decks import MAX_BULLET, MAX_BULLETS
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.artifacts.leftovers import is_leftover
from inkwright.artifacts.packages import problem_with_package, relations_of_package
from inkwright.artifacts.wording import is_blank, one_line
from inkwright.i18n import Language, text

_SHOWN: Final = 60
_FURNITURE: Final = frozenset({"DATE", "FOOTER", "HEADER", "SLIDE_NUMBER"})
_FIGURES: Final = ("}pic", "}graphicFrame")


@dataclass(frozen=True, slots=True)
class _Slide:
    """What one slide shows. `bullets` are the paragraphs of its placeholders, empty ones included."""

    title: str
    bullets: tuple[str, ...]
    others: tuple[str, ...]
    has_figure: bool

    @property
    def shows_something(self) -> bool:
        """Whether there is anything beside the title."""
        return self.has_figure or not all(is_blank(line) for line in self.bullets + self.others)


class _Unreadable(Exception):
    """The bytes are no deck that can be opened."""


def check_deck(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with a deck; an empty list where it may be believed. Any bytes may be given."""
    place = text(language, "finding.place.file", name=draft.name)
    found = _of_the_file(draft, language, place)
    if found:
        return found
    try:
        slides, links = _seen(draft.main)
    except ImportError:
        return [finding(language, "pptx.not_installed", place=place)]
    except _Unreadable as problem:
        return [finding(language, "pptx.damaged", place=place, problem=str(problem))]
    found = [finding(language, "pptx.external", place=place, target=link) for link in links]
    if not slides:
        found.append(finding(language, "pptx.no_slides", place=place))
    return found + list(_of_the_slides(slides, language))


def _of_the_file(draft: Draft, language: Language, place: str) -> list[Finding]:
    """What is wrong before anything is opened."""
    extra = sorted(draft.files.keys() - {draft.name})
    found = [finding(language, "pptx.extra_file", place=place, name=name) for name in extra]
    if not draft.name.lower().endswith(".pptx"):
        found.append(finding(language, "pptx.wrong_name", place=place))
    if not draft.main:
        found.append(finding(language, "pptx.empty_file", place=place))
    elif problem := problem_with_package(draft.main):
        found.append(finding(language, f"pptx.{problem.key}", place=place, severity="error", **problem.fields))
    return found


def _seen(content: bytes) -> tuple[list[_Slide], list[str]]:
    """The slides, and every address outside the file that anything in it points to."""
    import pptx  # noqa: PLC0415 - an extra, and slow to import
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    try:
        external, missing = relations_of_package(content, parse_xml)
        slides = [_slide(slide) for slide in pptx.Presentation(io.BytesIO(content)).slides]
    except Exception as problem:
        # On damaged bytes the library raises whatever its walk stumbles over.
        raise _Unreadable(one_line(f"{type(problem).__name__}: {problem}")[:200]) from problem
    if missing:
        raise _Unreadable(f"{one_line(missing[0])[:150]} is missing in it")
    return slides, [*dict.fromkeys(one_line(link)[:200] for link in external)]


def _slide(slide: Any) -> _Slide:
    title = slide.shapes.title
    bullets: list[str] = []
    others: list[str] = []
    has_figure = False
    for shape in _flat(slide.shapes):
        if title is not None and shape.element is title.element:
            continue
        has_figure = has_figure or shape.element.tag.endswith(_FIGURES)
        others += _cells(shape)
        if shape.has_text_frame and not _is_furniture(shape):
            lines = [paragraph.text for paragraph in shape.text_frame.paragraphs]
            (bullets if shape.is_placeholder else others).extend(lines)
    return _Slide(
        one_line(title.text_frame.text) if title is not None else "", tuple(bullets), tuple(others), has_figure
    )


def _flat(shapes: Iterable[Any]) -> Iterator[Any]:
    """The shapes, those inside groups too."""
    waiting = [*shapes][::-1]
    while waiting:
        shape = waiting.pop()
        if shape.element.tag.endswith("}grpSp"):
            waiting += [*shape.shapes][::-1]
        else:
            yield shape


def _is_furniture(shape: Any) -> bool:
    return shape.is_placeholder and shape.placeholder_format.type.name in _FURNITURE


def _cells(shape: Any) -> list[str]:
    if not shape.has_table:
        return []
    return [cell.text for row in shape.table.rows for cell in row.cells]


def _of_the_slides(slides: Sequence[_Slide], language: Language) -> Iterator[Finding]:
    for number, slide in enumerate(slides, 1):
        place = text(language, "finding.pptx.place", number=number)
        for key, severity, fields in (*_errors(slide, is_first=number == 1), *_warnings(slide)):
            yield finding(language, f"pptx.{key}", place=place, severity=severity, **fields)
    for number, (before, slide) in enumerate(pairwise(slides), 2):
        if slide.title and _same(before.title) == _same(slide.title):
            place = text(language, "finding.pptx.place", number=number)
            shown = _shown(slide.title)
            yield finding(language, "pptx.same_title", place=place, severity="warning", text=shown)


def _errors(slide: _Slide, *, is_first: bool) -> Iterator[tuple[str, Severity, dict[str, object]]]:
    if is_blank(slide.title):
        yield "no_title", "error", {}
    if not slide.shows_something and (is_blank(slide.title) or not is_first):
        yield "empty_slide", "error", {}
    elif any(is_blank(line) for line in slide.bullets):
        yield "empty_bullet", "error", {}
    for line in (slide.title, *slide.bullets, *slide.others):
        if is_leftover(line):
            yield "leftover", "error", {"text": _shown(line)}


def _warnings(slide: _Slide) -> Iterator[tuple[str, Severity, dict[str, object]]]:
    bullets = [line for line in slide.bullets if not is_blank(line)]
    if len(bullets) > MAX_BULLETS:
        yield "many_bullets", "warning", {"count": len(bullets), "most": MAX_BULLETS}
    for line in (*bullets, *slide.others):
        if len(line) > MAX_BULLET:
            yield "long_bullet", "warning", {"count": len(line), "most": MAX_BULLET, "text": _shown(line)}


def _same(title: str) -> str:
    """Titles that a reader takes for the same are the same here."""
    return unicodedata.normalize("NFKC", title).casefold()


def _shown(line: str) -> str:
    line = one_line(line)
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
