"""Write interactive pages: a plan of element ids, then HTML, CSS and JavaScript, checked together."""

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.findings import Finding, Location, error_finding
from inkwright.artifacts.text import file_name
from inkwright.artifacts.vault import Verified
from inkwright.artifacts.webpages.assemble import assemble_page, build_page
from inkwright.artifacts.webpages.page_parts import PageLanguage, PageParts, PageSection, PartName
from inkwright.authoring.context import AuthorContext, run_concurrently
from inkwright.errors import InvalidOption, ReplyMalformed
from inkwright.i18n import Reason
from inkwright.llm.models import Piece, Reply, Request, StartedOver, TextPiece

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")


class CodeStream:
    """Extracts code from a streamed reply: the content of its first fence, or all of it without a fence."""

    def __init__(self) -> None:
        self._line: list[str] = []
        self._lines: list[str] = []
        self._is_fenced: bool | None = None
        self._is_over = False

    @property
    def code(self) -> str:
        """The code so far."""
        return "".join(self._lines).strip("\n")

    def feed(self, piece: str) -> str:
        """Add a piece and return the lines of code that it completes."""
        first, *others = piece.split("\n")
        self._line.append(first)
        if not others:
            return ""
        lines = ["".join(self._line), *others]
        self._line = [lines.pop()]
        return "".join(taken for line in lines if (taken := self._take(line + "\n")))

    def close(self) -> str:
        """Return the last line, if it has no line end."""
        rest, self._line = "".join(self._line), []
        return self._take(rest) if rest else ""

    def _take(self, line: str) -> str:
        if self._is_over:
            return ""
        if _FENCE.match(line):
            # Text before and after the fence is not code.
            self._is_over = bool(self._is_fenced)
            if not self._is_fenced:
                self._lines.clear()
            self._is_fenced = True
            return ""
        if self._is_fenced is None:
            if not line.strip():
                return ""
            self._is_fenced = False
        self._lines.append(line)
        return line


PAGE_PARTS: Final[tuple[PartName, ...]] = ("html", "css", "js")
PAGE_ROUNDS: Final = 2
_MAX_TRIES: Final = 2
_CHUNK_CHARACTERS: Final = 200
"""The minimum number of characters reported at once."""

PartCallback = Callable[[PartName, str], None]
"""Receives the text added to a part; an empty text means that the part is complete."""


class PageElement(BaseModel):
    """An element that the script uses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")
    what: str = Field(max_length=300)


class PagePlan(BaseModel):
    """The elements that all parts agree on, by id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    elements: Annotated[list[PageElement], Field(min_length=1, max_length=60)]


@dataclass(frozen=True, slots=True)
class InteractivePageRequest:
    """The requested page."""

    title: str
    description: str
    sections: tuple[PageSection, ...]
    language: PageLanguage
    style: str = "modern"
    details: str = ""
    preferred_height: int = 600


async def write_page(context: AuthorContext, request: InteractivePageRequest, on_code: PartCallback) -> PageParts:
    """Write the parts of the page concurrently. Empty markup is requested once more."""
    context.need_a_writer()
    plan: PagePlan = await context.brain.think(_plan_prompt(context, request), PagePlan)
    elements = "\n".join(f"- #{each.id}: {each.what}" for each in plan.elements)
    writers = [_PartWriter(context, request, elements, part, on_code) for part in PAGE_PARTS]
    codes = await run_concurrently([writer.run for writer in writers])
    return _page_parts(request, dict(zip(PAGE_PARTS, codes, strict=True)))


async def fix_page(
    context: AuthorContext, parts: PageParts, name: str
) -> tuple[PageParts, Verified | tuple[Finding, ...]]:
    """Build and verify the page; fix it at most `PAGE_ROUNDS` times, and return the findings that remain."""
    rounds_left = PAGE_ROUNDS if context.can_write else 0
    while True:
        context.say("checking")
        result = await _build_and_store(context, parts, name)
        if isinstance(result, Verified) or not rounds_left:
            return parts, result
        blamed = await asyncio.to_thread(_problems_by_part, parts, result)
        rewritten = await _rewrite_blamed(context, parts, blamed)
        if rewritten == parts:
            return parts, result
        parts, rounds_left = rewritten, rounds_left - 1


async def _rewrite_blamed(context: AuthorContext, parts: PageParts, blamed: dict[PartName, list[str]]) -> PageParts:
    """Rewrite the parts that cause errors. If a reply has no code, the part stays as it was."""
    context.say("page.mending", parts=", ".join(blamed))
    for part, problems in blamed.items():
        with contextlib.suppress(ReplyMalformed):
            parts = await rewrite_part(context, parts, part, "\n".join(problems))
    return parts


async def _build_and_store(context: AuthorContext, parts: PageParts, name: str) -> Verified | tuple[Finding, ...]:
    try:
        draft = await asyncio.to_thread(build_page, parts, name)
    except InvalidOption as problem:
        return (error_finding(problem, Location(path=str(problem.fields["option"]))),)
    return await context.keep(draft)


