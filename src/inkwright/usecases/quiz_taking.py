"""Quizzes that students take by a share link: the form, handing in, and the receipt."""

import asyncio
import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from inkwright.artifacts.quizzes.answer_sheet import grade_sheet
from inkwright.artifacts.quizzes.formats.html.sheet import write_sheet
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.workers import FILE_SECONDS, limited_work
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_terms import QuizTerms, terms_of
from inkwright.usecases.sharing import SharedArtifact
from inkwright.usecases.store import Store

Refusal = Literal["closed", "no_attempt", "who"]
"""Why a form was not accepted: the quiz is closed, no attempt is left, or the student has no name."""

MAX_STUDENT: Final = 80
_MAX_ONCE: Final = 64
_KEPT_SHEETS: Final = 32
_RECEIPT: Final = "receipt"
_ORDER: Final = "order"


async def quiz_of(store: Store, shared: SharedArtifact) -> Quiz:
    """Return the quiz that a link shows. NotFound if its file is gone."""
    record = shared.record
    content = await store.vault.read(record.id, owner=record.owner)
    if content is None:
        raise NotFound(what_kind="artifact", id=record.id)
    return await asyncio.to_thread(_loaded_quiz, content, record.name)


@lru_cache(_KEPT_SHEETS)
def _loaded_quiz(content: bytes, name: str) -> Quiz:
    return read_quiz(content, name).quiz


@limited_work(FILE_SECONDS)
async def quiz_form(store: Store, shared: SharedArtifact) -> str:
    """Return the questions of a quiz as fields of a form, without the key."""
    quiz, seed = await quiz_of(store, shared), await _seed(store, shared)
    return await asyncio.to_thread(_written_sheet, quiz.model_dump_json(), seed)


@lru_cache(_KEPT_SHEETS)
def _written_sheet(quiz: str, seed: str) -> str:
    return write_sheet(Quiz.model_validate_json(quiz), seed)


async def _seed(store: Store, shared: SharedArtifact) -> str:
    return await store.shares.signature(_ORDER, shared.share.id)


async def hand_in(store: Store, shared: SharedArtifact, form: Mapping[str, Sequence[str]]) -> Submission | Refusal:
    """Grade a form and store it, or return why it was not accepted."""
    terms, now = terms_of(shared.share), store.clock.now()
    if terms.is_closed(now):
        return "closed"
    name, number = (_who(form, field) if field in _asked(terms) else "" for field in ("name", "number"))
    if not all({"name": name, "number": number}[field] for field in _asked(terms)):
        return "who"
    sheet = grade_sheet(await quiz_of(store, shared), form, await _seed(store, shared))
    student = student_key(number or name)
    submission = Submission(
        id=store.ids.new("answers"),
        share_id=shared.share.id,
        student=student,
        once=_form_key(form, student) or store.ids.new("once"),
        name=name,
        number=number,
        handed_in_at=now,
        sheet=sheet,
    )
    kept = await store.submissions.add(submission, attempts=terms.attempts)
    if kept is None:
        return "no_attempt"
    return kept


def _form_key(form: Mapping[str, Sequence[str]], student: str) -> str:
    """Return the key of a form in the hands of one student: with it, nobody gets the receipt of somebody else."""
    written = next(iter(form.get("once", ())), "")[:_MAX_ONCE]
    return hashlib.sha256(f"{student}\n{written}".encode("utf-8", "replace")).hexdigest() if written else ""


def _asked(terms: QuizTerms) -> tuple[str, ...]:
    return ("name", "number") if terms.asks_for == "both" else (terms.asks_for,)


def _who(form: Mapping[str, Sequence[str]], field: str) -> str:
    written = next(iter(form.get(field, ())), "")[: 4 * MAX_STUDENT]
    visible = "".join(each if unicodedata.category(each)[0] != "C" else " " for each in written)
    return " ".join(visible.split())[:MAX_STUDENT]


def student_key(written: str) -> str:
    """Return a name or a number for comparison: width, case and spaces make no difference."""
    return "".join(unicodedata.normalize("NFKC", written).casefold().split())[: 2 * MAX_STUDENT]


async def receipt_of(store: Store, submission: Submission) -> str:
    """Return the text by which a student sees the result again."""
    signature = await store.shares.signature(_RECEIPT, submission.id)
    return f"{submission.id.partition('_')[2]}.{signature}"


async def submission_of(store: Store, shared: SharedArtifact, receipt: str) -> Submission:
    """Return what was handed in with this receipt. NotFound if the receipt is not one of this link."""
    number, _, signature = receipt[:200].partition(".")
    identity = f"answers_{number}"
    if signature != await store.shares.signature(_RECEIPT, identity):
        raise NotFound(what_kind=Reason("share.submission"), id=number[:8])
    return await store.submissions.get(identity, shared.share.id)
