"""Students hand in: nobody without a name, too late, too often, or with the receipt of somebody else."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from inkwright.errors import NotFound
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_taking import (
    MAX_STUDENT,
    hand_in,
    quiz_form,
    receipt_of,
    student_key,
    submission_of,
)
from inkwright.usecases.store import Store
from tests.store.test_shares import MovedClock
from tests.usecases.shared_quizzes import LONG, accepted, in_store, shared_quiz, statement

NO_NAMES: list[dict[str, list[str]]] = [
    {},
    {"name": []},
    {"name": [" \u3000\t"]},
    {"name": ["\0\u202e\u200b"]},
    {"number": ["1001"]},
]


def test_a_form_without_a_visible_name_or_after_the_deadline_is_not_accepted(tmp_path: Path) -> None:
    async def work(store: Store, clock: MovedClock) -> None:
        shared = await shared_quiz(store, closes_at=clock.at + timedelta(hours=1))
        for form in NO_NAMES:
            assert await hand_in(store, shared, form) == "who"
        done = await accepted(store, shared, name=f"\0 陈\u202e 大文{'x' * 500}")
        assert done.name.startswith("陈 大文x")
        assert len(done.name) == MAX_STUDENT
        clock.at += timedelta(hours=1)
        assert await hand_in(store, shared, {"name": ["Bob"]}) == "closed"

    in_store(tmp_path, work)


def test_a_student_who_writes_the_name_in_another_way_has_no_second_attempt(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(store)
        await accepted(store, shared, name="Ann Lee", q0="false")
        for name in ("ann lee", " ANN  LEE ", "Ａnn Lee", "AnnLee"):
            assert await hand_in(store, shared, {"name": [name], "q0": ["true"]}) == "no_attempt"
        assert student_key(" １００１ ") == student_key("1001")

    in_store(tmp_path, work)


def test_the_same_form_counts_once_for_a_student_and_is_not_the_receipt_of_another(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(store, attempts=5)
        form = {"name": ["Ann"], "once": ["a\0form"], "q0": ["true"]}
        sent = await asyncio.gather(*(hand_in(store, shared, form) for _ in range(4)))
        (first,) = {each.id for each in sent if isinstance(each, Submission)}
        bob = await accepted(store, shared, name="Bob", once="a\0form", q0="false")
        assert (bob.name, bob.sheet.points, bob.id != first) == ("Bob", 0, True)
        assert await store.submissions.count(shared.share.id) == 2

    in_store(tmp_path, work)


def test_a_receipt_opens_one_submission_of_its_own_link(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared, other = await shared_quiz(store), await shared_quiz(store)
        done, foreign = await accepted(store, shared, name="Ann"), await accepted(store, other, name="Ann")
        receipt = await receipt_of(store, done)
        assert await submission_of(store, shared, receipt) == done
        number, signature = (await receipt_of(store, foreign)).split(".")
        own = receipt.partition(".")[0]
        for wrong in ("", ".", own, f"{own}.", f"{own}.{signature}", f"{number}.{signature}", "é.é", "x" * 10_000):
            with pytest.raises(NotFound):
                await submission_of(store, shared, wrong)

    in_store(tmp_path, work)


def test_an_empty_sheet_has_no_points_and_what_was_not_offered_is_no_answer(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(store, statement(1), LONG)
        form = await quiz_form(store, shared)
        assert "Statement 1." in form
        assert "Clouds" not in form
        empty = await accepted(store, shared, name="Ann")
        assert (empty.sheet.points, empty.sheet.possible, empty.sheet.ungraded) == (0, 5, ())
        odd = await accepted(store, shared, name="Bob", q0="TRUE or so", q1=" It rains. ", q99="true")
        assert [each.given for each in odd.sheet.answers] == [(), ("It rains.",)]
        assert [each.number for each in odd.sheet.ungraded] == ["2"]

    in_store(tmp_path, work)
