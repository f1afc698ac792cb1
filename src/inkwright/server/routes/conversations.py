"""Conversations over HTTP: list, show, search, rename, delete, export, and their attached files."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi import Path as PathParameter
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.artifacts.text import file_name
from inkwright.errors import NotFound
from inkwright.i18n import Language
from inkwright.server.problems import Problem
from inkwright.server.requests import Options, OwnersInkwright, RequestLanguage
from inkwright.server.ui_messages import UiMessage, ui_messages
from inkwright.server.uploads import received_files
from inkwright.server.wire import Cursor, Limit, Page, WireModel, Worded, moment_cursor, moment_of, offset_of, page_of
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.attachments import attach_files
from inkwright.usecases.conversations import (
    ConversationRecord,
    ExchangePage,
    conversation_json,
    conversation_markdown,
    delete_conversation,
    read_conversation,
    search_conversations,
)
from inkwright.usecases.projects import attach_blocks

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_HITS: Final = 1_000
_MAX_TURNS: Final = 500

TurnLimit = Annotated[int | None, Query(ge=1, le=_MAX_TURNS, description="How many turns at most; all without it.")]
EarlierMessages = Annotated[str | None, Query(max_length=120, description="`earlier` of the messages after these.")]
UploadedFiles = Annotated[list[UploadFile], File(max_length=20, description="The files to attach.")]

router = APIRouter(
    prefix="/api/conversations", tags=["conversations"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class ConversationItem(WireModel):
    """A conversation in a list."""

    id: str
    title: str
    started_at: datetime
    turns: int = Field(description="How many turns it has.")
    project_id: str | None = None

    @classmethod
    def of(cls, row: ConversationRow) -> "ConversationItem":
        """Return the item of a row."""
        return cls(
            id=row.id,
            title=row.title,
            started_at=datetime.fromisoformat(row.started_at),
            turns=row.turns,
            project_id=row.project_id,
        )


class ConversationDetails(ConversationItem):
    """A conversation with its messages, and the turn that runs, if there is one."""

    messages: list[UiMessage]
    earlier: str | None = Field(
        default=None, description="`before` of the messages before these; null if there are none."
    )
    summary: str | None = None
    running_turn_id: str | None = None
    ask_id: str | None = Field(default=None, description="The question that waits for an answer.")


class ConversationMatch(WireModel):
    """Where the words of a search occur."""

    conversation_id: str
    title: str
    before: str
    found: str
    after: str
    file: str | None = Field(default=None, description="The attached file that contains them.")
    message_id: str | None = Field(default=None, description="The message that contains them.")
    is_replaced: bool = Field(default=False, description="Whether that message was replaced since.")


class RenameRequest(WireModel):
    """A new title."""

    title: Worded = Field(max_length=200)


class AttachmentItem(WireModel):
    """An attached file, read as text."""

    name: str
    characters: int
    is_sent: bool = Field(default=False, description="Whether a message was sent with it.")


class AttachBlocksRequest(WireModel):
    """Blocks of a project, by their paths."""

    project_id: str = Field(max_length=64)
    blocks: list[Annotated[str, Field(min_length=1, max_length=2_000)]] = Field(
        min_length=1, max_length=50, examples=[["Unit 1/Cells"]]
    )


class AttachedFiles(WireModel):
    """The attached files, and the conversation that has them."""

    conversation_id: str
    files: list[AttachmentItem]


@router.get("")
async def list_conversations(
    inkwright: OwnersInkwright,
    limit: Limit = 50,
    cursor: Cursor = None,
    project_id: Annotated[
        str | None, Query(alias="projectId", max_length=64, description="Those of a project.")
    ] = None,
) -> Page[ConversationItem]:
    """List conversations, newest first."""
    rows = await inkwright.store.conversations.conversations(
        inkwright.owner, limit=limit + 1, before=moment_of(cursor), project_id=project_id
    )
    items = [ConversationItem.of(row) for row in rows[:limit]]
    following = moment_cursor(rows[limit - 1].started_at, rows[limit - 1].id) if len(rows) > limit else None
    return Page[ConversationItem](items=items, next=following)


@router.get("/search")
async def search_all_conversations(
    inkwright: OwnersInkwright,
    words: Annotated[Worded, Query(max_length=500)],
    limit: Limit = 20,
    cursor: Cursor = None,
) -> Page[ConversationMatch]:
    """Find words in messages, newest first, and then in attached files."""
    start = min(offset_of(cursor), _MAX_HITS)
    page = await search_conversations(inkwright.store, words, owner=inkwright.owner, limit=start + limit)
    items = [
        ConversationMatch(
            conversation_id=hit.conversation_id,
            title=hit.title,
            before=hit.before,
            found=hit.found,
            after=hit.behind,
            file=hit.file,
            message_id=hit.message.id if hit.message else None,
            is_replaced=hit.is_replaced,
        )
        for hit in page.hits[start:]
    ]
    has_next = page.has_more and start < _MAX_HITS
    return Page[ConversationMatch](items=items, next=str(start + limit) if has_next else None)


@router.get("/{conversation_id}", responses=_NOT_FOUND)
async def show_conversation(
    conversation_id: str, inkwright: OwnersInkwright, limit: TurnLimit = None, before: EarlierMessages = None
) -> ConversationDetails:
    """Return a conversation with its messages; with `limit`, those of the latest turns, which is quick in a long one.

    A turn that runs has its parts so far: follow it for the rest.
    """
    record = await _record(inkwright, conversation_id, page=ExchangePage(limit, before), with_events=True)
    latest = record.exchanges[-1].turn if record.exchanges and before is None else None
    is_running = latest is not None and latest.status == "running"
    return ConversationDetails(
        **ConversationItem.of(record.row).model_dump(),
        messages=await asyncio.to_thread(ui_messages, record),
        earlier=record.earlier,
        summary=record.summary,
        running_turn_id=latest.id if latest and is_running else None,
        ask_id=latest.ask_id if latest and latest.status == "waiting" else None,
    )


@router.patch("/{conversation_id}", status_code=204, responses=_NOT_FOUND)
async def rename_conversation(conversation_id: str, body: RenameRequest, inkwright: OwnersInkwright) -> Response:
    """Change the title of a conversation."""
    await inkwright.conversation(conversation_id)
    await inkwright.store.conversations.rename(conversation_id, body.title.strip(), owner=inkwright.owner)
    return Response(status_code=204)


@router.delete("/{conversation_id}", status_code=204, responses={**_NOT_FOUND, 409: {"model": Problem}})
async def remove_conversation(conversation_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a conversation permanently. The files that it made stay."""
    await delete_conversation(inkwright.store, conversation_id, owner=inkwright.owner)
    return Response(status_code=204)


