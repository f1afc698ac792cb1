"""Every exception of the engine becomes one of our errors, in a short line without secrets."""

import inspect
from collections.abc import Iterator

import httpx2
import pydantic_ai.exceptions
import pytest
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelHTTPError,
    ModelRequestTimeout,
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
from inkwright.llm.adapter_errors import MAX_PROBLEM_LENGTH, ModelTarget, clean_problem, model_error, translate_errors
from tests.each import each

ASKED = ModelTarget("my:model", "MY_KEY", "a-secret-key")
EXPECTED: dict[str, type[ModelError]] = {
    "ContentFilterError": ModelRefused,
    "IncompleteToolCall": ReplyCut,
    "ModelAPIError": ReplyMalformed,
    "ModelAuthenticationError": ModelDenied,
    "ModelConnectionError": ModelUnavailable,
    "ModelContextWindowExceededError": RequestTooLong,
    "ModelHTTPError": ServerFailed,
    "ModelNotFoundError": ModelUnknown,
    "ModelOverloadedError": ServerFailed,
    "ModelQuotaExceededError": ModelBusy,
    "ModelRateLimitError": ModelBusy,
    "ModelRequestRejectedError": RequestInvalid,
    "ModelRequestTimeout": ModelTimedOut,
    "ModelServerError": ServerFailed,
    "ModelTimeoutError": ModelTimedOut,
    "ModelUnavailableError": ServerFailed,
    "UnexpectedModelBehavior": ReplyMalformed,
}


def public_exceptions() -> Iterator[type[Exception]]:
    for name, member in inspect.getmembers(pydantic_ai.exceptions, inspect.isclass):
        if issubclass(member, ModelAPIError | UnexpectedModelBehavior) and not name.startswith("_"):
            yield member


def raised(kind: type[Exception]) -> Exception:
    """One of the kind, made as the engine makes it."""
    if issubclass(kind, ModelHTTPError):
        return kind(599, "tiny", {"error": {"message": "it broke"}})
    if issubclass(kind, ModelRequestTimeout):
        return kind("tiny", 3.0)
    if issubclass(kind, ModelAPIError):
        return kind("tiny", "it broke")
    return kind("it broke")


def test_every_exception_that_a_request_can_raise_has_its_error() -> None:
    assert {kind.__name__: type(model_error(raised(kind), ASKED)) for kind in public_exceptions()} == EXPECTED


@each("kind", list(public_exceptions()))
def test_an_error_can_be_shown_and_names_the_model(kind: type[Exception]) -> None:
    with pytest.raises(ModelError) as caught, translate_errors(ASKED):
        raise raised(kind)
    assert "my:model" in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (httpx2.ReadTimeout("slow"), ModelTimedOut),
        (httpx2.ConnectError("refused"), ModelUnavailable),
        (httpx2.RemoteProtocolError("gone"), ReplyCut),
        (httpx2.InvalidURL("no address"), ModelUnavailable),
        (TypeError("'NoneType' object is not iterable"), ReplyMalformed),
        (RuntimeError("custom tool calls are not supported"), ReplyMalformed),
    ],
)
def test_what_the_engine_does_not_catch_has_its_error_too(error: Exception, expected: type[ModelError]) -> None:
    with pytest.raises(ModelError) as caught, translate_errors(ASKED):
        raise error
    assert type(caught.value) is expected


def test_what_the_engine_refuses_to_send_passes_so_that_it_can_be_asked_for_otherwise() -> None:
    with pytest.raises(UserError), translate_errors(ASKED):
        raise UserError("this model cannot do that")
    assert type(model_error(UserError("this model cannot do that"), ASKED)) is RequestInvalid


def dropped(words: str) -> ModelConnectionError:
    error = ModelConnectionError("tiny", "Connection error.", phase="read")
    error.__cause__ = httpx2.RemoteProtocolError(words)
    return error


def test_a_server_that_leaves_before_it_speaks_has_cut_nothing() -> None:
    silent = model_error(dropped("Server disconnected without sending a response."), ASKED)
    assert type(silent) is ModelUnavailable
    assert type(model_error(dropped("peer closed connection"), ASKED)) is ReplyCut


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"error": {"message": "It broke."}}, "It broke. (HTTP 500)"),
        ({"error": "it broke"}, "it broke (HTTP 500)"),
        ({"detail": "it broke"}, "it broke (HTTP 500)"),
        ("it\nbroke\x07", "it broke (HTTP 500)"),
        ("<html>it broke</html>", "HTTP 500"),
        ({"error": {"code": 7}}, "HTTP 500"),
        ([1], "HTTP 500"),
        (None, "HTTP 500"),
        ("long " * 100, ("long " * 100)[:180].strip() + " (HTTP 500)"),
    ],
)
def test_the_message_of_a_server_becomes_one_short_line(body: object, problem: str) -> None:
    assert model_error(ModelHTTPError(500, "tiny", body), ASKED).fields["problem"] == problem


@pytest.mark.parametrize(
    "text",
    [
        "you sent a-secret-key!",
        "Authorization: Bearer something-else",
        "key sk-proj-0123456789abcdef is wrong",
        "AIzaSyA0123456789abcdefghijklmnop",
    ],
)
def test_nothing_that_looks_like_a_key_is_shown(text: str) -> None:
    told = clean_problem(text, ASKED.secret)
    assert not any(secret in told for secret in ("a-secret", "something-else", "0123456789"))


def test_a_key_with_odd_signs_is_hidden_however_it_is_written() -> None:
    key = 'odd"\\key'
    assert clean_problem(f"{key!r} {key}", key) == "'***' ***"


def test_a_text_is_cut_to_what_a_sentence_can_hold() -> None:
    assert clean_problem("x" * 500) == "x" * (MAX_PROBLEM_LENGTH - 1) + "…"


def test_who_was_asked_can_be_shown_without_the_key() -> None:
    assert "a-secret-key" not in repr(ASKED)
