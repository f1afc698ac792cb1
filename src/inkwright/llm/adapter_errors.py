"""Converts every pydantic-ai and HTTP failure into a `ModelError`: one short line, never the API key."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import httpx2
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    IncompleteToolCall,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    UnexpectedModelBehavior,
    UserError,
)

from inkwright.errors import (
    ModelBusy,
    ModelDenied,
    ModelError,
    ModelRefused,
    ModelTimedOut,
    ModelUnavailable,
    ModelUnknown,
    ReplyCut,
    ReplyMalformed,
    RequestInvalid,
    RequestTooLong,
)

MAX_PROBLEM_LENGTH: Final = 200
"""Characters of a problem: it stands inside a sentence."""

_ERROR_CLASSES: Final[tuple[tuple[type[Exception], type[ModelError]], ...]] = (
    (ModelRateLimitError, ModelBusy),
    (ModelQuotaExceededError, ModelBusy),
    (ModelUnavailableError, ModelUnavailable),
    (ModelServerError, ModelUnavailable),
    (ModelTimeoutError, ModelTimedOut),
    (ModelRequestTimeout, ModelTimedOut),
    (ModelContextWindowExceededError, RequestTooLong),
    (ModelAuthenticationError, ModelDenied),
    (ModelNotFoundError, ModelUnknown),
    (ModelRequestRejectedError, RequestInvalid),
    (ContentFilterError, ModelRefused),
    (IncompleteToolCall, ReplyCut),
    (UnexpectedModelBehavior, ReplyMalformed),
    (UserError, RequestInvalid),
    (httpx2.TimeoutException, ModelTimedOut),
    (httpx2.ConnectError, ModelUnavailable),
    (httpx2.UnsupportedProtocol, ModelUnavailable),
    (httpx2.InvalidURL, ModelUnavailable),
    (httpx2.TransportError, ReplyCut),
    (httpx2.StreamError, ReplyCut),
)
"""The first that fits counts: a class stands before those it descends from."""

_STATUSES: Final = {408: ModelTimedOut, 413: RequestTooLong}
_REFUSALS: Final = {"content_filter", "content_policy_violation"}
_TOO_LONG = re.compile(r"context[ _](?:size|length|window)|(?:prompt|input) is too long", re.IGNORECASE)
_MALFORMED: Final = (
    ("JSON", "it is not JSON"),
    ("validation error", "it has an unexpected shape"),
    ("ended without content", "the stream is empty"),
)
_KEY_LIKE = re.compile(r"\bbearer\s+\S+|\b(?:sk|pk|rk)-[\w-]{8,}|\bAIza[\w-]{20,}", re.IGNORECASE)
_MIN_SECRET_LENGTH: Final = 4
MAX_BODY_BYTES: Final = 32_000_000
"""Bytes of one answer of a server. A long book has fewer."""


class BodyTooLarge(Exception):
    """A server sent more than any reply can hold."""


_FAILURES: Final = (
    BodyTooLarge,
    AgentRunError,
    httpx2.HTTPError,
    httpx2.StreamError,
    httpx2.InvalidURL,
    # A body of an unexpected shape makes the engine stumble in its own code.
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class ModelTarget:
    """Who was asked: the name of the model, the variable where its key belongs, and the key that must not be told."""

    model: str
    variable: str
    secret: str | None = None

    def __repr__(self) -> str:
        return f"ModelTarget(model={self.model!r}, variable={self.variable!r})"


@contextmanager
def translate_errors(asked: ModelTarget) -> Iterator[None]:
    """Raise every failure of the engine as a `ModelError`; only `UserError` passes, as nothing was sent by then."""
    try:
        yield
    except UserError:
        raise
    except _FAILURES as error:
        # What the server sent may repeat the key, so no traceback may show it.
        raise model_error(error, asked) from None


def model_error(error: Exception, asked: ModelTarget) -> ModelError:
    """Our error for one of the engine's."""
    if isinstance(_root_cause(error), BodyTooLarge):
        return ReplyMalformed(model=asked.model, problem=f"it is larger than {MAX_BODY_BYTES // 1_000_000} MB")
    kind = _error_class(error)
    fields: dict[str, Any] = {"model": asked.model, "problem": clean_problem(_problem(error), asked.secret)}
    if issubclass(kind, ModelUnavailable):
        fields["retry_after"] = getattr(error, "retry_after", None)
    if issubclass(kind, ModelDenied):
        fields["variable"] = asked.variable
    return kind(**fields)


def clean_problem(text: str, secret: str | None = None) -> str:
    """The text as part of a sentence: one line, not long, no full stop, and nothing that looks like a key."""
    line = " ".join(_without_secret(text, secret).split())
    line = "".join(sign for sign in line if sign.isprintable()).rstrip(" .。")
    return line if len(line) <= MAX_PROBLEM_LENGTH else line[: MAX_PROBLEM_LENGTH - 1] + "…"


def _without_secret(text: str, secret: str | None) -> str:
    if secret and len(secret) >= _MIN_SECRET_LENGTH:
        for form in (secret, repr(secret)[1:-1], json.dumps(secret)[1:-1]):
            text = text.replace(form, "…")
    return _KEY_LIKE.sub("…", text)


def _error_class(error: Exception) -> type[ModelError]:
    if isinstance(error, ModelAPIError) and error.provider_error_code in _REFUSALS:
        return ModelRefused
    if isinstance(error, ModelRequestRejectedError) and _TOO_LONG.search(_body_message(error.body)):
        return RequestTooLong
    for theirs, ours in _ERROR_CLASSES:
        if isinstance(error, theirs):
            return ours
    if isinstance(error, ModelConnectionError):
        return ReplyCut if error.phase == "read" and not _has_no_response(error) else ModelUnavailable
    if isinstance(error, ModelHTTPError):
        return _STATUSES.get(error.status_code, RequestInvalid if error.status_code < 500 else ModelUnavailable)
    return ReplyCut if _was_cut_off(error) else ReplyMalformed


def _was_cut_off(error: Exception) -> bool:
    """Whether a reply had begun; an answer that points elsewhere looks like one that had."""
    points_elsewhere = getattr(error.__cause__, "status_code", 200) >= 300
    return isinstance(error, ModelAPIError) and error.in_stream and not points_elsewhere


def _has_no_response(error: ModelConnectionError) -> bool:
    """Whether the server left before it said anything: no reply was cut then."""
    return "without sending a response" in str(_root_cause(error))


def _root_cause(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _problem(error: Exception) -> str:
    if isinstance(error, ModelHTTPError):
        told, status = _body_message(error.body), f"HTTP {error.status_code}"
        return f"{told[: MAX_PROBLEM_LENGTH - 20]} ({status})" if told else status
    if isinstance(error, ModelTimeoutError):
        return "no answer in time"
    if isinstance(error, ModelConnectionError):
        return str(_root_cause(error)) or "the connection failed"
    if isinstance(error, AgentRunError | UserError):
        told = str(error).partition("\n")[0]
        return next((words for sign, words in _MALFORMED if sign in told), told)
    if isinstance(error, httpx2.HTTPError | httpx2.StreamError | httpx2.InvalidURL):
        return str(error) or type(error).__name__
    return f"it has an unexpected shape ({type(error).__name__})"


def _body_message(body: object) -> str:
    """What a server says in the body of an error; nothing where the body is a page or has no words for people."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") else body.strip()
    if isinstance(body, Mapping):
        for name in ("message", "error", "detail"):
            if told := _body_message(body.get(name)):
                return told
    return ""
