"""Errors of the API: one shape (RFC 9457) with our codes, in the language that the client asks for."""

from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import Field
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException

from inkwright.artifacts.validation import error_message, summarised_errors
from inkwright.errors import (
    AlreadyAnswered,
    CallerError,
    EditConflict,
    GaveUp,
    InkwrightError,
    JobRunning,
    ModelBusy,
    ModelDenied,
    ModelError,
    ModelNotInstalled,
    ModelUnknown,
    NotFound,
    StoreError,
    TurnOver,
    TurnRunning,
    TypesettingFailed,
)
from inkwright.i18n import Language, error_text, is_traditional_locale, text, write_traditional
from inkwright.server.wire import WireModel

_MAX_FIELDS: Final = 20
_SECRET_FIELDS: Final = frozenset({"key", "token", "password", "authorization", "cookie"})
PROBLEM_TYPE: Final = "application/problem+json"
_STATUSES: Final[Mapping[type[InkwrightError], int]] = {
    NotFound: 404,
    AlreadyAnswered: 409,
    EditConflict: 409,
    TurnOver: 409,
    TurnRunning: 409,
    JobRunning: 409,
    CallerError: 422,
    ModelBusy: 503,
    ModelDenied: 503,
    ModelNotInstalled: 503,
    ModelError: 502,
    ModelUnknown: 422,
    GaveUp: 502,
    StoreError: 503,
    TypesettingFailed: 422,
    InkwrightError: 500,
}


class InvalidField(WireModel):
    """A field of the request that is not valid."""

    field: str
    problem: str


class Problem(WireModel):
    """Why a request failed."""

    type: str = Field(default="about:blank", description="The kind of problem.")
    title: str = Field(description="What happened, for the person.")
    status: int = Field(description="The HTTP status.")
    code: str = Field(description="The kind of problem, for programs.")
    detail: str = Field(default="", description="What to do, or where the request is invalid.")
    errors: list[InvalidField] = Field(default_factory=list, description="The invalid fields, if there are any.")


class ApiProblem(HTTPException):
    """A problem of a request that has no error of its own: too large, too many, not allowed."""

    def __init__(self, status: int, code: str, *, headers: Mapping[str, str] | None = None, **fields: object) -> None:
        super().__init__(status, code, headers)
        self.code = code
        self.fields = fields

    def response(self, language: Language) -> JSONResponse:
        """Return the response."""
        title, _, detail = text(language, f"server.{self.code}", **self.fields).partition("\n")
        return _response(Problem(title=title, status=self.status_code, code=self.code, detail=detail), self.headers)


def add_handlers(app: FastAPI) -> None:
    """Turn every error into a problem."""
    app.add_exception_handler(InkwrightError, _inkwright_error)
    app.add_exception_handler(ApiProblem, _api_problem)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)


def language_from_header(header: str) -> Language:
    """Return the first language of an `Accept-Language` header that there are messages for; English by default."""
    return "zh" if _language_tag(header).startswith("zh") else "en"


def write_script_of(header: str) -> None:
    """Let Chinese messages of this request be traditional or simplified, as an `Accept-Language` header asks."""
    tag = _language_tag(header)
    if tag.startswith("zh"):
        write_traditional(is_traditional_locale({"LANG": tag.replace("-", "_")}))


def _language_tag(header: str) -> str:
    ranked: list[tuple[float, str]] = []
    for item in header[:500].split(","):
        name, _, quality = item.partition(";")
        ranked.append((-_quality(quality), name.strip().lower()))
    for _, name in sorted(ranked, key=lambda each: each[0]):
        if name.startswith(("zh", "en")):
            return name
    return ""


def language_of_request(request: Request) -> Language:
    """Return the language of messages in the response."""
    return language_from_header(request.headers.get("accept-language", ""))


def status_of(error: InkwrightError) -> int:
    """Return the HTTP status of an error: that of its nearest class in the table."""
    return next(_STATUSES[kind] for kind in type(error).__mro__ if kind in _STATUSES)


def _quality(written: str) -> float:
    try:
        return float(written.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0.0


async def _inkwright_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, InkwrightError)  # noqa: S101
    title, todo = error_text(language_of_request(request), error)
    status = status_of(error)
    return _response(Problem(title=title, status=status, code=error.code, detail=todo))


async def _api_problem(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ApiProblem)  # noqa: S101
    return error.response(language_of_request(request))


async def _invalid_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    language = language_of_request(request)
    found = {(_field_name(each["loc"]), _problem_of(each, language)): None for each in error.errors()[:_MAX_FIELDS]}
    fields = [InvalidField(field=name, problem=problem) for name, problem in found]
    title = text(language, "server.invalid_request")
    words = [f"{each.field}: {each.problem}" if each.field else each.problem for each in fields]
    detail = summarised_errors(words, language)
    return _response(Problem(title=title, status=422, code="invalid_request", detail=detail, errors=fields))


def _field_name(location: Sequence[int | str]) -> str:
    """Return the path of a field, without the types that were tried for its value, such as `AnswerBody`."""
    steps = (str(step) for step in location[1:])
    return ".".join(step for step in steps if "[" not in step and not step[:1].isupper())


def _presentable(error: ErrorDetails) -> ErrorDetails:
    """Return an error without the value that was given, if that is a secret."""
    is_secret = not _SECRET_FIELDS.isdisjoint(error["loc"])
    return {**error, "input": "…"} if is_secret else error


def _problem_of(error: ErrorDetails, language: Language) -> str:
    """Return what is wrong with a field. A body that was not read as JSON, and a form with a text where a file belongs,
    would be told in the words of a library.
    """
    if isinstance(error["input"], bytes):
        return text(language, "server.not_json")
    if "UploadFile" in error["msg"]:
        return text(language, "server.not_a_file")
    return error_message(_presentable(error), language)


async def _http_error(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    known = {404: "no_route", 405: "wrong_method"}.get(error.status_code, "bad_request")
    problem = ApiProblem(error.status_code, known, headers=error.headers, path=request.url.path[:200])
    return problem.response(language_of_request(request))


def _response(problem: Problem, headers: Mapping[str, str] | None = None) -> JSONResponse:
    body = problem.model_dump(mode="json", by_alias=True)
    return JSONResponse(body, problem.status, media_type=PROBLEM_TYPE, headers=dict(headers or {}))
