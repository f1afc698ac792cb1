"""Tokens of the service: who may reach it, and for which owner. Only their digests are stored."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from inkwright.clock import Clock
from inkwright.ids import Ids
from inkwright.store.database import Database
from inkwright.store.tables import tokens

_SECRET_BYTES: Final = 32
_MAX_WRITTEN: Final = 200


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token without its secret. A session is what a person has who logged in with a token: its name is the id of that
    token, and it ends with it.
    """

    id: str
    owner: str
    name: str
    created_at: str
    expires_at: str | None = None
    is_session: bool = False


class StoredTokens:
    """Tokens in the database. A token is written `ID.SECRET`; the secret is shown once, when the token is made."""

    def __init__(self, database: Database, ids: Ids, clock: Clock) -> None:
        self._database = database
        self._ids = ids
        self._clock = clock

    async def new(
        self, owner: str, name: str, *, lifetime: timedelta | None = None, is_session: bool = False
    ) -> tuple[AccessToken, str]:
        """Make a token; return it, and the text that grants access."""
        now = self._clock.now()
        expires = (now + lifetime).isoformat() if lifetime else None
        token = AccessToken(self._ids.new("token"), owner, name, now.isoformat(), expires, is_session)
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        row = {
            "id": token.id,
            "owner": owner,
            "name": name,
            "digest": _digest(secret),
            "created_at": token.created_at,
            "expires_at": expires,
            "is_session": is_session,
        }
        await self._database.write(lambda connection: connection.execute(insert(tokens), row))
        return token, f"{token.id}.{secret}"

    async def verify(self, written: str) -> AccessToken | None:
        """Return the token that a text grants access with; None if it is unknown, wrong, revoked or expired."""
        token_id, _, secret = written[:_MAX_WRITTEN].partition(".")
        row = await self._row(token_id)
        is_right = hmac.compare_digest(row["digest"] if row else _digest(""), _digest(secret))
        if row is None or not is_right or not self._is_valid(row):
            return None
        if row["is_session"] and not self._is_valid(await self._row(row["name"])):
            return None
        return _token_from(row)

    async def _row(self, token_id: str) -> RowMapping | None:
        query = select(tokens).where(tokens.c.id == token_id)
        return await self._database.read(lambda connection: connection.execute(query).mappings().first())

    def _is_valid(self, row: RowMapping | None) -> bool:
        """Whether a token is there, and has not expired."""
        now = self._clock.now().isoformat()
        return row is not None and (row["expires_at"] is None or row["expires_at"] > now)

    async def all(self, owner: str | None = None) -> list[AccessToken]:
        """Return the tokens, of an owner or of all, oldest first; sessions are left out."""
        query = select(tokens).where(tokens.c.is_session.is_(False)).order_by(tokens.c.created_at)
        if owner is not None:
            query = query.where(tokens.c.owner == owner)
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return [_token_from(row) for row in rows]

    async def revoke(self, token_id: str, *, owner: str | None = None) -> bool:
        """Revoke a token; return whether it existed."""
        gone = delete(tokens).where(tokens.c.id == token_id)
        if owner is not None:
            gone = gone.where(tokens.c.owner == owner)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)


def _digest(secret: str) -> str:
    """The secret is random and long, so one round of a fast hash protects it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _token_from(row: RowMapping) -> AccessToken:
    return AccessToken(*(row[name] for name in ("id", "owner", "name", "created_at", "expires_at", "is_session")))
