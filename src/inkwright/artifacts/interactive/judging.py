"""Judges pages by running them, several in one browser: what was seen becomes findings."""

from collections.abc import Iterator, Sequence

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity, finding
from inkwright.artifacts.interactive.browser import Browser, Unrun
from inkwright.artifacts.interactive.page_run import Control, Look
from inkwright.artifacts.interactive.specs import MAX_BYTES
from inkwright.i18n import Language, text


async def judge_pages(drafts: Sequence[Draft], language: Language, *, browser: Browser) -> list[list[Finding]]:
    """What is wrong with each page as it runs. They must have passed `check_page`: hostile files are not run."""
    try:
        looks = await browser.judge([draft.main for draft in drafts])
    except Unrun as problem:
        return [[_told(language, draft, "unrun", problem=str(problem))] for draft in drafts]
    return [
        [*_judged(draft, look, language, f"{browser.answer_seconds:g}")]
        for draft, look in zip(drafts, looks, strict=True)
    ]


async def photograph_page(
    name: str, content: bytes, language: Language, *, browser: Browser | None
) -> dict[int, bytes] | Finding:
    """PNG pictures of a page by their widths; or why there are none: no browser here, or a page that hangs."""
    place = text(language, "finding.place.file", name=name)
    if browser is None:
        return finding(language, "page.run.no_browser", place=place)
    if len(content) > MAX_BYTES:
        most, size = MAX_BYTES // 1024 // 1024, f"{len(content):,}"
        return finding(language, "page.too_large", place=place, size=size, most=most)
    try:
        look = await browser.photograph(content)
    except Unrun as problem:
        return finding(language, "page.run.unrun", place=place, problem=str(problem))
    if look.pictures:
        return look.pictures
    if look.has_crashed:
        return finding(language, "page.run.crashed", place=place)
    when = text(language, "page.when.load")
    return finding(language, "page.run.hangs", place=place, seconds=f"{browser.answer_seconds:g}", when=when)


def _judged(draft: Draft, look: Look, language: Language, seconds: str) -> Iterator[Finding]:
    if look.has_crashed:
        yield _told(language, draft, "crashed")
    if look.is_hung:
        yield _told(language, draft, "hangs", seconds=seconds, when=_when(look, language))
    for address in look.left:
        yield _told(language, draft, "left", what=address)
    for address in look.requests:
        yield _told(language, draft, "request", what=address)
    for words in look.errors:
        yield _told(language, draft, "console", what=words)
    for width, (seen, culprit) in look.overflows.items():
        yield _told(language, draft, "overflow", width=width, seen=seen, what=culprit)
    for width in look.blank_at:
        yield _told(language, draft, "blank", width=width)
    for control in look.dead:
        yield _told(language, draft, "dead", what=named(control, language))
    if look.untried and not look.is_hung and not look.has_crashed:
        yield _told(language, draft, "untried", severity="warning", count=look.untried)


def _when(look: Look, language: Language) -> str:
    if look.hung_at is None:
        return text(language, "page.when.load")
    return text(language, "page.when.click", what=named(look.hung_at, language))


def named(control: Control, language: Language) -> str:
    """A control in words."""
    key = "page.control.named" if control.name else "page.control.unnamed"
    return text(language, key, tag=control.tag, name=control.name)


def _told(language: Language, draft: Draft, key: str, *, severity: Severity = "error", **fields: object) -> Finding:
    place = text(language, "finding.place.file", name=draft.name)
    return finding(language, f"page.run.{key}", place=place, severity=severity, **fields)
