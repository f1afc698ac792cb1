"""Artifacts over HTTP: list, show, download, page pictures, change by request and restore."""

import re
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, Header, Query, Response
from fastapi import Path as PathParameter
from fastapi.responses import StreamingResponse
from pydantic import Field

from inkwright.artifacts.check_codes import check_codes, check_text
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.errors import NotFound
from inkwright.i18n import Language
from inkwright.server.page_origin import has_page
from inkwright.server.problems import ApiProblem, Problem
from inkwright.server.requests import InkwrightWithRoom, OwnersInkwright, Pictures, RequestLanguage
from inkwright.server.routes.agent import MAX_MESSAGE, STREAM_RESPONSES, turn_stream
from inkwright.server.streams import FILE_URL
from inkwright.server.wire import Cursor, Limit, Page, WireModel, Worded, moment_cursor, moment_of
from inkwright.store.artifacts import stored_moment
from inkwright.usecases.files import RestoredFile, change_source, restore_file, show_file

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_RANGE = re.compile(r"bytes=(\d{0,100})-(\d{0,100})", re.ASCII)
_MEDIA_TYPES: Final = {
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".tex": "text/plain; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".png": "image/png",
}

_REVALIDATED: Final = "private, no-cache"
_BYTES: Final = "application/octet-stream"
FILE_CONTENT: Final = {
    each.partition(";")[0]: {
        "schema": {"type": "string", "format": "binary"} if each != "application/json" else {"title": "File"}
    }
    for each in (*_MEDIA_TYPES.values(), _BYTES)
}
"""What the description of the service says about the content of a download."""


