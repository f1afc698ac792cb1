"""Share links over HTTP: make, list and revoke them."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.server.access import host_name
from inkwright.server.options import is_loopback
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of
from inkwright.store.shares import Share
from inkwright.usecases.quiz_terms import MAX_ATTEMPTS, Identification, QuizTerms, terms_of
from inkwright.usecases.sharing import (
    DEFAULT_DAYS,
    MAX_DAYS,
    ShareRequest,
    share_artifact,
    share_path,
    shares_of,
)

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}

router = APIRouter(prefix="/api/shares", tags=["shares"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class QuizTermsItem(WireModel):
    """How students take a quiz."""

    asks_for: Identification = Field(default="name", description="What students enter: a name, a number, or both.")
    attempts: int = Field(default=1, ge=1, le=MAX_ATTEMPTS, description="How often a student can hand in.")
    closes_at: datetime | None = Field(default=None, description="The deadline. Later, nothing is accepted.")
    shows_answers: bool = Field(default=False, description="Whether students see the key after they have handed in.")

    def terms(self) -> QuizTerms:
        """Return the terms."""
        return QuizTerms(
            asks_for=self.asks_for,
            attempts=self.attempts,
            closes_at=self.closes_at,
            shows_answers=self.shows_answers,
        )

    @classmethod
    def of(cls, terms: QuizTerms) -> "QuizTermsItem":
        """Return the item of terms."""
        return cls(
            asks_for=terms.asks_for,
            attempts=terms.attempts,
            closes_at=terms.closes_at,
            shows_answers=terms.shows_answers,
        )


class NewShare(WireModel):
    """What to share, and how."""

    artifact_id: str = Field(min_length=1, max_length=64)
    days: int = Field(default=DEFAULT_DAYS, ge=1, le=MAX_DAYS, description="How long the link is valid.")
    follows_latest: bool = Field(
        default=False, description="Whether visitors see the newest version instead of this one. Not for quizzes."
    )
    can_download: bool = Field(
        default=False,
        description="Whether visitors may download the file, with what only the file holds, such as speaker notes.",
    )
    quiz: QuizTermsItem | None = Field(default=None, description="How students take it, if it is a quiz.")


class ShareItem(WireModel):
    """A share of an artifact."""

    id: str = Field(examples=["share_019a8b7c6d5e4f30a1b2c3d4e5f6071f"])
    artifact_id: str
    name: str
    follows_latest: bool
    can_download: bool
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None
    is_open: bool = Field(description="Whether the link works: it has neither expired nor been revoked.")
    url: str = Field(
        description="The link, under the name by which the service was reached.",
        examples=["http://127.0.0.1:8470/s/…"],
    )
    is_local: bool = Field(description="Whether only this machine can open the link.")
    quiz: QuizTermsItem | None = Field(default=None, description="How students take it, if it is a quiz.")
    submissions: int = Field(description="How often a quiz was handed in.")


@router.post("", status_code=201, responses=_NOT_FOUND)
async def create_share(body: NewShare, request: Request, inkwright: OwnersInkwright) -> ShareItem:
    """Share an artifact by a link that needs no login."""
    record = await inkwright.artifact(body.artifact_id)
    wanted = ShareRequest(
        days=body.days,
        follows_latest=body.follows_latest,
        can_download=body.can_download,
        quiz=body.quiz.terms() if body.quiz else None,
    )
    return await _item(inkwright, await share_artifact(inkwright.store, record, wanted), request)


@router.get("", responses=_NOT_FOUND)
async def list_shares(
    request: Request,
    inkwright: OwnersInkwright,
    limit: Limit = 50,
    cursor: Cursor = None,
    artifact_id: Annotated[
        str | None, Query(alias="artifactId", max_length=64, description="Those of all versions of an artifact.")
    ] = None,
) -> Page[ShareItem]:
    """List share links, newest first, also expired ones."""
    record = await inkwright.artifact(artifact_id) if artifact_id else None
    found = await shares_of(inkwright.store, owner=inkwright.owner, record=record)
    shown, following = page_of(found, cursor, limit)
    return Page[ShareItem](items=[await _item(inkwright, each, request) for each in shown], next=following)


@router.get("/{share_id}", responses=_NOT_FOUND)
async def show_share(share_id: str, request: Request, inkwright: OwnersInkwright) -> ShareItem:
    """Return a share link."""
    return await _item(inkwright, await inkwright.store.shares.get(share_id, inkwright.owner), request)


@router.delete("/{share_id}", responses=_NOT_FOUND)
async def revoke_share(share_id: str, request: Request, inkwright: OwnersInkwright) -> ShareItem:
    """Revoke a link: from now on it shows nothing."""
    return await _item(inkwright, await inkwright.store.shares.revoke(share_id, inkwright.owner), request)


async def _item(inkwright: Inkwright, share: Share, request: Request) -> ShareItem:
    host = request.headers["host"]
    return ShareItem(
        id=share.id,
        artifact_id=share.target,
        name=share.name,
        follows_latest=bool(share.options.get("latest")),
        can_download=bool(share.options.get("download")),
        created_at=share.created_at,
        expires_at=share.expires_at,
        revoked_at=share.revoked_at,
        is_open=share.is_open(inkwright.store.clock.now()),
        url=f"{request.url.scheme}://{host}{await share_path(inkwright.store, share)}",
        is_local=is_loopback(host_name(host)),
        quiz=QuizTermsItem.of(terms_of(share)) if share.options.get("quiz") else None,
        submissions=await inkwright.store.submissions.count(share.id) if share.options.get("quiz") else 0,
    )
