"""Links to pages: signed, for one file of one owner, and valid for a few minutes."""

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from datetime import datetime, timedelta
from typing import Final, NamedTuple

LINK_LIFETIME: Final = timedelta(minutes=10)
_NONCE_BYTES: Final = 16
_MAX_TOKEN: Final = 1_000


class PageLink(NamedTuple):
    """What a link shows: an artifact of an owner, until a time (seconds)."""

    owner: str
    artifact_id: str
    expires: float


class PageLinks:
    """Signs links with a secret, which all processes of a service share."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, owner: str, artifact_id: str, now: datetime) -> tuple[str, datetime]:
        """Return the text that shows a page to whoever has it, and when it expires."""
        expires = now + LINK_LIFETIME
        nonce = secrets.token_urlsafe(_NONCE_BYTES)
        written = json.dumps([owner, artifact_id, expires.timestamp(), nonce]).encode()
        return f"{_encoded(written)}.{_encoded(self._signature(written))}", expires

    def link(self, token: str, now: datetime) -> PageLink | None:
        """Return what a text shows; None if it was not signed here, or has expired."""
        content, _, signature = token.partition(".")
        if len(token) > _MAX_TOKEN:
            return None
        written, given = _decoded(content), _decoded(signature)
        if written is None or given is None or not hmac.compare_digest(self._signature(written), given):
            return None
        owner, artifact_id, expires, _ = json.loads(written)
        return PageLink(owner, artifact_id, expires) if now.timestamp() < expires else None

    def _signature(self, written: bytes) -> bytes:
        return hmac.new(self._secret, written, hashlib.sha256).digest()


def _encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _decoded(written: str) -> bytes | None:
    try:
        return base64.b64decode(written + "=" * (-len(written) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return None