async def rewrite_part(context: AuthorContext, parts: PageParts, part: PartName, wanted: str) -> PageParts:
    """Rewrite one part as requested; the others stay the same."""
    others = "\n\n".join(f"{name}:\n{getattr(parts, name)}" for name in PAGE_PARTS if name != part)
    prompt = context.prompt(
        "page_change", part=part, present=getattr(parts, part), others=others, wanted=wanted, title=parts.title
    )
    request = Request([{"role": "user", "content": prompt}], may_think=False, subject=part)
    reply = await context.brain.model.reply(request)
    return PageParts.model_validate({**parts.model_dump(), part: _code_from(context, reply)})


def page_name(title: str) -> str:
    """Return the file name of a page."""
    return file_name(title, ".html")


class _PartWriter:
    """Writes one part."""

    def __init__(
        self,
        context: AuthorContext,
        request: InteractivePageRequest,
        elements: str,
        part: PartName,
        on_code: PartCallback,
    ) -> None:
        self._context = context
        self._part = part
        self._on_code = on_code
        self._prompt = context.prompt(
            f"page_{part}",
            title=request.title,
            description=request.description,
            sections=_section_list(request.sections),
            elements=elements,
            style=request.style,
            details=request.details,
        )
        self._stream = CodeStream()
        self._unreported = ""

    async def run(self) -> str:
        for number in range(_MAX_TRIES):
            self._stream, self._unreported = CodeStream(), ""
            reply = await self._context.brain.model.reply(self._request(), self._receive)
            self._report(self._stream.close(), is_last=True)
            if self._stream.code.strip() or self._part != "html":
                reply.accept()
                self._on_code(self._part, "")
                return self._stream.code
            reply.refuse("no code")
            self._context.say("page.again", part=self._part, number=number + 1)
        raise ReplyMalformed(model=self._context.brain.model.name, problem=Reason("reason.authoring.empty_markup"))

    def _request(self) -> Request:
        return Request([{"role": "user", "content": self._prompt}], may_think=False, subject=self._part)

    def _receive(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self._stream, self._unreported = CodeStream(), ""
        elif isinstance(piece, TextPiece):
            self._report(self._stream.feed(piece.text))

    def _report(self, code: str, *, is_last: bool = False) -> None:
        self._unreported += code
        if self._unreported and (is_last or len(self._unreported) >= _CHUNK_CHARACTERS):
            self._on_code(self._part, self._unreported)
            self._unreported = ""


def _problems_by_part(parts: PageParts, findings: Sequence[Finding]) -> dict[PartName, list[str]]:
    """Return the errors of the page, by the part that causes them."""
    found: dict[PartName, list[str]] = {}
    starts = _part_starts(parts) if any(each.location.line for each in findings) else {}
    for each in findings:
        if each.severity == "error":
            found.setdefault(_blamed_part(starts, each), []).append(f"- {each.summary(parts.speech)}")
    return found


_CAUSED_BY: Final[dict[str, PartName]] = {
    "page.no_script": "js",
    "page.run.blank": "js",
    "page.run.console": "js",
    "page.run.crashed": "js",
    "page.run.dead": "js",
    "page.run.hangs": "js",
    "page.run.left": "js",
    "page.run.overflow": "css",
    "page.run.request": "js",
}
"""The part to rewrite for findings that name no line."""


def _blamed_part(starts: dict[PartName, int], found: Finding) -> PartName:
    if found.location.line:
        before = [part for part, start in starts.items() if start < found.location.line]
        return before[-1] if before else "html"
    named: PartName = next((part for part in PAGE_PARTS if part == found.location.path), "html")
    return _CAUSED_BY.get(found.code, named)


_PART_MARKS: Final[dict[PartName, str]] = {
    "css": '<style id="page-css">',
    "html": "<body>",
    "js": '<script id="page-js">',
}


def _part_starts(parts: PageParts) -> dict[PartName, int]:
    """Return the number of lines of the page before each part."""
    page = assemble_page(parts)
    return {part: page.count("\n", 0, page.index(mark)) for part, mark in _PART_MARKS.items()}


def _page_parts(request: InteractivePageRequest, codes: dict[PartName, str]) -> PageParts:
    return PageParts.model_validate(
        {
            "title": request.title,
            "description": request.description,
            "language": request.language,
            "sections": [section.model_dump() for section in request.sections],
            "preferredHeight": request.preferred_height,
            **codes,
        }
    )


def _plan_prompt(context: AuthorContext, request: InteractivePageRequest) -> str:
    return context.prompt(
        "page_plan",
        title=request.title,
        description=request.description,
        sections=_section_list(request.sections),
        details=request.details,
    )


def _section_list(sections: Sequence[PageSection]) -> str:
    return "\n".join(f"- #{each.id} ({each.type}): {each.desc}" for each in sections)


def _code_from(context: AuthorContext, reply: Reply) -> str:
    stream = CodeStream()
    stream.feed(reply.text)
    stream.close()
    if not stream.code.strip():
        reply.refuse("no code")
        raise ReplyMalformed(model=context.brain.model.name, problem=Reason("reason.authoring.no_code"))
    reply.accept()
    return stream.code
