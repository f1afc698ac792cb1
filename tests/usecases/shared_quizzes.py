"""Shared quizzes in the store of a test, with a clock that the test moves."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.settings import load_settings
from inkwright.store.shares import StoredShares
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_taking import hand_in
from inkwright.usecases.quiz_terms import QuizTerms
from inkwright.usecases.sharing import SharedArtifact, ShareRequest, share_artifact
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from tests.store.test_shares import MovedClock

T = TypeVar("T")
LONG: Final = {"questionType": "LONG_ANSWER", "question": "Why?", "correctAnswer": "Clouds", "points": 4}


def statement(number: int, point: str = "") -> dict[str, Any]:
    """A question whose right answer is “true”."""
    return {
        "questionType": "TRUE_FALSE",
        "question": f"Statement {number}.",
        "correctAnswer": "true",
        "knowledgePoint": point,
    }


def in_store(home: Path, work: Callable[[Store, MovedClock], Awaitable[T]]) -> T:
    """What the work gives, with the store of this home folder and its clock."""

    async def opened() -> T:
        async with open_store(load_settings(flags={}, environ={}, folder=home, home=home)) as store:
            clock = MovedClock()
            shares = StoredShares(store.database, store.ids, clock)
            return await work(dataclasses.replace(store, clock=clock, shares=shares), clock)

    return asyncio.run(opened())


async def kept_quiz(
    store: Store, *questions: dict[str, Any], title: str = "Rain", owner: str = LOCAL_OWNER
) -> ArtifactRecord:
    """The record of a stored quiz."""
    quiz = Quiz.model_validate({"title": title, "language": "en", "questions": list(questions) or [statement(1)]})
    draft = Draft("quiz", "Rain.quiz.json", title, {"Rain.quiz.json": write_json(quiz)})
    return await kept_draft(store, draft, owner)


async def kept_draft(store: Store, draft: Draft, owner: str = LOCAL_OWNER) -> ArtifactRecord:
    """The record of a draft that the vault accepts."""
    kept = await store.vault.keep(draft, owner=owner, turn_id=store.ids.new("turn"))
    assert isinstance(kept, Verified), kept
    record = await store.records.get(kept.id, owner)
    assert record is not None
    return record


async def shared_quiz(store: Store, *questions: dict[str, Any], title: str = "Rain", **terms: Any) -> SharedArtifact:
    """A quiz that is shared on these terms."""
    record = await kept_quiz(store, *questions, title=title)
    return SharedArtifact(await share_artifact(store, record, ShareRequest(quiz=QuizTerms(**terms))), record)


async def accepted(store: Store, shared: SharedArtifact, **fields: str) -> Submission:
    """What a student hands in, with one value for each field."""
    done = await hand_in(store, shared, {name: [value] for name, value in fields.items()})
    assert isinstance(done, Submission), done
    return done
