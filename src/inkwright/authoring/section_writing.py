"""Writes the sections of a document: each by a thought of its own, in Markdown."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from inkwright.artifacts.documents.markdown_sections import Chunk, sections_of
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.wording import is_blank, one_line
from inkwright.authoring.mending import told
from inkwright.authoring.workbench import Workbench
from inkwright.authoring.writing import Written, write_items
from inkwright.i18n import text
from inkwright.parsing.fences import blocks

MAX_SECTION: Final = 20_000
LEVEL: Final = 2
"""The level of the headings of sections that are written here."""


class SectionText(BaseModel):
    """The text of one section."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


class SectionItem(NamedTuple):
    """A section to be: its heading, and what it says."""

    heading: str
    points: tuple[str, ...] = ()


async def write_sections(bench: Workbench, title: str, brief: str, items: Sequence[SectionItem]) -> Written[Chunk]:
    """The sections in their order, each under its heading as given."""
    headings = "\n".join(f"{number}. {item.heading}" for number, item in enumerate(items, 1))

    async def write(at: int, item: SectionItem) -> Chunk:
        points = "\n".join(f"- {point}" for point in item.points)
        prompt = bench.prompt(
            "section",
            document=title,
            brief=brief,
            headings=headings,
            number=at + 1,
            heading=item.heading,
            points=points,
            sources=bench.drawn_on(f"{item.heading}\n{points}"),
        )
        return headed(item.heading, await _thought(bench, prompt, LEVEL))

    return await write_items(bench, items, lambda item: item.heading, write)


async def mend_section(bench: Workbench, chunk: Chunk, findings: Sequence[Finding], level: int) -> Chunk:
    """The section written anew under its heading, which is of this level, so that the findings go away."""
    prompt = bench.prompt(
        "section_mending", heading=chunk.head.strip(), section=chunk.body.strip(), findings=told(findings)
    )
    body = await _thought(bench, prompt, level)
    return Chunk(chunk.head, f"\n{body}\n\n" if chunk.head else f"{body}\n\n")


class Wish(NamedTuple):
    """What is wanted of one section of a document; `action` is how the new text is put in."""

    document: str
    heading: str
    section: str
    level: int
    action: str
    instruction: str


async def rewrite_section(bench: Workbench, wish: Wish) -> str:
    """The new text that a wish asks for: instead of the section's, at its end, or a section behind it."""
    bench.need_a_writer()
    prompt = bench.prompt(
        f"section_{wish.action}",
        document=wish.document,
        heading=wish.heading,
        section=wish.section.strip(),
        instruction=wish.instruction,
        sources=bench.drawn_on(f"{wish.heading}\n{wish.instruction}"),
    )
    if wish.action != "insert_after":
        return await _thought(bench, prompt, wish.level)
    found = await bench.brain.think(prompt, NewSection, check=lambda value: _problem(bench, value.markdown, wish.level))
    return f"{'#' * wish.level} {one_line(found.heading)}\n\n{found.markdown.strip()}"


class NewSection(BaseModel):
    """A section with its heading."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    heading: str = Field(min_length=1, max_length=200, description="The heading, without any `#`.")
    markdown: str = Field(description="The text under the heading, in Markdown, without the heading itself.")


def headed(heading: str, body: str) -> Chunk:
    """A section under its heading."""
    return Chunk(f"{'#' * LEVEL} {one_line(heading)}\n", f"\n{body.strip()}\n\n")


def from_points(item: SectionItem) -> Chunk | None:
    """The points of a section as a list, where it has any."""
    return headed(item.heading, "\n".join(f"- {one_line(point)}" for point in item.points)) if item.points else None


def level_of(chunk: Chunk) -> int:
    """The level of its heading; 0 where it has none."""
    return next((each.level for each in sections_of(chunk.head)), 0)


async def _thought(bench: Workbench, prompt: str, level: int) -> str:
    found = await bench.brain.think(prompt, SectionText, check=lambda value: _problem(bench, value.markdown, level))
    return found.markdown.strip()


def _problem(bench: Workbench, markdown: str, level: int) -> str | None:
    """Why this cannot stand under a heading of that level."""
    if is_blank(markdown):
        return text(bench.speech, "authoring.check.blank")
    if len(markdown) > MAX_SECTION:
        return text(bench.speech, "authoring.check.long", count=len(markdown), most=MAX_SECTION)
    if any(block.closing is None for block in blocks(markdown)):
        return text(bench.speech, "authoring.check.fence")
    if any(each.level <= level for each in sections_of(markdown)):
        return text(bench.speech, "authoring.check.heading", level=level)
    return None