@router.get("/{conversation_id}/export", responses=_NOT_FOUND, response_class=Response)
async def export_conversation(
    conversation_id: str,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
    format: Literal["md", "json"] = "md",  # noqa: A002 - the name of the parameter in the URL
) -> Response:
    """Return a conversation as Markdown or JSON."""
    record = await _record(inkwright, conversation_id)
    name = file_name(record.row.title or conversation_id, f".{format}")
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    if format == "json":
        return JSONResponse(conversation_json(record), headers=headers)
    return PlainTextResponse(
        conversation_markdown(record, language), headers=headers, media_type="text/markdown; charset=utf-8"
    )


@router.get("/{conversation_id}/attachments", responses=_NOT_FOUND)
async def list_attachments(
    conversation_id: str, inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None
) -> Page[AttachmentItem]:
    """List the files that are attached to a conversation."""
    await inkwright.conversation(conversation_id)
    found = await inkwright.store.attachments.of(conversation_id, owner=inkwright.owner)
    latest = await inkwright.latest_turn(conversation_id)
    sent = {each.name for each in latest.files} if latest else set()
    shown, following = page_of(found, cursor, limit)
    items = [AttachmentItem(name=each.name, characters=each.characters, is_sent=each.name in sent) for each in shown]
    return Page[AttachmentItem](items=items, next=following)


@router.post("/attachments", status_code=201)
async def start_with_attachments(
    inkwright: OwnersInkwright, options: Options, language: RequestLanguage, files: UploadedFiles
) -> AttachedFiles:
    """Start a conversation with files. They are read by their content, never run."""
    async with received_files(files, options.max_upload_bytes) as paths:
        return await _attached(inkwright, inkwright.store.ids.new("conv"), paths, language)


@router.post("/{conversation_id}/attachments", status_code=201, responses=_NOT_FOUND)
async def add_attachments(
    conversation_id: str, inkwright: OwnersInkwright, options: Options, language: RequestLanguage, files: UploadedFiles
) -> AttachedFiles:
    """Attach files to a conversation. They are read by their content, never run."""
    await inkwright.conversation(conversation_id)
    async with received_files(files, options.max_upload_bytes) as paths:
        return await _attached(inkwright, conversation_id, paths, language)


@router.delete("/{conversation_id}/attachments/{name}", status_code=204, responses=_NOT_FOUND)
async def remove_attachment(
    conversation_id: str, name: Annotated[str, PathParameter(max_length=300)], inkwright: OwnersInkwright
) -> Response:
    """Remove an attached file. What was made from it stays."""
    if not await inkwright.store.attachments.remove(conversation_id, name, owner=inkwright.owner):
        raise NotFound(what_kind="attachment", id=name[:100])
    return Response(status_code=204)


@router.post("/{conversation_id}/blocks", status_code=201, responses=_NOT_FOUND)
async def attach_project_blocks(
    conversation_id: str, body: AttachBlocksRequest, inkwright: OwnersInkwright, language: RequestLanguage
) -> AttachedFiles:
    """Attach the present texts of blocks to a conversation."""
    await inkwright.conversation(conversation_id)
    projects = await inkwright.store.projects.all(inkwright.owner)
    project = next((each for each in projects if each.id == body.project_id), None)
    if project is None:
        raise NotFound(what_kind="project", id=body.project_id)
    attached = await attach_blocks(inkwright.store, conversation_id, project, body.blocks, language)
    files = [AttachmentItem(name=each.name, characters=each.characters) for each in attached]
    return AttachedFiles(conversation_id=conversation_id, files=files)


async def _attached(
    inkwright: Inkwright, conversation_id: str, paths: Sequence[Path], language: Language
) -> AttachedFiles:
    attached = await attach_files(
        inkwright.store.attachments, conversation_id, list(paths), owner=inkwright.owner, language=language
    )
    names = {each.name for each in attached}
    stored = await inkwright.store.attachments.of(conversation_id, owner=inkwright.owner)
    return AttachedFiles(
        conversation_id=conversation_id,
        files=[AttachmentItem(name=each.name, characters=each.characters) for each in stored if each.name in names],
    )


async def _record(
    inkwright: Inkwright, conversation_id: str, *, page: ExchangePage | None = None, with_events: bool = False
) -> ConversationRecord:
    row = await inkwright.conversation(conversation_id)
    return await read_conversation(inkwright.store, row, owner=inkwright.owner, with_events=with_events, page=page)
