"""Decks over HTTP: their slides in another order, another theme, an own template; each change is a checked version."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, File, Response, UploadFile
from fastapi import Path as PathParameter
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.artifacts.slides.fields import BaseSlide, ThemeName
from inkwright.artifacts.slides.themes import THEMES
from inkwright.artifacts.vault import Verified
from inkwright.errors import NotFound
from inkwright.i18n import Language
from inkwright.server.problems import ApiProblem, Problem
from inkwright.server.requests import Exports, Options, OwnersInkwright, Pictures, RequestLanguage
from inkwright.server.routes.artifacts import ArtifactItem
from inkwright.server.uploads import received_files
from inkwright.server.wire import WireModel
from inkwright.usecases.artifact_edits import EditResult, arrange_deck, change_look, preview_look, show_deck

_MAX_ORDER: Final = 200
_PREVIEWED: Final = 3
_CHANGED: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}, 409: {"model": Problem}}

router = APIRouter(
    prefix="/api/artifacts", tags=["artifacts"], responses={401: {"model": Problem}, 422: {"model": Problem}}
)


class DeckSlideItem(WireModel):
    """A slide of a deck."""

    number: int = Field(description="Its first page, starting at 1.")
    pages: int = Field(description="How many pages it takes.")
    title: str
    layout: str | None = Field(default=None, description="Its layout, if it is known.", examples=["bullets"])
    is_title: bool = Field(description="Whether it is the title slide, which stays first.")
    can_copy: bool = Field(description="Whether it can be copied: it says what it was drawn from.")


class DeckOverview(WireModel):
    """The slides of a deck, and its look."""

    slides: list[DeckSlideItem]
    theme: ThemeName | None = Field(default=None, description="Its theme; null for another look.")
    themes: list[ThemeName] = Field(description="The themes that there are.")
    can_restyle: bool = Field(description="Whether it can be drawn in another look.")


class SlideOrder(WireModel):
    """The slides in their new order, by the numbers of their first pages. A slide that is left out is deleted, one that
    is named again is copied.
    """

    slides: list[Annotated[int, Field(ge=1, le=1_000)]] = Field(
        min_length=1, max_length=_MAX_ORDER, examples=[[1, 3, 2]]
    )


class ThemeChoice(WireModel):
    """A theme."""

    theme: ThemeName


@router.get("/{artifact_id}/slides", responses={404: {"model": Problem}})
async def show_slides(artifact_id: str, inkwright: OwnersInkwright) -> DeckOverview:
    """Return the slides of a deck, and its look."""
    details = await show_deck(inkwright.store, await inkwright.artifact(artifact_id))
    items = [
        DeckSlideItem(
            number=each.number,
            pages=each.pages,
            title=each.title,
            layout=each.description.layout if isinstance(each.description, BaseSlide) else None,
            is_title=each.is_title,
            can_copy=isinstance(each.description, BaseSlide),
        )
        for each in details.slides
    ]
    return DeckOverview(slides=items, theme=details.theme, themes=[*THEMES], can_restyle=details.can_restyle)


@router.put("/{artifact_id}/slides", status_code=201, responses=_CHANGED)
async def arrange_deck_slides(
    artifact_id: str, body: SlideOrder, inkwright: OwnersInkwright, language: RequestLanguage, exports: Exports
) -> ArtifactItem:
    """Put slides in another order, delete or copy them: the next version of the deck, opened and checked."""
    async with exports:
        changed = await arrange_deck(inkwright.store, await inkwright.artifact(artifact_id), body.slides)
    return await changed_artifact(inkwright, changed, language)


@router.put("/{artifact_id}/theme", status_code=201, responses=_CHANGED)
async def change_deck_theme(
    artifact_id: str, body: ThemeChoice, inkwright: OwnersInkwright, language: RequestLanguage, exports: Exports
) -> ArtifactItem:
    """Draw a deck in another theme: its next version, opened and checked."""
    async with exports:
        changed = await change_look(inkwright.store, await inkwright.artifact(artifact_id), body.theme)
    return await changed_artifact(inkwright, changed, language)


@router.post("/{artifact_id}/template", status_code=201, responses={**_CHANGED, 413: {"model": Problem}})
async def change_deck_template(
    artifact_id: str,
    inkwright: OwnersInkwright,
    language: RequestLanguage,
    options: Options,
    file: Annotated[UploadFile, File(description="A .pptx file whose look is used; its slides are not.")],
) -> ArtifactItem:
    """Draw a deck in the look of a file: its next version, opened and checked."""
    record = await inkwright.artifact(artifact_id)
    async with received_files([file], options.max_upload_bytes) as (path,):
        changed = await change_look(inkwright.store, record, path.read_bytes())
    return await changed_artifact(inkwright, changed, language)


@router.get(
    "/{artifact_id}/themes/{theme}/pages/{number}", response_class=Response, responses={404: {"model": Problem}}
)
async def theme_picture(
    artifact_id: str,
    theme: ThemeName,
    number: Annotated[int, PathParameter(ge=1, le=20)],
    inkwright: OwnersInkwright,
    pictures: Pictures,
) -> Response:
    """Return a picture (PNG) of one of the first pages of a deck in another theme. Nothing is stored."""
    record = await inkwright.artifact(artifact_id)
    key = f"{record.sha256}/{theme}"
    seen = pictures.kept(key)
    if seen is None:
        content = await preview_look(inkwright.store, record, theme, _PREVIEWED)
        seen = await pictures.of(record.name, key, content)
    if seen is None or number > len(seen.pages):
        raise NotFound(what_kind="page", id=f"{artifact_id}/{number}")
    headers = {"cache-control": "private, max-age=86400", "x-page-count": str(seen.count), "x-preview": seen.how}
    return Response(seen.pages[number - 1], media_type="image/png", headers=headers)


async def changed_artifact(inkwright: Inkwright, changed: EditResult, language: Language) -> ArtifactItem:
    """Return the next version; 409 with the first finding if it was refused."""
    if not isinstance(changed, Verified):
        raise ApiProblem(409, "not_changed", problem=changed[0].message(language))
    return ArtifactItem.of(await inkwright.artifact(changed.id))
