"""Checks of a .pdf: it is opened again, and what a reader would see is judged."""

from collections.abc import Iterator

from inkwright.artifacts.documents.file_checks import OPEN_LINKS, of_the_counts, of_the_file, of_the_lines, shown
from inkwright.artifacts.documents.glyphs import lost_glyphs
from inkwright.artifacts.documents.pdf_contents import Contents, Locked, Page, contents_of
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.unreadable import Unreadable
from inkwright.artifacts.wording import is_blank
from inkwright.i18n import Language, text

_HEAD = 1_024


def check_pdf(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with a PDF; an empty list where it may be believed. Any bytes may be given."""
    found = of_the_file(draft, language, ".pdf")
    place = text(language, "finding.place.file", name=draft.name)
    if found:
        return found
    if b"%PDF-" not in draft.main[:_HEAD]:
        problem = "it does not begin like a PDF"
        return [finding(language, "document.damaged", place=place, problem=problem)]
    try:
        contents = contents_of(draft.main)
    except ImportError:
        return [finding(language, "document.not_installed", place=place)]
    except Locked:
        return [finding(language, "pdf.locked", place=place)]
    except Unreadable as problem:
        return [finding(language, "document.damaged", place=place, problem=str(problem))]
    return [*_of_the_whole(contents, language, place), *_of_the_pages(contents, language)]


def _of_the_whole(contents: Contents, language: Language, place: str) -> Iterator[Finding]:
    for what in contents.active:
        yield finding(language, "document.active", place=place, part=what)
    for link in contents.links:
        if not link.lower().startswith(OPEN_LINKS):
            yield finding(language, "document.external", place=place, target=shown(link))
    for name in contents.bare_fonts:
        yield finding(language, "pdf.bare_font", place=place, severity="warning", name=shown(name))
    if not contents.pages:
        yield finding(language, "document.no_text", place=place)
    elif all(is_blank("".join(page.lines)) for page in contents.pages):
        yield finding(language, "pdf.pictures_only", place=place, severity="warning")
    yield from of_the_counts(contents.counted, contents.facts, language, place)


def _of_the_pages(contents: Contents, language: Language) -> Iterator[Finding]:
    for number, page in enumerate(contents.pages, 1):
        place = text(language, "finding.pdf.place", number=number)
        yield from _of_the_page(page, language, place)
        if page.has_missing_glyph:
            # What has no glyph may be missing in the text too; the source knows which characters were in doubt.
            doubtful = contents.facts.doubtful if contents.facts else ""
            named = " ".join(lost_glyphs("".join(page.lines) + doubtful)[:20])
            yield finding(language, "document.glyphs", place=place, characters=named or "?")
        yield from of_the_lines(page.lines, language, place)


def _of_the_page(page: Page, language: Language, place: str) -> Iterator[Finding]:
    if page.is_blank:
        yield finding(language, "pdf.blank", place=place)
    if page.cut:
        yield finding(language, "pdf.cut", place=place, text=shown(page.cut))
