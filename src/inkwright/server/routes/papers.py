"""Papers over HTTP: begin one from uploaded sources, follow its job, show it, get it as a zip file, delete it."""

import asyncio
import contextlib
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi import Path as PathParameter
from pydantic import Field

from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.papers.assembly import TEMPLATES
from inkwright.papers.pipeline import STAGES, stages_from
from inkwright.papers.sessions import PaperSession
from inkwright.papers.sources import PaperSource
from inkwright.server.problems import Problem
from inkwright.server.requests import InkwrightWithRoom, Options, OwnersInkwright, Pictures, RequestLanguage
from inkwright.server.routes.artifacts import file_response
from inkwright.server.routes.page_previews import PagesItem
from inkwright.server.routes.project_content import ZipResponse
from inkwright.server.uploads import received_files
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of

_PDF: Final = "paper.pdf"
_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}

TemplateName = Literal["article", "ieee", "acm", "thesis"]
PaperFiles = Annotated[
    list[UploadFile], File(min_length=1, max_length=20, description="Notes, PDF files, pictures, a .tex, .bib files.")
]

router = APIRouter(prefix="/api/papers", tags=["papers"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class PaperStage(WireModel):
    """A finished stage of a paper."""

    stage: str
    file: str = Field(description="The file that it has written; empty if none.")
    skipped: bool
    reason: str = Field(description="Why it was skipped, or why nothing compiled the paper.")


class PaperItem(WireModel):
    """A paper."""

    id: str
    title: str
    created_at: str
    job_id: str | None = Field(description="The job that writes it; `/api/jobs/{id}` has its progress.")
    stages: list[PaperStage] = Field(description="The finished stages, in their order.")
    total: int = Field(description="How many stages there are.")
    is_written: bool
    is_compiled: bool = Field(description="Whether it was compiled to a PDF file.")
    problems: list[str] = Field(description="What the checks found in the whole paper.")
    unread: list[str] = Field(description="The sources, or pages, that could not be read.")
    sources: list[str] = Field(description="The files that were uploaded, in the order in which they were given.")
    template: str = Field(description="The class of the paper; `own` for a template of the person's own.")

    @classmethod
    def of(cls, session: PaperSession) -> "PaperItem":
        """Return the item of a paper."""
        records, settings = session.records, session.settings
        return cls(
            id=session.id,
            title=settings["title"],
            created_at=settings["created"],
            job_id=settings.get("job_id"),
            stages=[_stage(stage, records[stage]) for stage in STAGES if stage in records],
            total=len(STAGES),
            is_written="paper" in records,
            is_compiled=bool(records.get("pdf", {}).get("compiled")),
            problems=records.get("paper", {}).get("problems", []),
            unread=records.get("sources", {}).get("unread", []),
            sources=session.source_names(),
            template=settings["template"] if settings.get("template") in TEMPLATES else "own",
        )


class ResumedPaper(WireModel):
    """How a paper continues."""

    stage: str | None = Field(
        default=None, max_length=40, description="This stage and all after it are written again.", examples=["methods"]
    )


def _stage(name: str, record: dict[str, Any]) -> PaperStage:
    written = {"file": record.get("file", ""), "reason": record.get("reason", "")}
    return PaperStage(stage=name, skipped=bool(record.get("skipped")), **written)


@router.post("", status_code=201)
async def begin_paper(
    inkwright: InkwrightWithRoom,
    options: Options,
    files: PaperFiles,
    language: RequestLanguage,
    template: Annotated[TemplateName, Query(description="The class of the paper.")] = "article",
    has_outline: Annotated[bool, Query(alias="hasOutline", description="Whether the sources have an outline.")] = False,
) -> PaperItem:
    """Begin a paper from its sources. A job writes it; it continues when the service is restarted."""
    async with received_files(files, options.max_upload_bytes) as paths:
        sources = [PaperSource(path.name, await asyncio.to_thread(path.read_bytes)) for path in paths]
    settings = {"title": sources[0].name, "has_outline": has_outline, "template": template}
    now = inkwright.store.clock.now()
    session = await asyncio.to_thread(inkwright.papers.create, sources, settings, now)
    async with contextlib.AsyncExitStack() as unbegun:
        unbegun.push_async_callback(asyncio.to_thread, inkwright.papers.delete, session)
        await inkwright.begin_paper(session, language=language)
        unbegun.pop_all()
    return await asyncio.to_thread(PaperItem.of, session)


@router.get("")
async def list_papers(inkwright: OwnersInkwright, cursor: Cursor = None, limit: Limit = 50) -> Page[PaperItem]:
    """List the papers, the newest first."""
    shown, following = page_of(await asyncio.to_thread(inkwright.papers.all), cursor, limit)
    items = [await asyncio.to_thread(PaperItem.of, each) for each in shown]
    return Page[PaperItem](items=items, next=following)


@router.get("/{paper_id}", responses=_NOT_FOUND)
async def show_paper(paper_id: str, inkwright: OwnersInkwright) -> PaperItem:
    """Show a paper: its finished stages, and what was found in it."""
    return await asyncio.to_thread(PaperItem.of, await asyncio.to_thread(inkwright.papers.get, paper_id))


@router.post("/{paper_id}/resume", responses=_NOT_FOUND)
async def resume_paper(
    paper_id: str, body: ResumedPaper, inkwright: InkwrightWithRoom, language: RequestLanguage
) -> PaperItem:
    """Continue a paper after its last finished stage, or from a stage. The job that wrote it so far is stopped."""
    session = await asyncio.to_thread(inkwright.papers.get, paper_id)
    forgotten = stages_from(body.stage) if body.stage else ()
    await _cancel_job(inkwright, session)
    await asyncio.to_thread(session.forget, forgotten)
    await inkwright.begin_paper(session, language=language)
    return await asyncio.to_thread(PaperItem.of, session)


@router.get("/{paper_id}/files/{name}", response_class=Response, responses=_NOT_FOUND)
async def download_paper_file(paper_id: str, name: str, inkwright: OwnersInkwright) -> Response:
    """Download a file that a stage has written, such as `paper.tex` or `paper.pdf`."""
    return file_response(name, await _file(inkwright, paper_id, name))


@router.get("/{paper_id}/pages", responses=_NOT_FOUND)
async def list_paper_pages(paper_id: str, inkwright: OwnersInkwright, pictures: Pictures) -> PagesItem:
    """Return how many pages of the PDF file there are pictures of."""
    content = await _file(inkwright, paper_id, _PDF)
    seen = await pictures.of(_PDF, sha256(content).hexdigest(), content)
    return PagesItem(count=seen.count, shown=len(seen.pages), how=seen.how) if seen else PagesItem(count=0, shown=0)


@router.get("/{paper_id}/pages/{number}", response_class=Response, responses=_NOT_FOUND)
async def paper_page_picture(
    paper_id: str,
    number: Annotated[int, PathParameter(ge=1, le=500)],
    inkwright: OwnersInkwright,
    pictures: Pictures,
) -> Response:
    """Return a picture (PNG) of one page of the PDF file, starting at 1."""
    content = await _file(inkwright, paper_id, _PDF)
    seen = await pictures.of(_PDF, sha256(content).hexdigest(), content)
    if seen is None or number > len(seen.pages):
        raise NotFound(what_kind="page", id=f"{paper_id[:100]}/{number}")
    return Response(seen.pages[number - 1], media_type="image/png", headers={"cache-control": "private, no-cache"})


async def _file(inkwright: OwnersInkwright, paper_id: str, name: str) -> bytes:
    session = await asyncio.to_thread(inkwright.papers.get, paper_id)
    content = await asyncio.to_thread(session.read, name)
    if content is None:
        raise NotFound(what_kind=Reason("paper.file"), id=name[:100])
    return content


@router.get("/{paper_id}/archive", response_class=ZipResponse, responses=_NOT_FOUND)
async def download_paper(paper_id: str, inkwright: OwnersInkwright) -> Response:
    """Return the sources, the files and the records of a paper as a zip file."""
    session = await asyncio.to_thread(inkwright.papers.get, paper_id)
    headers = {"content-disposition": f'attachment; filename="{session.id}.zip"'}
    return ZipResponse(await asyncio.to_thread(session.archive), headers=headers)


@router.delete("/{paper_id}", status_code=204, responses=_NOT_FOUND)
async def delete_paper(paper_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a paper with everything that belongs to it; a job that writes it is stopped."""
    session = await asyncio.to_thread(inkwright.papers.get, paper_id)
    await _cancel_job(inkwright, session)
    await asyncio.to_thread(inkwright.papers.delete, session)
    return Response(status_code=204)


async def _cancel_job(inkwright: OwnersInkwright, session: PaperSession) -> None:
    job_id = session.settings.get("job_id")
    if job_id:
        jobs = await inkwright.jobs()
        with contextlib.suppress(NotFound):
            await jobs.cancel(job_id, owner=inkwright.owner)
