"""Write interactive pages: a plan of ids, then HTML, CSS and JavaScript side by side, checked together."""

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
from inkwright.artifacts.webpages.static_checks import find_page_issues
from inkwright.authoring.context import AuthorContext, run_concurrently
from inkwright.errors import InvalidOption, ReplyMalformed
from inkwright.llm.models import Piece, Request, StartedOver, TextPiece

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")


class CodeStream:
    """Feed pieces of a reply; `code` is what stands inside its first fence, or all of it where there is none."""

    def __init__(self) -> None:
        self._line = ""
        self._lines: list[str] = []
        self._is_fenced: bool | None = None
        self._is_over = False

    @property
    def code(self) -> str:
        """All the code so far."""
        return "".join(self._lines).strip("\n")

    def feed(self, piece: str) -> str:
        """The whole lines of code that this piece completes."""
        self._line += piece
        *lines, self._line = self._line.split("\n")
        return "".join(taken for line in lines if (taken := self._take(line + "\n")))

    def close(self) -> str:
        """What is left: a last line without an end."""
        rest, self._line = self._line, ""
        return self._take(rest) if rest else ""

    def _take(self, line: str) -> str:
        if self._is_over:
            return ""
        if _FENCE.match(line):
            # What a model says before the fence is no code, and neither is what it says behind it.
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
"""So many characters of a part are told at once."""

PartCallback = Callable[[PartName, str], None]
"""Is told what was added to a part; an empty text says that the part is written."""


class PageElement(BaseModel):
    """An element that the script works with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")
    what: str = Field(max_length=300)


class PagePlan(BaseModel):
    """The contract of the parts: the elements by their ids."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    elements: Annotated[list[PageElement], Field(min_length=1, max_length=60)]


@dataclass(frozen=True, slots=True)
class InteractivePageRequest:
    """What the page is to be."""

    title: str
    description: str
    sections: tuple[PageSection, ...]
    language: PageLanguage
    style: str = "modern"
    details: str = ""
    preferred_height: int = 600


async def write_page(bench: AuthorContext, wish: InteractivePageRequest, grew: PartCallback) -> PageParts:
    """The parts of the page, written side by side. One that fails is tried once more by itself."""
    bench.need_a_writer()
    plan: PagePlan = await bench.brain.think(_plan_prompt(bench, wish), PagePlan)
    elements = "\n".join(f"- #{each.id}: {each.what}" for each in plan.elements)
    writers = [_PartWriter(bench, wish, elements, part, grew) for part in PAGE_PARTS]
    codes = await run_concurrently([writer.run for writer in writers])
    return _page_parts(wish, dict(zip(PAGE_PARTS, codes, strict=True)))


async def fix_page(
    bench: AuthorContext, parts: PageParts, name: str
) -> tuple[PageParts, Verified | tuple[Finding, ...]]:
    """The page, verified; or what is still wrong after its parts were mended as often as is allowed."""
    for _ in range(PAGE_ROUNDS):
        blamed = _problems_by_part(parts)
        if not blamed or not bench.can_write:
            break
        bench.say("page.mending", parts=", ".join(blamed))
        for part, problems in blamed.items():
            parts = await rewrite_part(bench, parts, part, "\n".join(problems))
    try:
        draft = build_page(parts, name)
    except InvalidOption as problem:
        return parts, (error_finding(problem, Location(path=str(problem.fields["option"]))),)
    return parts, await bench.keep(draft)


async def rewrite_part(bench: AuthorContext, parts: PageParts, part: PartName, wanted: str) -> PageParts:
    """The parts with one of them written anew from what is wanted; the others are as they were."""
    others = "\n\n".join(f"{name}:\n{getattr(parts, name)}" for name in PAGE_PARTS if name != part)
    prompt = bench.prompt(
        "page_change", part=part, present=getattr(parts, part), others=others, wanted=wanted, title=parts.title
    )
    reply = await bench.brain.model.reply(Request([{"role": "user", "content": prompt}], may_think=False))
    return PageParts.model_validate({**parts.model_dump(), part: _code_from(bench, reply.text)})


