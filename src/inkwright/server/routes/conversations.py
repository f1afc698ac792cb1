"""Conversations over HTTP: list, show, search, rename, delete, export, and their attached files."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.conversation.message_stream import message_parts
from inkwright.server.problems import Problem
from inkwright.server.requests import Options, OwnersInkwright, RequestLanguage
from inkwright.server.streams import FILE_URL
from inkwright.server.uploads import received_files
from inkwright.server.wire import Page, WireModel
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.conversations import (
    ConversationRecord,
    attach_files,
    conversation_json,
    conversation_markdown,
    delete_conversation,
    read_conversation,
    search_conversations,
)

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_PAGE: Final = 200
Limit = Annotated[int, Query(ge=1, le=_MAX_PAGE, description="How many items at most.")]

router = APIRouter(
    prefix="/api/conversations", tags=["conversations"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class ConversationItem(WireModel):
    """A conversation in a list."""

    id: str
    title: str
    started_at: str
    turns: int = Field(description="How many turns it has.")
    project_id: str | None = None

    @classmethod
    def of(cls, row: ConversationRow) -> "ConversationItem":
        """Return the item of a row."""
        return cls(id=row.id, title=row.title, started_at=row.started_at, turns=row.turns, project_id=row.project_id)


class UiMessage(WireModel):
    """A message as clients of the AI SDK keep it. The id of an assistant message is that of its turn."""

    id: str
    role: Literal["user", "assistant"]
    parts: list[dict[str, Any]]
    metadata: dict[str, Any] = Field(default_factory=dict)


class ConversationDetails(ConversationItem):
    """A conversation with its messages, and the turn that runs, if there is one."""

    messages: list[UiMessage]
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


class RenameRequest(WireModel):
    """A new title."""

    title: str = Field(min_length=1, max_length=200)


class AttachmentItem(WireModel):
    """An attached file, read as text."""

    name: str
    characters: int


class AttachedFiles(WireModel):
    """The attached files, and the conversation that has them."""

    conversation_id: str
    files: list[AttachmentItem]


@router.get("")
async def list_conversations(
    inkwright: OwnersInkwright, limit: Limit = 50, cursor: str | None = None
) -> Page[ConversationItem]:
    """List conversations, newest first."""
    rows = await inkwright.store.conversations.conversations(inkwright.owner, limit=limit + 1, before=cursor)
    items = [ConversationItem.of(row) for row in rows[:limit]]
    return Page[ConversationItem](items=items, next=items[-1].id if len(rows) > limit else None)


@router.get("/search")
async def search(
    inkwright: OwnersInkwright, words: Annotated[str, Query(min_length=1, max_length=500)], limit: Limit = 20
) -> list[ConversationMatch]:
    """Find words in messages and attached files."""
    page = await search_conversations(inkwright.store, words, owner=inkwright.owner, limit=limit)
    return [
        ConversationMatch(
            conversation_id=hit.conversation_id,
            title=hit.title,
            before=hit.before,
            found=hit.found,
            after=hit.behind,
            file=hit.file,
        )
        for hit in page.hits
    ]


@router.get("/{conversation_id}", responses=_NOT_FOUND)
async def show_conversation(conversation_id: str, inkwright: OwnersInkwright) -> ConversationDetails:
    """Return a conversation with its messages. A turn that runs has its parts so far: follow it for the rest."""
    record = await _record(inkwright, conversation_id, with_events=True)
    latest = record.exchanges[-1].turn if record.exchanges else None
    is_running = latest is not None and latest.status == "running"
    return ConversationDetails(
        **ConversationItem.of(record.row).model_dump(),
        messages=_ui_messages(record),
        summary=record.summary,
        running_turn_id=latest.id if latest and is_running else None,
        ask_id=latest.ask_id if latest and latest.status == "waiting" else None,
    )


@router.patch("/{conversation_id}", status_code=204, responses=_NOT_FOUND)
async def rename(conversation_id: str, body: RenameRequest, inkwright: OwnersInkwright) -> Response:
    """Change the title of a conversation."""
    await inkwright.conversation(conversation_id)
    await inkwright.store.conversations.rename(conversation_id, body.title.strip(), owner=inkwright.owner)
    return Response(status_code=204)


@router.delete("/{conversation_id}", status_code=204, responses={**_NOT_FOUND, 409: {"model": Problem}})
async def delete(conversation_id: str, inkwright: OwnersInkwright) -> Response:
    """Delete a conversation permanently. The files that it made stay."""
    await delete_conversation(inkwright.store, conversation_id, owner=inkwright.owner)
    return Response(status_code=204)


@router.get("/{conversation_id}/export", responses=_NOT_FOUND, response_class=Response)
async def export(
    conversation_id: str,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
    format: Literal["md", "json"] = "md",  # noqa: A002 - the name of the parameter in the URL
) -> Response:
    """Return a conversation as Markdown or JSON."""
    record = await _record(inkwright, conversation_id)
    headers = {"content-disposition": f'attachment; filename="{conversation_id}.{format}"'}
    if format == "json":
        return JSONResponse(conversation_json(record), headers=headers)
    return PlainTextResponse(
        conversation_markdown(record, language), headers=headers, media_type="text/markdown; charset=utf-8"
    )


@router.get("/{conversation_id}/attachments", responses=_NOT_FOUND)
async def list_attachments(conversation_id: str, inkwright: OwnersInkwright) -> list[AttachmentItem]:
    """List the files that are attached to a conversation."""
    await inkwright.conversation(conversation_id)
    found = await inkwright.store.attachments.of(conversation_id, owner=inkwright.owner)
    return [AttachmentItem(name=each.name, characters=each.characters) for each in found]


@router.post("/attachments", status_code=201)
@router.post("/{conversation_id}/attachments", status_code=201, responses=_NOT_FOUND)
async def attach(
    inkwright: OwnersInkwright,
    options: Options,
    language: RequestLanguage,
    files: Annotated[list[UploadFile], File(max_length=20, description="The files to attach.")],
    conversation_id: str | None = None,
) -> AttachedFiles:
    """Attach files to a conversation, or start one with them. They are read by their content, never run."""
    if conversation_id is None:
        conversation_id = inkwright.store.ids.new("conv")
    else:
        await inkwright.conversation(conversation_id)
    async with received_files(files, options.max_upload_bytes) as paths:
        attached = await attach_files(
            inkwright.store.attachments, conversation_id, paths, owner=inkwright.owner, language=language
        )
    return AttachedFiles(
        conversation_id=conversation_id,
        files=[AttachmentItem(name=each.name, characters=each.characters) for each in attached],
    )


async def _record(inkwright: Inkwright, conversation_id: str, *, with_events: bool = False) -> ConversationRecord:
    row = await inkwright.conversation(conversation_id)
    return await read_conversation(inkwright.store, row, owner=inkwright.owner, with_events=with_events)


def _ui_messages(record: ConversationRecord) -> list[UiMessage]:
    found: list[UiMessage] = []
    for exchange in record.exchanges:
        said = [message for message in exchange.messages if message.role == "user"]
        found += [
            UiMessage(id=message.id, role="user", parts=[{"type": "text", "text": message.text}]) for message in said
        ]
        if exchange.turn is not None:
            outcome = {"outcome": exchange.turn.outcome.kind} if exchange.turn.outcome else {}
            parts = message_parts((event for _, event in exchange.events), FILE_URL)
            found.append(UiMessage(id=exchange.turn.id, role="assistant", parts=parts, metadata=outcome))
    return found