router = APIRouter(
    prefix="/api/artifacts", tags=["artifacts"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class FindingItem(WireModel):
    """What a check found."""

    code: str
    severity: Literal["error", "warning"]
    message: str
    location: str
    fix: str


class CheckItem(WireModel):
    """A check: the problem that it looks for, and whether it found it."""

    code: str
    problem: str
    is_found: bool


class VerificationReport(WireModel):
    """How an artifact was verified before it was stored. A file with errors is not stored."""

    checks: int = Field(description="How many kinds of problems it was checked for.")
    is_intact: bool = Field(description="Whether its files are still the ones that were checked.")
    is_run: bool | None = Field(default=None, description="Whether a page was run in a browser; null for other files.")
    findings: list[FindingItem]
    looked_for: list[CheckItem] = Field(description="The checks, one by one.")


class ArtifactItem(WireModel):
    """An artifact."""

    id: str
    version: int
    lineage: str = Field(description="The same for all versions of one artifact.")
    kind: str
    name: str
    title: str
    size: int
    made_at: datetime
    units: dict[str, int] = Field(default_factory=dict, description="What it holds, counted in its file.")
    is_run: bool | None = Field(default=None, description="Whether a page was run in a browser.")
    url: str = Field(description="Where its file is downloaded.")
    has_page: bool = Field(description="Whether it can be shown as a page, from the origin of pages.")

    @classmethod
    def of(cls, record: ArtifactRecord) -> "ArtifactItem":
        """Return the item of a record."""
        return cls(
            id=record.id,
            version=record.version,
            lineage=record.lineage,
            kind=record.kind,
            name=record.name,
            title=record.title,
            size=record.size,
            made_at=record.made_at,
            units=record.units,
            is_run=record.is_run,
            url=FILE_URL.replace("{id}", record.id),
            has_page=has_page(record),
        )


class ArtifactDetails(ArtifactItem):
    """An artifact with its files, its versions, and the report of its verification."""

    files: list[str]
    versions: list[ArtifactItem] = Field(description="All versions, oldest first.")
    conversation_id: str | None = Field(default=None, description="Where it was made, unless that was deleted.")
    report: VerificationReport


class ChangeRequest(WireModel):
    """What to change."""

    message: Worded = Field(max_length=MAX_MESSAGE, examples=["Make slide 2 shorter."])


class SourceRequest(WireModel):
    """The source of a document, in Markdown."""

    markdown: Worded = Field(max_length=MAX_MESSAGE, examples=["# Rain\n\nIt rains."])


@router.get("")
async def list_artifacts(
    inkwright: OwnersInkwright,
    limit: Limit = 50,
    cursor: Cursor = None,
    conversation_id: Annotated[
        str | None, Query(alias="conversationId", max_length=64, description="Those of a conversation and its project.")
    ] = None,
) -> Page[ArtifactItem]:
    """List artifacts, newest first."""
    records = await inkwright.store.records.newest(
        inkwright.owner, limit=limit + 1, before=moment_of(cursor), conversation_id=conversation_id
    )
    items = [ArtifactItem.of(record) for record in records[:limit]]
    following = moment_cursor(stored_moment(records[limit - 1]), items[-1].id) if len(records) > limit else None
    return Page[ArtifactItem](items=items, next=following)


@router.get("/{artifact_id}", responses=_NOT_FOUND)
async def show_artifact(artifact_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> ArtifactDetails:
    """Return an artifact with its versions and the report of its verification."""
    record = await inkwright.artifact(artifact_id)
    details = await show_file(inkwright.store, record)
    origin = details.made_in
    return ArtifactDetails(
        **ArtifactItem.of(record).model_dump(),
        files=list(record.digests),
        versions=[ArtifactItem.of(each) for each in details.versions],
        conversation_id=origin.conversation_id if origin and not origin.is_deleted else None,
        report=_verification_report(record, language, is_intact=not details.lost),
    )


@router.get(
    "/{artifact_id}/file",
    response_class=Response,
    responses={
        **_NOT_FOUND,
        200: {"description": "The file.", "content": FILE_CONTENT},
        206: {"description": "A part of the file."},
        304: {"description": "The client has this file."},
        416: {"model": Problem},
    },
)
async def download_artifact(
    artifact_id: str,
    inkwright: OwnersInkwright,
    name: str | None = None,
    range_: Annotated[str | None, Header(alias="range")] = None,
    if_range: Annotated[
        str | None, Header(description="The `etag` of the parts that the client has.", examples=['"5f2a"'])
    ] = None,
    if_none_match: Annotated[
        str | None, Header(description="The `etag` of the file that the client has.", examples=['"5f2a"'])
    ] = None,
) -> Response:
    """Download the file of an artifact, or a part of it; `name` selects another of its files."""
    record = await inkwright.artifact(artifact_id)
    etag = f'"{record.digests.get(name or record.name, record.sha256)}"'
    if if_none_match and etag in if_none_match:
        return Response(status_code=304, headers={"etag": etag, "cache-control": _REVALIDATED})
    content = await inkwright.read(artifact_id, name)
    wanted = range_ if if_range in (None, etag) else None
    response = file_response(name or record.name, content, wanted)
    response.headers["etag"] = etag
    return response


@router.get("/{artifact_id}/pages/{number}", response_class=Response, responses=_NOT_FOUND)
async def page_picture(
    artifact_id: str,
    number: Annotated[int, PathParameter(ge=1, le=500)],
    inkwright: OwnersInkwright,
    pictures: Pictures,
) -> Response:
    """Return a picture (PNG) of one page or slide, starting at 1. The header says how it was made: a sketch shows only
    boxes and text.
    """
    record = await inkwright.artifact(artifact_id)
    seen = await pictures.of(record.name, record.sha256, await inkwright.read(artifact_id))
    if seen is None or number > len(seen.pages):
        raise NotFound(what_kind="page", id=f"{artifact_id}/{number}")
    headers = {"cache-control": "private, max-age=86400", "x-page-count": str(seen.count), "x-preview": seen.how}
    return Response(seen.pages[number - 1], media_type="image/png", headers=headers)


@router.post("/{artifact_id}/edit", response_class=StreamingResponse, responses=STREAM_RESPONSES)
async def stream_artifact_edit(
    artifact_id: str, body: ChangeRequest, inkwright: InkwrightWithRoom
) -> StreamingResponse:
    """Change an artifact as the message asks, in the conversation in which it was made, and stream the turn."""
    return turn_stream(inkwright, await inkwright.change(artifact_id, body.message))


@router.post("/{artifact_id}/restore", responses={**_NOT_FOUND, 409: {"model": Problem}})
async def restore_artifact(artifact_id: str, inkwright: OwnersInkwright) -> ArtifactItem:
    """Make an older version the newest one."""
    restored = await restore_file(inkwright.store, await inkwright.artifact(artifact_id))
    if not isinstance(restored, RestoredFile):
        raise ApiProblem(409, "not_restored", problem=restored[0].code)
    return ArtifactItem.of(await inkwright.artifact(restored.artifact.id))


@router.put("/{artifact_id}/source", status_code=201, responses={**_NOT_FOUND, 409: {"model": Problem}})
async def change_artifact_source(
    artifact_id: str, body: SourceRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> ArtifactItem:
    """Make the next version of a document from its changed Markdown source, opened and checked as always."""
    made = await change_source(inkwright.store, await inkwright.artifact(artifact_id), body.markdown)
    if not isinstance(made, Verified):
        raise ApiProblem(409, "not_built", problem=made[0].message(language))
    return ArtifactItem.of(await inkwright.artifact(made.id))


def _verification_report(record: ArtifactRecord, language: Language, *, is_intact: bool) -> VerificationReport:
    codes = sorted(check_codes(record.kind, is_run=bool(record.is_run)))
    found = {each.code for each in record.report}
    return VerificationReport(
        checks=len(codes),
        is_intact=is_intact,
        is_run=record.is_run,
        findings=[_finding(each, language) for each in record.report],
        looked_for=[CheckItem(code=code, problem=check_text(code, language), is_found=code in found) for code in codes],
    )


def _finding(finding: Finding, language: Language) -> FindingItem:
    return FindingItem(
        code=finding.code,
        severity=finding.severity,
        message=finding.message(language),
        location=finding.location.text(language),
        fix=finding.fix(language),
    )


def file_response(name: str, content: bytes, range_: str | None = None) -> Response:
    """Return a download. It is always an attachment: nothing that was made is shown as a page of this origin."""
    headers = {
        "accept-ranges": "bytes",
        "content-disposition": f"attachment; filename*=UTF-8''{quote(name)}",
        "cache-control": _REVALIDATED,
    }
    media_type = _MEDIA_TYPES.get(Path(name).suffix.lower(), _BYTES)
    if range_ is None:
        return Response(content, headers=headers, media_type=media_type)
    start, end = _range(range_, len(content))
    headers["content-range"] = f"bytes {start}-{end - 1}/{len(content)}"
    return Response(content[start:end], 206, headers, media_type)


def _range(written: str, size: int) -> tuple[int, int]:
    """Return the start and the end of one range; several at once are refused."""
    found = _RANGE.fullmatch(written.strip())
    first, last = found.groups() if found else ("", "")
    if first:
        start, end = int(first), min(int(last) + 1, size) if last else size
    elif last:
        start, end = max(size - int(last), 0), size
    else:
        start = end = 0
    if not start < end <= size:
        raise ApiProblem(416, "bad_range", headers={"content-range": f"bytes */{size}"})
    return start, end
