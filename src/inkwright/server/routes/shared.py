"""What visitors see by a share link. They need no login, and reach nothing but what is shared."""

from typing import Annotated, Final

from fastapi import APIRouter, Request, Response
from fastapi import Path as PathParameter

from inkwright.application import Inkwright
from inkwright.artifacts.office_package import package_problem
from inkwright.artifacts.previews import PREVIEW_ENDINGS, PreviewSource
from inkwright.artifacts.slides.checks.deck import inspect_deck
from inkwright.artifacts.validation import UnreadableContent
from inkwright.artifacts.workers import run_in_worker_async
from inkwright.errors import InkwrightError, NotFound
from inkwright.i18n import Language
from inkwright.server.page_origin import PageOrigin
from inkwright.server.requests import Pages, Pictures, RequestLanguage
from inkwright.server.routes.artifacts import file_response
from inkwright.server.routes.shared_quizzes import quiz_page
from inkwright.server.shared_pages import SharedPage, gone_page, page_frame, page_note, picture_figures, plain_text
from inkwright.server.visitors import VisitedInkwright
from inkwright.usecases.exports import artifact_text, is_stored_quiz
from inkwright.usecases.sharing import SHARED_FOLDER, SharedArtifact, open_shared_artifact

_WEB_PAGE: Final = "html"
_DECK: Final = "pptx"
_SKETCH: Final = "sketch"
_MAX_SLIDE_TEXT: Final = 10_000

router = APIRouter(prefix=SHARED_FOLDER.rstrip("/"), include_in_schema=False)


@router.get("/{token}", response_class=Response)
async def show_shared(
    token: str,
    request: Request,
    inkwright: VisitedInkwright,
    language: RequestLanguage,
    pages: Pages,
    pictures: Pictures,
) -> Response:
    """Show what a link shares."""
    try:
        shared = await open_shared_artifact(inkwright.store, token)
        if is_stored_quiz(shared.record):
            return await quiz_page(inkwright, shared, f"{SHARED_FOLDER}{token}")
        body = await _Shower(inkwright, pages, pictures, language).body(shared, request)
    except InkwrightError:
        return gone_page(language)
    path = f"{SHARED_FOLDER}{token}"
    return SharedPage(
        title=shared.record.title or shared.record.name,
        language=language,
        body=body,
        expires_at=shared.share.expires_at,
        download=f"{path}/file" if shared.can_download else "",
        pages_origin=pages.origin(request) if shared.record.kind == _WEB_PAGE else "",
    ).response()


@router.get("/{token}/pages/{number}", response_class=Response)
async def show_shared_picture(
    token: str, number: Annotated[int, PathParameter(ge=1, le=500)], inkwright: VisitedInkwright, pictures: Pictures
) -> Response:
    """Return the picture of a page of a shared artifact."""
    shared = await open_shared_artifact(inkwright.store, token)
    if not _has_pictures(shared):
        raise NotFound(what_kind="page", id=str(number))
    content = await inkwright.as_owner(shared.record.owner).read(shared.record.id)
    seen = await pictures.of(shared.record.name, shared.record.sha256, content)
    if seen is None or number > len(seen.pages):
        raise NotFound(what_kind="page", id=str(number))
    # The link may be revoked: the picture is not kept for long.
    return Response(seen.pages[number - 1], media_type="image/png", headers={"cache-control": "private, max-age=300"})


@router.get("/{token}/file", response_class=Response)
async def download_shared(token: str, inkwright: VisitedInkwright) -> Response:
    """Download the file of a shared artifact, if its owner allows that."""
    shared = await open_shared_artifact(inkwright.store, token)
    if not shared.can_download:
        raise NotFound(what_kind="artifact", id=token[:8])
    content = await inkwright.as_owner(shared.record.owner).read(shared.record.id)
    return file_response(shared.record.name, content)


class _Shower:
    """Writes the body of the page for a shared artifact."""

    def __init__(self, inkwright: Inkwright, pages: PageOrigin, pictures: Pictures, language: Language) -> None:
        self._inkwright = inkwright
        self._pages = pages
        self._pictures = pictures
        self._language = language

    async def body(self, shared: SharedArtifact, request: Request) -> str:
        record = shared.record
        if record.kind == _WEB_PAGE:
            url, _ = await self._pages.link(record.owner, record.id, request)
            return page_frame(url, self._pages.sandbox, record.title or record.name)
        drawn = await self._drawn(shared, request.url.path) if _has_pictures(shared) else ""
        return drawn or plain_text(await self._text(shared), self._language)

    async def _drawn(self, shared: SharedArtifact, path: str) -> str:
        """Return the pictures of the pages; nothing if the file cannot be drawn here."""
        record = shared.record
        content = await self._inkwright.as_owner(record.owner).read(record.id)
        seen = await self._pictures.of(record.name, record.sha256, content)
        if seen is None:
            return ""
        shown = len(seen.pages)
        notes = [page_note(self._language, "sketch")] if seen.how == _SKETCH else []
        if shown < seen.count:
            notes.append(page_note(self._language, "first_pages", shown=shown, count=seen.count))
        texts = await run_in_worker_async(slide_texts, content) if record.kind == _DECK else []
        figures = picture_figures(path, shown, texts, self._language)
        if not texts:
            figures += f"<details><summary>{page_note(self._language, 'whole_text')}</summary>"
            figures += f"{plain_text(await self._text(shared), self._language)}</details>"
        return "".join([*notes, figures])

    async def _text(self, shared: SharedArtifact) -> str:
        return await artifact_text(self._inkwright.store, shared.record, self._language)


def _has_pictures(shared: SharedArtifact) -> bool:
    return PreviewSource(shared.record.name, b"").ending in PREVIEW_ENDINGS


def slide_texts(deck: bytes) -> list[str]:
    """Return the text of each slide without its speaker notes; none if the file is not a sound deck."""
    if package_problem(deck):
        return []
    try:
        slides = inspect_deck(deck)
    except UnreadableContent:
        return []
    shown = [[each.text for each in slide.shapes if not each.is_furniture] for slide in slides]
    return ["\n".join(filter(None, texts))[:_MAX_SLIDE_TEXT] for texts in shown]
