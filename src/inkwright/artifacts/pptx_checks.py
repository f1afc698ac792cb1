"""Checks of a .pptx: its bytes are opened again, and what a viewer would see is judged."""

import io
from collections.abc import Iterable
from typing import Any

from inkwright.artifacts.checks.flaws import told
from inkwright.artifacts.checks.looks import flaws_of_looks
from inkwright.artifacts.checks.pictures import broken_pictures
from inkwright.artifacts.checks.shapes import SlideSeen, slides_of
from inkwright.artifacts.checks.writing import flaws_of_writing, repeated_titles
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.packages import PackageRelations, problem_with_package, without_large_parts
from inkwright.artifacts.unreadable import Unreadable, reading
from inkwright.artifacts.wording import one_line
from inkwright.i18n import Language, text


def check_deck(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with a deck; an empty list where it may be believed. Any bytes may be given."""
    place = text(language, "finding.place.file", name=draft.name)
    found = _of_the_file(draft, language, place)
    if found:
        return found
    try:
        slides, links = _seen(draft.main)
        pictures = broken_pictures(draft.main)
    except ImportError:
        return [finding(language, "pptx.not_installed", place=place)]
    except Unreadable as problem:
        return [finding(language, "pptx.damaged", place=place, problem=str(problem))]
    found = [finding(language, "pptx.external", place=place, target=link) for link in links]
    found += [finding(language, "pptx.broken_picture", place=place, part=part) for part in pictures]
    if not slides:
        found.append(finding(language, "pptx.no_slides", place=place))
    for number, slide in enumerate(slides, 1):
        found += told(flaws_of_writing(slide, is_first=number == 1), number, language)
        found += told(flaws_of_looks(slide), number, language)
    for number, flaw in repeated_titles(slides):
        found += told([flaw], number, language)
    return found


def slides_in(content: bytes) -> list[SlideSeen]:
    """The slides of a deck; Unreadable where it is none."""
    import pptx  # noqa: PLC0415 - an extra, and slow to import

    with reading():
        return slides_of(pptx.Presentation(io.BytesIO(without_large_parts(content))))


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


def _seen(content: bytes) -> tuple[list[SlideSeen], list[str]]:
    """The slides, and every address outside the file that anything in it points to."""
    import pptx  # noqa: PLC0415 - as above
    from pptx.oxml import parse_xml  # noqa: PLC0415 - as above

    with reading(), PackageRelations(content, parse_xml) as relations:
        _refuse_missing(relations.missing)
        deck = pptx.Presentation(io.BytesIO(without_large_parts(content)))
        _refuse_missing(relations.undeclared(_trees(deck)))
        return slides_of(deck), [*dict.fromkeys(one_line(link)[:200] for link in relations.external)]


def _refuse_missing(missing: Iterable[str]) -> None:
    for each in missing:
        raise Unreadable(f"{one_line(each)[:150]} is missing in it")


def _trees(deck: Any) -> dict[str, Any]:
    """The parts that the library has parsed, by their names in the package."""
    from pptx.opc.package import XmlPart  # noqa: PLC0415 - as above

    parts = (part for part in deck.part.package.iter_parts() if isinstance(part, XmlPart))
    return {part.partname.membername: part._element for part in parts}  # noqa: SLF001 - there is no other way to it
