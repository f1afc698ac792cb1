"""What students hand in is stored once for each form, as often as allowed, and with the share it belongs to."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import update
from sqlalchemy.engine import URL

from inkwright.artifacts.quizzes.answer_sheet import GradedAnswer, GradedSheet
from inkwright.errors import InkwrightError, NotFound
from inkwright.ids import TimedIds
from inkwright.store.database import Database
from inkwright.store.share_tables import quiz_submissions
from inkwright.store.shares import StoredShares
from inkwright.store.submissions import StoredSubmissions, Submission
from tests.store.test_shares import MovedClock, run_on, shared

SHEET = GradedSheet((GradedAnswer("1", ("雨 <b>",), None, 4, "水"), GradedAnswer("2", (), 0.5, 1)))
Play = Callable[[StoredSubmissions, Submission, Database], Awaitable[None]]


def run_with_share(url: URL, play: Play) -> None:
    """Play with what Ann hands in by a stored share."""

    async def go(shares: StoredShares, clock: MovedClock, database: Database) -> None:
        share = await shared(shares, clock)
        ann = Submission(
            id=TimedIds().new("answers"),
            share_id=share.id,
            student="ann",
            once="form",
            name="Ann",
            number="",
            handed_in_at=clock.at,
            sheet=SHEET,
        )
        await play(StoredSubmissions(database), ann, database)

    run_on(url, go)


def numbered(submission: Submission, number: int) -> Submission:
    return replace(submission, id=f"answers_{number}", once=f"form {number}")


def test_a_form_that_is_sent_twice_is_stored_once_even_without_an_attempt_left(url: URL) -> None:
    async def play(submissions: StoredSubmissions, ann: Submission, _: Database) -> None:
        assert await submissions.add(ann, attempts=1) == ann
        assert await submissions.add(replace(ann, id="answers_2"), attempts=1) == ann
        assert await submissions.add(numbered(ann, 3), attempts=1) is None
        assert await submissions.of_share(ann.share_id) == [ann]

    run_with_share(url, play)


def test_many_forms_at_the_same_moment_are_no_more_than_the_attempts(url: URL) -> None:
    async def play(submissions: StoredSubmissions, ann: Submission, _: Database) -> None:
        tried = [submissions.add(numbered(ann, number), attempts=3) for number in range(8)]
        added = [each for each in await asyncio.gather(*tried) if each is not None]
        assert sorted(each.attempt for each in added) == [1, 2, 3]
        assert await submissions.count(ann.share_id) == 3
        bob = replace(numbered(ann, 9), student="bob", name="Bob")
        assert await submissions.add(bob, attempts=3) == bob

    run_with_share(url, play)


def test_a_submission_is_found_by_its_own_share_only(url: URL) -> None:
    async def play(submissions: StoredSubmissions, ann: Submission, _: Database) -> None:
        await submissions.add(ann, attempts=1)
        assert await submissions.get(ann.id, ann.share_id) == ann
        for identity, share in ((ann.id, "share_0"), ("", ann.share_id), ("answers_%", ann.share_id), ("x" * 999, "")):
            with pytest.raises(NotFound):
                await submissions.get(identity, share)
        assert (await submissions.of_share("share_0"), await submissions.count("share_0")) == ([], 0)

    run_with_share(url, play)


def test_points_by_hand_change_one_sheet_and_a_damaged_one_is_not_believed(url: URL) -> None:
    async def play(submissions: StoredSubmissions, ann: Submission, database: Database) -> None:
        bob = replace(numbered(ann, 2), student="bob")
        for each in (ann, bob):
            await submissions.add(each, attempts=1)
        marked = replace(ann, sheet=GradedSheet((replace(SHEET.answers[0], points=3.0), SHEET.answers[1])))
        await submissions.regrade(marked)
        assert await submissions.get(ann.id, ann.share_id) == marked
        assert await submissions.get(bob.id, bob.share_id) == bob
        damage = update(quiz_submissions).where(quiz_submissions.c.id == bob.id).values(body=b"damaged")
        await database.write(lambda connection: connection.execute(damage).close())
        with pytest.raises(InkwrightError):
            await submissions.get(bob.id, bob.share_id)

    run_with_share(url, play)
