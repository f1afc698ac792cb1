"""Exports of artifacts over HTTP: every format of a kind, texts, versions side by side, and links to pages."""

import json
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, Request, Response
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.errors import NotFound
from inkwright.i18n import Language
from inkwright.server.page_origin import has_page
from inkwright.server.problems import ApiProblem, Problem
from inkwright.server.requests import Exports, OwnersInkwright, Pages, RequestLanguage
from inkwright.server.routes.artifacts import FILE_CONTENT, ArtifactItem, file_response
from inkwright.server.wire import WireModel
from inkwright.usecases.exports import ExportedArtifact, artifact_text, export_artifact, export_formats

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_TEXT: Final = 500_000
_MAX_LOSSES: Final = 20
_FILE: Final[dict[int | str, dict[str, Any]]] = {
    **_NOT_FOUND,
    200: {
        "description": "The file.",
        "content": FILE_CONTENT,
        "headers": {
            "x-export-losses": {
                "description": "What the file does not hold: a JSON list of sentences, percent-encoded.",
                "schema": {"type": "string"},
            }
        },
    },
    409: {"model": Problem},
}

router = APIRouter(prefix="/api/artifacts", tags=["artifacts"], responses={401: {"model": Problem}})


class ExportItem(WireModel):
    """A format in which an artifact can be downloaded."""

    format: str = Field(description="The name of the format.", examples=["pdf"])
    title: str = Field(description="The name of the format for people.", examples=["PDF"])
    extension: str = Field(examples=[".pdf"])
    lacks: list[str] = Field(description="What the format cannot hold, in a few words each.")
    has_key: bool = Field(description="Whether it is made with answers (`key=true`) or without them.")
    url: str = Field(description="Where it is downloaded.")


class ArtifactExports(WireModel):
    """The formats of an artifact, its own first."""

    items: list[ExportItem]


class ArtifactText(WireModel):
    """What an artifact says, as Markdown."""

    artifact: ArtifactItem
    text: str
    is_cut: bool = Field(description="Whether this is only the beginning.")


class ArtifactComparison(WireModel):
    """Two artifacts side by side, usually versions of one."""

    left: ArtifactText
    right: ArtifactText


class PageAddress(WireModel):
    """Where a page is shown for a few minutes, to whoever has the address."""

    url: str = Field(examples=["http://127.0.0.1:8472/…"])
    expires_at: datetime
    sandbox: str = Field(description="The `sandbox` of the frame that shows it.", examples=["allow-scripts"])


@router.get("/{artifact_id}/exports", responses=_NOT_FOUND)
async def list_exports(artifact_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> ArtifactExports:
    """List the formats in which an artifact can be downloaded, and what each cannot hold."""
    record = await inkwright.artifact(artifact_id)
    return ArtifactExports(
        items=[
            ExportItem(
                format=each.name,
                title=each.title,
                extension=each.extension,
                lacks=list(each.lacks),
                has_key=each.has_key,
                url=f"/api/artifacts/{record.id}/exports/{each.name}",
            )
            for each in export_formats(record, language)
        ]
    )


@router.get("/{artifact_id}/exports/{format}", response_class=Response, responses=_FILE)
async def download_export(
    artifact_id: str,
    format: str,  # noqa: A002 - the name of the parameter in the URL
    inkwright: OwnersInkwright,
    language: RequestLanguage,
    exports: Exports,
    key: bool = False,
) -> Response:
    """Download an artifact in a format, opened and checked; `key` adds the answers of a quiz for print."""
    record = await inkwright.artifact(artifact_id)
    async with exports:
        made = await export_artifact(inkwright.store, record, format, language, with_key=key)
    if not isinstance(made, ExportedArtifact):
        raise ApiProblem(409, "not_exported", problem=made[0].message(language))
    response = file_response(made.name, made.content)
    if made.losses:
        response.headers["x-export-losses"] = quote(json.dumps(made.losses[:_MAX_LOSSES], ensure_ascii=False))
    return response


@router.get("/{artifact_id}/text", responses=_NOT_FOUND)
async def show_artifact_text(
    artifact_id: str, inkwright: OwnersInkwright, language: RequestLanguage, exports: Exports
) -> ArtifactText:
    """Return what an artifact says, as Markdown."""
    async with exports:
        return await _text(inkwright, artifact_id, language)


@router.get("/{artifact_id}/compare/{other_id}", responses=_NOT_FOUND)
async def compare_artifacts(
    artifact_id: str, other_id: str, inkwright: OwnersInkwright, language: RequestLanguage, exports: Exports
) -> ArtifactComparison:
    """Return two artifacts side by side, usually an older version and a newer one, with their texts."""
    async with exports:
        left = await _text(inkwright, artifact_id, language)
        return ArtifactComparison(left=left, right=await _text(inkwright, other_id, language))


@router.post("/{artifact_id}/page", status_code=201, responses=_NOT_FOUND)
async def open_page(artifact_id: str, request: Request, inkwright: OwnersInkwright, pages: Pages) -> PageAddress:
    """Return an address that shows an interactive page or a quiz page, from the origin of pages."""
    record = await inkwright.artifact(artifact_id)
    if not has_page(record):
        raise NotFound(what_kind="page", id=artifact_id[:100])
    url, expires_at = await pages.link(inkwright.owner, record.id, request)
    return PageAddress(url=url, expires_at=expires_at, sandbox=pages.sandbox)


async def _text(inkwright: Inkwright, artifact_id: str, language: Language) -> ArtifactText:
    record = await inkwright.artifact(artifact_id)
    written = await artifact_text(inkwright.store, record, language)
    return ArtifactText(artifact=ArtifactItem.of(record), text=written[:_MAX_TEXT], is_cut=len(written) > _MAX_TEXT)
