"""Quizzes that students take by a share link: the form, handing in, and the result."""

import asyncio
import secrets
from collections.abc import Mapping
from html import escape
from typing import Final
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from inkwright.application import Inkwright
from inkwright.artifacts.quizzes.formats.html.sheet import sheet_script, sheet_style, write_graded_sheet
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.errors import InkwrightError, NotFound
from inkwright.i18n import Language, text
from inkwright.server.problems import ApiProblem
from inkwright.server.requests import RequestLanguage
from inkwright.server.shared_pages import SharedPage, gone_page
from inkwright.server.visitors import VisitedInkwright, check_share_rate
from inkwright.store.submissions import Submission
from inkwright.usecases.exports import is_stored_quiz
from inkwright.usecases.quiz_taking import (
    MAX_STUDENT,
    Refusal,
    hand_in,
    quiz_form,
    quiz_of,
    receipt_of,
    submission_of,
)
from inkwright.usecases.quiz_terms import QuizTerms, terms_of
from inkwright.usecases.sharing import SHARED_FOLDER, SharedArtifact, open_shared_artifact

_MAX_BODY: Final = 1024 * 1024
_MAX_FIELDS: Final = 20_000
_REFUSED_STATUS: Final[Mapping[Refusal, int]] = {"closed": 409, "no_attempt": 409, "who": 422}

router = APIRouter(prefix=SHARED_FOLDER.rstrip("/"), include_in_schema=False)


async def quiz_page(inkwright: Inkwright, shared: SharedArtifact, path: str) -> HTMLResponse:
    """Return the page on which a quiz is taken, or that says that it is closed."""
    terms, quiz = terms_of(shared.share), await quiz_of(inkwright.store, shared)
    say = _Words(quiz.language)
    earlier = f'<p hidden><a data-earlier="1" href="{escape(path)}">{say("earlier")}</a></p>'
    if terms.is_closed(inkwright.store.clock.now()):
        return _page(shared, quiz, f"{earlier}<p>{say('closed')}</p>{_deadline(terms, say)}").response()
    boxes = await quiz_form(inkwright.store, shared)
    body = [
        earlier,
        _deadline(terms, say),
        f'<form class="sheet" method="post" action="{escape(path)}/answers" autocomplete="off">',
        f'<input type="hidden" name="once" value="{secrets.token_urlsafe(18)}">',
        _who_fields(terms, say),
        f'<div id="quiz">{boxes}</div>',
        f'<p data-answered="{say("answered", done="{done}", all="{all}")}" '
        f'data-open="{say("open", open="{open}")}" role="status"></p>',
        f'<p><button class="main" type="submit">{say("hand_in")}</button></p></form>',
        f"<noscript><p>{say('no_script')}</p></noscript>",
    ]
    return _page(shared, quiz, "".join(body)).response()


@router.post("/{token}/answers", response_class=Response)
async def hand_in_answers(
    token: str, request: Request, inkwright: VisitedInkwright, language: RequestLanguage
) -> Response:
    """Grade and store what a student hands in, and show the result."""
    form = await _form(request)
    try:
        shared = await _open_quiz(inkwright, token)
        check_share_rate(request, shared.share.id)
        submission = await hand_in(inkwright.store, shared, form)
        if not isinstance(submission, Submission):
            return await _refused_page(inkwright, shared, submission)
    except InkwrightError:
        return gone_page(language)
    receipt = await receipt_of(inkwright.store, submission)
    return RedirectResponse(f"{SHARED_FOLDER}{token}/results/{receipt}", 303)


@router.get("/{token}/results/{receipt}", response_class=Response)
async def show_result(token: str, receipt: str, inkwright: VisitedInkwright, language: RequestLanguage) -> Response:
    """Show a student what was handed in and the score; the key only if that is allowed."""
    try:
        shared = await _open_quiz(inkwright, token)
        submission = await submission_of(inkwright.store, shared, receipt)
        quiz = await quiz_of(inkwright.store, shared)
    except InkwrightError:
        return gone_page(language)
    return (await _result_page(shared, quiz, submission)).response()


async def _result_page(shared: SharedArtifact, quiz: Quiz, submission: Submission) -> SharedPage:
    terms, say, sheet = terms_of(shared.share), _Words(quiz.language), submission.sheet
    points, possible = f"{sheet.points:g}", f"{sheet.possible:g}"
    who, moment = submission.name or submission.number, submission.handed_in_at.isoformat(timespec="seconds")
    body = [
        f'<p data-receipt="1" id="score">{say("score", points=points, possible=possible)}</p>',
        f'<p>{say("handed_in", who=who)} <time datetime="{moment}">{moment}</time></p>',
    ]
    if sheet.ungraded:
        body.append(f"<p>{say('to_grade', count=len(sheet.ungraded))}</p>")
    if terms.attempts > submission.attempt:
        body.append(f"<p>{say('attempts_left', count=terms.attempts - submission.attempt)}</p>")
    if terms.shows_answers:
        body.append(await asyncio.to_thread(write_graded_sheet, quiz, sheet, with_key=True))
    return _page(shared, quiz, "".join(body))


async def _refused_page(inkwright: Inkwright, shared: SharedArtifact, refused: Refusal) -> HTMLResponse:
    quiz = await quiz_of(inkwright.store, shared)
    body = f'<p role="alert"><strong>{_Words(quiz.language)(f"refused.{refused}")}</strong></p>'
    return _page(shared, quiz, body).response(_REFUSED_STATUS[refused])


async def _open_quiz(inkwright: Inkwright, token: str) -> SharedArtifact:
    shared = await open_shared_artifact(inkwright.store, token)
    if not is_stored_quiz(shared.record):
        raise NotFound(what_kind="artifact", id=token[:8])
    return shared


async def _form(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, within limits."""
    body = await request.body()
    if len(body) > _MAX_BODY:
        raise ApiProblem(413, "too_large", most=_MAX_BODY // 1024)
    try:
        return parse_qs(
            body.decode("utf-8", "replace"), keep_blank_values=True, errors="replace", max_num_fields=_MAX_FIELDS
        )
    except ValueError as problem:
        raise ApiProblem(400, "bad_request") from problem


class _Words:
    """Escaped messages of the pages of a quiz, in its language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __call__(self, key: str, **fields: object) -> str:
        return escape(text(self._language, f"quiz.sheet.{key}", **fields))


def _page(shared: SharedArtifact, quiz: Quiz, body: str) -> SharedPage:
    return SharedPage(
        title=quiz.title,
        language=quiz.language,
        body=body,
        expires_at=shared.share.expires_at,
        style=sheet_style(),
        script=sheet_script(),
    )


def _deadline(terms: QuizTerms, say: _Words) -> str:
    if terms.closes_at is None:
        return ""
    moment = terms.closes_at.isoformat(timespec="minutes")
    return f'<p>{say("until")} <time datetime="{moment}">{moment}</time></p>'


def _who_fields(terms: QuizTerms, say: _Words) -> str:
    asked = ("name", "number") if terms.asks_for == "both" else (terms.asks_for,)
    fields = "".join(
        f'<p><label>{say(each)} <input type="text" name="{each}" required maxlength="{MAX_STUDENT}"></label></p>'
        for each in asked
    )
    return f'<fieldset class="question who"><legend>{say("who")}</legend>{fields}</fieldset>'
