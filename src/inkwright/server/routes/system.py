"""The service itself: health, readiness, metrics, login, and waiting questions."""

from datetime import datetime, timedelta
from importlib.resources import files
from typing import Annotated, Final

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from pydantic import Field

from inkwright.application import Inkwright
from inkwright.i18n import Language, text
from inkwright.server.access import SESSION_COOKIE
from inkwright.server.metrics import METRICS_TYPE, Metrics
from inkwright.server.problems import Problem, language_of_request
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.turn_models import AskItem
from inkwright.server.wire import Cursor, Limit, Page, WireModel, page_of
from inkwright.usecases.unfinished_turns import find_unfinished

_SESSION_LIFETIME: Final = timedelta(days=14)
_LOGIN_CSP: Final = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

router = APIRouter(tags=["service"])
api = APIRouter(prefix="/api", tags=["service"], responses={401: {"model": Problem}})


class Health(WireModel):
    """Whether the service works."""

    status: str = Field(examples=["ok"])


class WaitingTurn(WireModel):
    """A turn that has not ended: it waits for an answer, runs, or was interrupted."""

    turn_id: str
    conversation_id: str
    message: str
    since: datetime
    is_running: bool
    ask: AskItem | None = Field(default=None, description="The question that waits for an answer.")


@router.get("/healthz")
async def show_health() -> Health:
    """Answer as long as the process lives."""
    return Health(status="ok")


@router.get("/readyz")
async def show_readiness(request: Request) -> Health:
    """Answer whether the database can be used; 503 if not."""
    inkwright: Inkwright = request.app.state.inkwright
    await inkwright.store.tokens.all("")
    return Health(status="ok")


@router.get("/metrics", response_class=PlainTextResponse, responses={401: {"model": Problem}})
async def show_metrics(request: Request, inkwright: OwnersInkwright) -> PlainTextResponse:
    """Return the metrics in the format of Prometheus."""
    counted: Metrics = request.app.state.metrics
    written = counted.text(inkwright.running_in_all, inkwright.second_runs_in_all)
    return PlainTextResponse(written, media_type=METRICS_TYPE)


@router.get("/login", response_class=HTMLResponse, include_in_schema=False)
async def login_page(language: RequestLanguage) -> HTMLResponse:
    """Return the page on which a person enters a token."""
    return _login_page(language, 200)


@router.post("/login", include_in_schema=False)
async def login(request: Request, token: Annotated[str, Form(max_length=200)]) -> Response:
    """Start a session with a token. The cookie is not readable by scripts and is sent by this site only."""
    inkwright: Inkwright = request.app.state.inkwright
    language = language_of_request(request)
    known = await inkwright.store.tokens.verify(token.strip())
    if known is None or known.is_session:
        return _login_page(language, 401)
    _, secret = await inkwright.store.tokens.new(known.owner, known.id, lifetime=_SESSION_LIFETIME, is_session=True)
    response = RedirectResponse("/", 303)
    is_https = request.url.scheme == "https"
    response.set_cookie(
        SESSION_COOKIE,
        secret,
        max_age=int(_SESSION_LIFETIME.total_seconds()),
        httponly=True,
        samesite="strict",
        secure=is_https,
    )
    return response


@router.post("/logout", include_in_schema=False)
async def logout(request: Request) -> Response:
    """End the session."""
    inkwright: Inkwright = request.app.state.inkwright
    session = await inkwright.store.tokens.verify(request.cookies.get(SESSION_COOKIE, ""))
    if session is not None and session.is_session:
        await inkwright.store.tokens.revoke(session.id)
    response = RedirectResponse("/login", 303)
    response.delete_cookie(SESSION_COOKIE)
    return response


@api.get("/asks")
async def list_waiting_turns(inkwright: OwnersInkwright, limit: Limit = 50, cursor: Cursor = None) -> Page[WaitingTurn]:
    """List the turns that have not ended, oldest first, with the questions that wait for an answer."""
    shown, following = page_of(await find_unfinished(inkwright.store, owner=inkwright.owner), cursor, limit)
    items = [
        WaitingTurn(
            turn_id=each.turn.id,
            conversation_id=each.turn.conversation_id,
            message=each.turn.message,
            since=each.since,
            is_running=each.is_held,
            ask=AskItem.of(each.ask) if each.ask else None,
        )
        for each in shown
    ]
    return Page[WaitingTurn](items=items, next=following)


@api.get("/asks/{ask_id}", responses={404: {"model": Problem}})
async def show_ask(ask_id: str, inkwright: OwnersInkwright) -> AskItem:
    """Return a question."""
    return AskItem.of(await inkwright.ask(ask_id))


def _login_page(language: Language, status: int) -> HTMLResponse:
    words = {key: text(language, f"server.login.{key}") for key in ("title", "hint", "button", "wrong")}
    words["wrong"] = f'<p role="alert">{words["wrong"]}</p>' if status == 401 else ""
    page = files("inkwright.server").joinpath("login.html").read_text(encoding="utf-8")
    for name, value in {**words, "language": language}.items():
        page = page.replace(f"{{{name}}}", value)
    # Without a referrer a browser does not say either where the form was sent from, and the form is refused.
    headers = {"content-security-policy": _LOGIN_CSP, "referrer-policy": "same-origin"}
    return HTMLResponse(page, status, headers)
