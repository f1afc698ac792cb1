"""Judges decks by their rendered pages, several in one go: starting LibreOffice costs more than showing a deck."""

import asyncio
from collections.abc import Sequence

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, finding
from inkwright.artifacts.pages.office import Office, OfficeFile, OfficeTimedOut
from inkwright.artifacts.pages.rendered_checks import check_rendered_deck
from inkwright.i18n import Language, text


async def judge_decks(drafts: Sequence[Draft], language: Language, *, office: Office) -> list[list[Finding]]:
    """What is wrong with each deck as it is shown. They must have passed `check_deck`: hostile files are not shown."""
    try:
        pdfs = await office.pdfs([OfficeFile(".pptx", draft.main) for draft in drafts])
    except OfficeTimedOut as late:
        return [[_timed_out(draft, language, str(late))] for draft in drafts]
    looks = (
        asyncio.to_thread(check_rendered_deck, draft.main, pdf, language, name=draft.name)
        for draft, pdf in zip(drafts, pdfs, strict=True)
    )
    return await asyncio.gather(*looks)


def _timed_out(draft: Draft, language: Language, seconds: str) -> Finding:
    place = text(language, "finding.place.file", name=draft.name)
    return finding(language, "pdf_view.timed_out", place=place, seconds=seconds)
