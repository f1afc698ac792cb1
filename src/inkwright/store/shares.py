"""Share links in the database: signed, expiring and revocable, for one thing of one owner.

A link holds the id of its share and a signature; everything else is in the row. The key that signs is in the database
too, so that every process of a service knows it, and a link can be shown again to its owner.
"""

import base64
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.engine import RowMapping

from inkwright.clock import Clock
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.ids import Ids
from inkwright.store.database import Database, stored_value
from inkwright.store.share_tables import shares, signing_keys
from inkwright.store.times import format_time

_KEY_NAME: Final = "shares"
_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 24
_TOKEN = re.compile(r"([0-9a-f]{32})\.([A-Za-z0-9_-]{32})")
_MAX_NAME: Final = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareTerms:
    """What is shared, until when, and what visitors may do. `kind` says what `target` is the id of."""

    kind: str
    target: str
    name: str
    expires_at: datetime
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Share(ShareTerms):
    """A share of an owner. It stays after it was revoked, with what visitors handed in."""

    id: str
    owner: str
    created_at: datetime
    revoked_at: datetime | None = None

    def is_open(self, now: datetime) -> bool:
        """Whether its link works."""
        return self.revoked_at is None and now < self.expires_at


class StoredShares:
    """Makes, lists, opens and revokes shares. What other owners share is visible by link only."""

    def __init__(self, database: Database, ids: Ids, clock: Clock) -> None:
        self._database = database
        self._ids = ids
        self._clock = clock
        self._key: bytes | None = None

    async def new(self, owner: str, terms: ShareTerms) -> Share:
        """Store a share."""
        share = Share(
            id=self._ids.new("share"),
            owner=owner,
            kind=terms.kind,
            target=terms.target,
            name=terms.name[:_MAX_NAME],
            expires_at=terms.expires_at,
            options=terms.options,
            created_at=self._clock.now(),
        )
        row = {
            "id": share.id,
            "owner": owner,
            "kind": share.kind,
            "target": share.target,
            "name": share.name,
            "created_at": format_time(share.created_at),
            "expires_at": format_time(share.expires_at),
            "options": json.dumps(dict(share.options), ensure_ascii=False),
        }
        await self._database.write(lambda connection: connection.execute(insert(shares), row).close())
        return share

    async def token(self, share: Share) -> str:
        """Return the text that opens a share: anyone who has it sees what is shared."""
        signature = await self.signature("share", share.id)
        return f"{share.id.partition('_')[2]}.{signature}"

    async def open(self, token: str, kind: str) -> Share | None:
        """Return the share of this kind that a text opens; None if it was not signed here, was revoked or expired."""
        written = _TOKEN.fullmatch(token)
        share_id = f"share_{written[1]}" if written else ""
        signature = await self.signature("share", share_id)
        if written is None or not hmac.compare_digest(signature, written[2]):
            return None
        query = select(shares).where(shares.c.id == share_id, shares.c.kind == kind)
        row = await self._database.read(lambda connection: connection.execute(query).mappings().first(), is_short=True)
        share = read_share(row) if row else None
        return share if share and share.is_open(self._clock.now()) else None

    async def get(self, share_id: str, owner: str) -> Share:
        """Return a share of an owner. NotFound if there is none."""
        query = select(shares).where(shares.c.id == share_id[:64], shares.c.owner == owner)
        row = await self._database.read(lambda connection: connection.execute(query).mappings().first(), is_short=True)
        if row is None:
            raise NotFound(what_kind=Reason("share.word"), id=share_id[:80])
        return read_share(row)

    async def all(self, owner: str) -> list[Share]:
        """Return the shares of an owner, newest first, also expired ones."""
        query = select(shares).where(shares.c.owner == owner).order_by(shares.c.id.desc())
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return [read_share(row) for row in rows]

    async def revoke(self, share_id: str, owner: str) -> Share:
        """End a share now; one that was revoked stays as it is. NotFound if there is none."""
        await self.get(share_id, owner)
        change = update(shares).where(shares.c.id == share_id, shares.c.owner == owner, shares.c.revoked_at.is_(None))
        row = {"revoked_at": format_time(self._clock.now())}
        await self._database.write(lambda connection: connection.execute(change.values(row)).close(), is_short=True)
        return await self.get(share_id, owner)

    async def signature(self, purpose: str, text: str) -> str:
        """Return the signature of a text for one purpose, which nobody else can make."""
        key = self._key = self._key or await self._signing_key()
        digest = hmac.new(key, f"{purpose}\n{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:_SIGNATURE_BYTES]).decode()

    async def _signing_key(self) -> bytes:
        """Return the key of this database; the first process that needs it makes it."""
        query = select(signing_keys.c.key).where(signing_keys.c.name == _KEY_NAME)
        row = {"name": _KEY_NAME, "key": secrets.token_hex(_KEY_BYTES)}
        made = self._database.insert(signing_keys).values(row).on_conflict_do_nothing(index_elements=["name"])
        if await self._database.read(lambda connection: connection.scalar(query), is_short=True) is None:
            await self._database.write(lambda connection: connection.execute(made).close(), is_short=True)
        return read_key(await self._database.read(lambda connection: connection.scalar(query), is_short=True))


@stored_value
def read_key(written: str | None) -> bytes:
    """Return a stored signing key."""
    key = bytes.fromhex(written or "")
    if len(key) != _KEY_BYTES:
        raise ValueError("the signing key is incomplete")
    return key


@stored_value
def read_share(row: RowMapping) -> Share:
    """Return a stored share."""
    revoked = row["revoked_at"]
    return Share(
        id=row["id"],
        owner=row["owner"],
        kind=row["kind"],
        target=row["target"],
        name=row["name"],
        created_at=datetime.fromisoformat(row["created_at"]),
        expires_at=datetime.fromisoformat(row["expires_at"]),
        revoked_at=datetime.fromisoformat(revoked) if revoked else None,
        options=json.loads(row["options"]),
    )
