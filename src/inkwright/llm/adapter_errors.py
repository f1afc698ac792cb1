"""Converts every pydantic-ai and HTTP failure into a `ModelError`: one short line, never the API key."""

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
    ServerFailed,
)
from inkwright.i18n import Reason
from inkwright.llm.connection_errors import connection_problem
from inkwright.llm.http_client import ResponseRefused
from inkwright.redaction import redact

MAX_PROBLEM_LENGTH: Final = 200
"""Characters of a problem, which becomes part of a sentence."""

_ERROR_CLASSES: Final[tuple[tuple[type[Exception], type[ModelError]], ...]] = (
    (ModelRateLimitError, ModelBusy),
    (ModelQuotaExceededError, ModelBusy),
    (ModelUnavailableError, ServerFailed),
    (ModelServerError, ServerFailed),
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
"""The first match counts: a class comes before its base classes."""

_TRACEBACK: Final = "Traceback (most recent call last)"
_STATUSES: Final = {408: ModelTimedOut, 413: RequestTooLong}
_REFUSALS: Final = {"content_filter", "content_policy_violation"}
_TOO_LONG = re.compile(r"context[ _](?:size|length|window)|(?:prompt|input) is too long", re.IGNORECASE)
_MALFORMED: Final = (
    ("JSON", "reason.llm.not_json"),
    ("validation error", "reason.llm.shape"),
    ("ended without content", "reason.llm.stream_empty"),
)
"""Parts of the engine's messages, and the reason that each of them means."""

_NO_CONNECTION: Final = Reason("reason.llm.connection_failed")

_FAILURES: Final = (
    ResponseRefused,
    AgentRunError,
    httpx2.HTTPError,
    httpx2.StreamError,
    httpx2.InvalidURL,
    # A body with an unexpected structure makes the engine fail in its own code.
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class ModelTarget:
    """The model of a request: its name, the variable for its key, and the key, which no message may reveal."""

    model: str
    variable: str
    secret: str | None = None

    def __repr__(self) -> str:
        return f"ModelTarget(model={self.model!r}, variable={self.variable!r})"


@contextmanager
def translate_errors(target: ModelTarget) -> Iterator[None]:
    """Raise every failure of the engine as a `ModelError`. A `UserError` passes through: nothing was sent yet."""
    try:
        yield
    except UserError:
        raise
    except _FAILURES as error:
        # The response may repeat the key, so no traceback may show it.
        raise model_error(error, target) from None


def model_error(error: Exception, target: ModelTarget) -> ModelError:
    """Return the `ModelError` for an error of the engine."""
    root = _root_cause(error)
    if isinstance(root, ResponseRefused):
        return ReplyMalformed(model=target.model, problem=root.reason)
    kind = _error_class(error)
    problem = _problem(error)
    if isinstance(problem, str):
        problem = clean_problem(problem, target.secret)
    fields: dict[str, Any] = {"model": target.model, "problem": problem}
    if issubclass(kind, ModelUnavailable):
        fields["retry_after"] = getattr(error, "retry_after", None)
    if issubclass(kind, ModelDenied):
        fields["variable"] = target.variable
    return kind(**fields)


def clean_problem(text: str, secret: str | None = None) -> str:
    """Return the text as part of a sentence: one short line, no full stop, and nothing that looks like a key."""
    line = " ".join(redact(text, secret).split())
    line = "".join(character for character in line if character.isprintable()).rstrip(" .。")
    return line if len(line) <= MAX_PROBLEM_LENGTH else line[: MAX_PROBLEM_LENGTH - 1] + "…"


def _error_class(error: Exception) -> type[ModelError]:
    if isinstance(error, ModelAPIError) and error.provider_error_code in _REFUSALS:
        return ModelRefused
    if isinstance(error, ModelRequestRejectedError) and _TOO_LONG.search(_body_message(error.body)):
        return RequestTooLong
    for engine_class, model_class in _ERROR_CLASSES:
        if isinstance(error, engine_class):
            return model_class
    if isinstance(error, ModelConnectionError):
        return ReplyCut if error.phase == "read" and not _has_no_response(error) else ModelUnavailable
    if isinstance(error, ModelHTTPError):
        return _STATUSES.get(error.status_code, RequestInvalid if error.status_code < 500 else ServerFailed)
    return ReplyCut if _was_cut_off(error) else ReplyMalformed


def _was_cut_off(error: Exception) -> bool:
    """Whether a reply had started. A redirect looks the same, so it is excluded."""
    is_redirect = getattr(error.__cause__, "status_code", 200) >= 300
    return isinstance(error, ModelAPIError) and error.in_stream and not is_redirect


def _has_no_response(error: ModelConnectionError) -> bool:
    """Whether the server disconnected before it sent anything: no reply was cut off then."""
    return "without sending a response" in str(_root_cause(error))


def _root_cause(error: BaseException) -> BaseException:
    while error.__cause__ is not None:
        error = error.__cause__
    return error


def _problem(error: Exception) -> Reason | str:
    if isinstance(error, ModelHTTPError):
        message, status = _body_message(error.body), f"HTTP {error.status_code}"
        return f"{message[: MAX_PROBLEM_LENGTH - 20]} ({status})" if message else status
    if isinstance(error, ModelTimeoutError | httpx2.TimeoutException):
        return Reason("reason.llm.no_answer_in_time")
    if isinstance(error, ModelConnectionError):
        return connection_problem(_root_cause(error)) if str(_root_cause(error)) else _NO_CONNECTION
    if isinstance(error, AgentRunError | UserError):
        message = str(error).partition("\n")[0]
        return next((Reason(key) for part, key in _MALFORMED if part in message), message)
    if isinstance(error, httpx2.HTTPError | httpx2.StreamError | httpx2.InvalidURL):
        return connection_problem(error)
    return Reason("reason.llm.shape_kind", kind=type(error).__name__)


def _body_message(body: object) -> str:
    """Return the message in the body of an error; empty if the body is a web page, a traceback or no message at all."""
    if isinstance(body, str):
        return "" if body.lstrip().startswith("<") or _TRACEBACK in body else body.strip()
    if isinstance(body, Mapping):
        for name in ("message", "error", "detail"):
            if message := _body_message(body.get(name)):
                return message
    return ""
