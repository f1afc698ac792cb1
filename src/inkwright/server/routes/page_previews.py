"""What the pages of an artifact are: how many can be shown, how their pictures are made, and the notes of slides."""

from typing import Final

from fastapi import APIRouter
from pydantic import Field

from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.previews import PREVIEW_ENDINGS, PreviewMethod, PreviewSource
from inkwright.artifacts.slides.checks.deck import inspect_deck
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import run_in_worker_async
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, Pictures
from inkwright.server.wire import WireModel

_MAX_NOTES: Final = 20_000

router = APIRouter(
    prefix="/api/artifacts",
    tags=["artifacts"],
    responses={401: {"model": Problem}, 404: {"model": Problem}, 422: {"model": Problem}},
)


class OutlineItem(WireModel):
    """A heading of a document."""

    level: int = Field(description="Its level, starting at 0.", examples=[0])
    title: str
    page: int = Field(description="The page on which it is, starting at 1.")


class PagesItem(WireModel):
    """The pages of an artifact."""

    count: int = Field(description="How many pages or slides it has.")
    shown: int = Field(description="How many of them there are pictures of, starting at the first.")
    how: PreviewMethod | None = Field(
        default=None,
        description="How the pictures were made; a sketch shows only boxes and text. Null without pictures.",
    )
    notes: list[str] = Field(default_factory=list, description="The speaker notes of each slide of a deck.")
    outline: list[OutlineItem] = Field(default_factory=list, description="The headings of a document.")


@router.get("/{artifact_id}/pages")
async def list_pages(artifact_id: str, inkwright: OwnersInkwright, pictures: Pictures) -> PagesItem:
    """Return how many pages there are pictures of, and the speaker notes of a deck."""
    record = await inkwright.artifact(artifact_id)
    file = PreviewSource(record.name, await inkwright.read(artifact_id))
    if file.ending not in PREVIEW_ENDINGS:
        return PagesItem(count=0, shown=0)
    seen = await pictures.of(record.name, record.sha256, file.content)
    notes = await run_in_worker_async(speaker_notes, file.content) if file.ending == ".pptx" else []
    if seen is None:
        return PagesItem(count=0, shown=0, notes=notes)
    outline = [OutlineItem(level=level, title=title, page=page + 1) for level, title, page in seen.outline]
    return PagesItem(count=seen.count, shown=len(seen.pages), how=seen.how, notes=notes, outline=outline)


def speaker_notes(deck: bytes) -> list[str]:
    """Return the notes of each slide; none if the file is not a sound deck."""
    if package_problem(deck):
        return []
    try:
        return [slide.notes[:_MAX_NOTES] for slide in inspect_deck(deck)]
    except UnreadableContent:
        return []
