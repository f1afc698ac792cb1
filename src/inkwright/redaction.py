"""Redaction: text without keys and passwords, for messages, logs and files."""

import json
import re
from typing import Final

HIDDEN: Final = "***"
_PASSWORD: Final = re.compile(r"(://[^/\s:@]{0,200}:)\S{1,500}(@)")
_KEY_LIKE: Final = re.compile(
    r"\bbearer\s+[^\s'\",}]+|\b(?:sk|pk|rk|gsk|xai|hf|ghp)[-_][\w-]{8,}|\bAIza[\w-]{20,}", re.IGNORECASE
)
_NAMED: Final = re.compile(
    r"((?:api[-_]?key|token|secret|password|passwd|authorization)[\"']?\s{0,9}[:=]\s{0,9}[\"']?)[^\s\"'&,}]{4,}",
    re.IGNORECASE,
)
_MIN_SECRET_LENGTH: Final = 4


def redact(text: str, *secrets: str | None) -> str:
    """Return the text without these secrets, passwords of addresses, and what looks like a key."""
    for secret in secrets:
        if secret and len(secret) >= _MIN_SECRET_LENGTH:
            for written in (secret, repr(secret)[1:-1], json.dumps(secret)[1:-1]):
                text = text.replace(written, HIDDEN)
    text = _PASSWORD.sub(rf"\1{HIDDEN}\2", text)
    return _NAMED.sub(rf"\1{HIDDEN}", _KEY_LIKE.sub(HIDDEN, text))
