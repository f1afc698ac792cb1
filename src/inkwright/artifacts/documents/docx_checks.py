"""Checks of a .docx: it is opened again, and what a reader would see is judged."""

import unicodedata
from collections.abc import Iterator

from inkwright.artifacts.documents.docx_contents import Contents, contents_of
from inkwright.artifacts.documents.file_checks import OPEN_LINKS, of_the_counts, of_the_file, of_the_lines, shown
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.packages import problem_with_package
from inkwright.artifacts.typefaces import missing_glyphs
from inkwright.artifacts.unreadable import Unreadable
from inkwright.artifacts.wording import is_blank
from inkwright.i18n import Language, text


def check_docx(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with a document; an empty list where it may be believed. Any bytes may be given."""
    place = text(language, "finding.place.file", name=draft.name)
    found = of_the_file(draft, language, ".docx")
    if not found and (problem := problem_with_package(draft.main)):
        key = "damaged" if problem.key == "not_a_zip" else problem.key
        found.append(finding(language, f"document.{key}", place=place, severity="error", **problem.fields))
    if found:
        return found
    try:
        contents = contents_of(draft.main)
    except ImportError:
        return [finding(language, "document.not_installed", place=place)]
    except Unreadable as problem:
        return [finding(language, "document.damaged", place=place, problem=str(problem))]
    return [*_judged(contents, language, place)]


def _judged(contents: Contents, language: Language, place: str) -> Iterator[Finding]:
    for target in contents.external:
        if not target.lower().startswith(OPEN_LINKS):
            yield finding(language, "document.external", place=place, target=shown(target))
    if all(is_blank(line) for line in contents.lines) and not contents.counted.pictures:
        yield finding(language, "document.no_text", place=place)
    yield from of_the_counts(contents.counted, contents.facts, language, place)
    yield from _of_the_parts(contents, language, place)
    yield from _of_the_characters("".join(contents.lines), language, place)
    yield from of_the_lines(contents.lines, language, place)


def _of_the_parts(contents: Contents, language: Language, place: str) -> Iterator[Finding]:
    counts = {
        "empty_heading": contents.empty_headings,
        "empty_equation": contents.empty_equations,
        "blank": contents.blank_pages,
    }
    for key, count in counts.items():
        if count:
            yield finding(language, f"docx.{key}", place=place, count=count)
    for number in contents.wide_tables:
        yield finding(language, "docx.wide_table", place=place, number=number)
    for number in contents.wide_pictures:
        yield finding(language, "docx.wide_picture", place=place, number=number)
    for name in dict.fromkeys(contents.dangling):
        yield finding(language, "docx.dangling", place=place, name=shown(name))
    for name in contents.broken_pictures:
        yield finding(language, "docx.broken_picture", place=place, name=shown(name))


def _of_the_characters(written: str, language: Language, place: str) -> Iterator[Finding]:
    """Word has fonts for more than ours show; what stands for a lost character, or for none, it cannot show either."""
    missing = missing_glyphs(written)
    lost = [char for char in missing if char == "\ufffd" or unicodedata.category(char) in ("Co", "Cn", "Cs", "Cc")]
    if lost:
        codes = " ".join(f"U+{ord(char):04X}" for char in lost[:20])
        yield finding(language, "document.glyphs", place=place, characters=codes)
    others = [char for char in missing if char not in lost and unicodedata.category(char) != "Cf"]
    if others:
        named = " ".join(others[:20])
        yield finding(language, "docx.unsure_glyphs", place=place, severity="warning", characters=named)
