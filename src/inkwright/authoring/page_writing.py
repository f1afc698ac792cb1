"""Interactive pages written by a model: a plan of ids, then three parts side by side, checked together.

Each part keeps to the ids of the plan; what the checks find is mended in the part where it stands, a few times.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.assembling import assemble, build_page
from inkwright.artifacts.interactive.specs import PageLanguage, PageParts, PartName, Section
from inkwright.artifacts.interactive.static_checks import flaws_of
from inkwright.artifacts.naming import file_name
from inkwright.artifacts.vault import Verified
from inkwright.authoring.code_streams import CodeStream
from inkwright.authoring.workbench import Workbench, side_by_side
from inkwright.errors import InvalidOption, ReplyMalformed
from inkwright.llm.models import Piece, Request, StartedOver, TextPiece

PARTS: Final[tuple[PartName, ...]] = ("html", "css", "js")
ROUNDS: Final = 2
_TRIES: Final = 2
_GATHERED: Final = 200
"""So many characters of a part are told at once."""

Grew = Callable[[PartName, str], None]
"""Is told what was added to a part; an empty text says that the part is written."""


class Element(BaseModel):
    """An element that the script works with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")
    what: str = Field(max_length=300)


class Plan(BaseModel):
    """The contract of the parts: the elements by their ids."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    elements: Annotated[list[Element], Field(min_length=1, max_length=60)]


@dataclass(frozen=True, slots=True)
class PageWish:
    """What the page is to be."""

    title: str
    description: str
    sections: tuple[Section, ...]
    language: PageLanguage
    style: str = "modern"
    details: str = ""
    preferred_height: int = 600


async def write_page(bench: Workbench, wish: PageWish, grew: Grew) -> PageParts:
    """The parts of the page, written side by side. One that fails is tried once more by itself."""
    bench.need_a_writer()
    plan: Plan = await bench.brain.think(_plan_prompt(bench, wish), Plan)
    elements = "\n".join(f"- #{each.id}: {each.what}" for each in plan.elements)
    writers = [_Writer(bench, wish, elements, part, grew) for part in PARTS]
    codes = await side_by_side([writer.run for writer in writers])
    return _parts(wish, dict(zip(PARTS, codes, strict=True)))


async def mend_page(bench: Workbench, parts: PageParts, name: str) -> tuple[PageParts, Verified | tuple[Finding, ...]]:
    """The page, verified; or what is still wrong after its parts were mended as often as is allowed."""
    for _ in range(ROUNDS):
        blamed = _blamed(parts)
        if not blamed or not bench.can_write:
            break
        bench.say("page.mending", parts=", ".join(blamed))
        for part, problems in blamed.items():
            parts = await change_part(bench, parts, part, "\n".join(problems))
    try:
        draft = build_page(parts, name)
    except InvalidOption as problem:
        place = str(problem.fields["option"])
        return parts, (Finding(severity="error", place=place, what=str(problem), mend=str(problem.fields["allowed"])),)
    return parts, await bench.keep(draft)


async def change_part(bench: Workbench, parts: PageParts, part: PartName, wanted: str) -> PageParts:
    """The parts with one of them written anew from what is wanted; the others are as they were."""
    others = "\n\n".join(f"{name}:\n{getattr(parts, name)}" for name in PARTS if name != part)
    prompt = bench.prompt(
        "page_change", part=part, present=getattr(parts, part), others=others, wanted=wanted, title=parts.title
    )
    reply = await bench.brain.model.reply(Request([{"role": "user", "content": prompt}], may_think=False))
    return PageParts.model_validate({**parts.model_dump(), part: _code(bench, reply.text)})


def page_name(title: str) -> str:
    """The name of the file of a page."""
    return file_name(title, ".html")


class _Writer:
    """Writes one part."""

    def __init__(self, bench: Workbench, wish: PageWish, elements: str, part: PartName, grew: Grew) -> None:
        self._bench = bench
        self._part = part
        self._grew = grew
        self._prompt = bench.prompt(
            f"page_{part}",
            title=wish.title,
            description=wish.description,
            sections=_listed(wish.sections),
            elements=elements,
            style=wish.style,
            details=wish.details,
        )
        self._stream = CodeStream()
        self._untold = ""

    async def run(self) -> str:
        for number in range(_TRIES):
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
        if self._untold and (is_last or len(self._untold) >= _GATHERED):
            self._grew(self._part, self._untold)
            self._untold = ""


def _blamed(parts: PageParts) -> dict[PartName, list[str]]:
    """What is wrong with the page, by the part in which it stands."""
    try:
        page = assemble(parts)
    except InvalidOption as problem:
        named = str(problem.fields["option"])
        broken: PartName = next((each for each in PARTS if each == named), "html")
        return {broken: [str(problem.fields["allowed"])]}
    starts = {part: page[: page.index(mark)].count("\n") for part, mark in _MARKS.items()}
    found: dict[PartName, list[str]] = {}
    for flaw in flaws_of(page.encode()):
        if flaw.severity == "error":
            told = flaw.told(parts.speech, "page.html")
            blamed = _part_at(flaw.line, starts)
            found.setdefault(blamed, []).append(f"- {told.place}: {told.what} {told.mend}")
    return found


_MARKS: Final[dict[PartName, str]] = {"css": '<style id="page-css">', "html": "<body>", "js": '<script id="page-js">'}


def _part_at(line: int, starts: dict[PartName, int]) -> PartName:
    before = [part for part in _MARKS if starts[part] < line]
    return before[-1] if before else "html"


def _parts(wish: PageWish, codes: dict[PartName, str]) -> PageParts:
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


def _plan_prompt(bench: Workbench, wish: PageWish) -> str:
    return bench.prompt(
        "page_plan",
        title=wish.title,
        description=wish.description,
        sections=_listed(wish.sections),
        details=wish.details,
    )


def _listed(sections: Sequence[Section]) -> str:
    return "\n".join(f"- #{each.id} ({each.type}): {each.desc}" for each in sections)


def _code(bench: Workbench, reply: str) -> str:
    stream = CodeStream()
    stream.feed(reply)
    stream.close()
    if not stream.code.strip():
        raise ReplyMalformed(model=bench.brain.model.name, problem="it holds no code")
    return stream.code
