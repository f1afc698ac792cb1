"""Share artifacts by link: make, list and revoke shares, and find what a link shows."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from inkwright.artifacts.vault import ArtifactRecord
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.ids import is_id_prefix
from inkwright.store.shares import Share, ShareTerms
from inkwright.usecases.exports import is_stored_quiz
from inkwright.usecases.quiz_terms import QuizTerms, check_terms
from inkwright.usecases.store import Store

ARTIFACT_SHARE: Final = "artifact"
"""The kind of shares whose target is an artifact."""

DEFAULT_DAYS: Final = 30
MAX_DAYS: Final = 366
SHARED_FOLDER: Final = "/s/"
"""Where the service shows what links open; what is under it needs no login."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRequest:
    """How an artifact is shared. `follows_latest`: visitors always see its newest version, not the shared one; `quiz`:
    the terms on which a quiz is taken.
    """

    days: int = DEFAULT_DAYS
    follows_latest: bool = False
    can_download: bool = False
    quiz: QuizTerms | None = None


@dataclass(frozen=True, slots=True)
class SharedArtifact:
    """What a link shows: the share, and the version of the artifact that visitors see."""

    share: Share
    record: ArtifactRecord

    @property
    def can_download(self) -> bool:
        """Whether visitors may download the file. That of a quiz holds its key."""
        return bool(self.share.options.get("download")) and not is_stored_quiz(self.record)


async def share_artifact(store: Store, record: ArtifactRecord, request: ShareRequest) -> Share:
    """Share an artifact of its owner. A quiz is shared in one version, to be taken, and without its file."""
    check_days(request.days)
    terms = ShareTerms(
        kind=ARTIFACT_SHARE,
        target=record.id,
        name=record.title or record.name,
        expires_at=store.clock.now() + timedelta(days=request.days),
        options=_options(store, record, request),
    )
    return await store.shares.new(record.owner, terms)


def _options(store: Store, record: ArtifactRecord, request: ShareRequest) -> dict[str, Any]:
    if not is_stored_quiz(record):
        if request.quiz is not None:
            raise InvalidOption(option="share", value=record.name[:80], allowed=Reason("share.no_quiz"))
        return {"latest": request.follows_latest, "download": request.can_download}
    if request.follows_latest or request.can_download:
        raise InvalidOption(option="share", value=record.name[:80], allowed=Reason("share.quiz_is_fixed"))
    terms = request.quiz or QuizTerms()
    check_terms(terms, store.clock.now())
    return {"latest": False, "download": False, "quiz": terms.as_options()}


def check_days(days: int) -> None:
    """Raise InvalidOption unless a link may be valid for so many days."""
    if not 1 <= days <= MAX_DAYS:
        raise InvalidOption(option="days", value=str(days), allowed=Reason("share.days_allowed", most=MAX_DAYS))


async def open_shared_artifact(store: Store, token: str) -> SharedArtifact:
    """Return what a link shows. NotFound if it was not made here, has expired, was revoked, or its artifact is gone."""
    share = await store.shares.open(token, ARTIFACT_SHARE)
    record = await store.records.get(share.target, share.owner) if share else None
    if share is None or record is None:
        raise NotFound(what_kind=Reason("share.word"), id=token[:8])
    return SharedArtifact(share, await _shown_version(store, share, record))


async def _shown_version(store: Store, share: Share, record: ArtifactRecord) -> ArtifactRecord:
    if not share.options.get("latest"):
        return record
    return (await store.records.versions(record))[-1]


async def shares_of(store: Store, *, owner: str, record: ArtifactRecord | None = None) -> list[Share]:
    """Return the shares of artifacts of an owner, newest first; those of any version of one artifact if it is given."""
    found = [each for each in await store.shares.all(owner) if each.kind == ARTIFACT_SHARE]
    if record is None:
        return found
    versions = {each.id for each in await store.records.versions(record)}
    return [each for each in found if each.target in versions]


async def find_share(store: Store, written: str, *, owner: str) -> Share:
    """Return the share whose id begins like this. NotFound if there is none, or several."""
    found = [each for each in await store.shares.all(owner) if is_id_prefix(each.id, written)]
    if len(found) != 1:
        raise NotFound(what_kind=Reason("share.word"), id=written[:80])
    return found[0]


async def share_path(store: Store, share: Share) -> str:
    """Return the path of a share on the service."""
    return f"{SHARED_FOLDER}{await store.shares.token(share)}"


def share_as_json(share: Share) -> dict[str, Any]:
    """Return a share as JSON."""
    return {
        "id": share.id,
        "kind": share.kind,
        "target": share.target,
        "name": share.name,
        "created_at": share.created_at.isoformat(),
        "expires_at": share.expires_at.isoformat(),
        "revoked_at": share.revoked_at.isoformat() if share.revoked_at else None,
        **share.options,
    }