def page_name(title: str) -> str:
    """The name of the file of a page."""
    return file_name(title, ".html")


class _PartWriter:
    """Writes one part."""

    def __init__(
        self, bench: AuthorContext, wish: InteractivePageRequest, elements: str, part: PartName, grew: PartCallback
    ) -> None:
        self._bench = bench
        self._part = part
        self._grew = grew
        self._prompt = bench.prompt(
            f"page_{part}",
            title=wish.title,
            description=wish.description,
            sections=_section_list(wish.sections),
            elements=elements,
            style=wish.style,
            details=wish.details,
        )
        self._stream = CodeStream()
        self._untold = ""

    async def run(self) -> str:
        for number in range(_MAX_TRIES):
            self._stream, self._untold = CodeStream(), ""
            await self._bench.brain.model.reply(self._request(), self._hear)
            self._tell(self._stream.close(), is_last=True)
            if self._stream.code.strip() or self._part != "html":
                self._grew(self._part, "")
                return self._stream.code
            self._bench.say("page.again", part=self._part, number=number + 1)
        raise ReplyMalformed(model=self._bench.brain.model.name, problem="the markup of the page is empty")

    def _request(self) -> Request:
        return Request([{"role": "user", "content": self._prompt}], may_think=False)

    def _hear(self, piece: Piece) -> None:
        if isinstance(piece, StartedOver):
            self._stream, self._untold = CodeStream(), ""
        elif isinstance(piece, TextPiece):
            self._tell(self._stream.feed(piece.text))

    def _tell(self, code: str, *, is_last: bool = False) -> None:
        self._untold += code
        if self._untold and (is_last or len(self._untold) >= _CHUNK_CHARACTERS):
            self._grew(self._part, self._untold)
            self._untold = ""


def _problems_by_part(parts: PageParts) -> dict[PartName, list[str]]:
    """What is wrong with the page, by the part in which it stands."""
    try:
        page = assemble_page(parts)
    except InvalidOption as problem:
        named = str(problem.fields["option"])
        broken: PartName = next((each for each in PAGE_PARTS if each == named), "html")
        return {broken: [str(problem.fields["allowed"])]}
    starts = {part: page[: page.index(mark)].count("\n") for part, mark in _PART_MARKS.items()}
    found: dict[PartName, list[str]] = {}
    for flaw in find_page_issues(page.encode()):
        if flaw.severity == "error":
            blamed = _part_at(flaw.location.line, starts)
            found.setdefault(blamed, []).append(f"- {flaw.at(file='page.html').summary(parts.speech)}")
    return found


_PART_MARKS: Final[dict[PartName, str]] = {
    "css": '<style id="page-css">',
    "html": "<body>",
    "js": '<script id="page-js">',
}


def _part_at(line: int, starts: dict[PartName, int]) -> PartName:
    before = [part for part in _PART_MARKS if starts[part] < line]
    return before[-1] if before else "html"


def _page_parts(wish: InteractivePageRequest, codes: dict[PartName, str]) -> PageParts:
    return PageParts.model_validate(
        {
            "title": wish.title,
            "description": wish.description,
            "language": wish.language,
            "sections": [section.model_dump() for section in wish.sections],
            "preferredHeight": wish.preferred_height,
            **codes,
        }
    )


def _plan_prompt(bench: AuthorContext, wish: InteractivePageRequest) -> str:
    return bench.prompt(
        "page_plan",
        title=wish.title,
        description=wish.description,
        sections=_section_list(wish.sections),
        details=wish.details,
    )


def _section_list(sections: Sequence[PageSection]) -> str:
    return "\n".join(f"- #{each.id} ({each.type}): {each.desc}" for each in sections)


def _code_from(bench: AuthorContext, reply: str) -> str:
    stream = CodeStream()
    stream.feed(reply)
    stream.close()
    if not stream.code.strip():
        raise ReplyMalformed(model=bench.brain.model.name, problem="it holds no code")
    return stream.code
