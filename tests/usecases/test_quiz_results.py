"""Results of a quiz: no formula in the table, no result for the wrong pupil, no points beyond the maximum."""

import csv
import io
import math
from pathlib import Path

import pytest

from inkwright.artifacts.quizzes.model import MAX_WORD
from inkwright.errors import InvalidOption, NotFound
from inkwright.school.records import MAX_NAME
from inkwright.usecases.quiz_results import add_to_class, latest_attempts, mark_answer, results_csv, results_of
from inkwright.usecases.school import import_school
from inkwright.usecases.store import LOCAL_OWNER, Store
from tests.store.test_shares import MovedClock
from tests.usecases.shared_quizzes import LONG, accepted, in_store, shared_quiz, statement

ROSTER = "学号,姓名,班级,测验1\n满分,,,60\n1001,陈大文,1A,55\n1002,Ann Lee,1A,30\n".encode()


async def with_class(store: Store) -> None:
    assert (await import_school(store, ROSTER, "1A.csv", owner=LOCAL_OWNER)).imported


def test_a_name_is_no_formula_and_no_second_column_in_the_table(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> bytes:
        shared = await shared_quiz(store, statement(1), LONG)
        for name in ('=HYPERLINK("x")', "＝1+1", "-1", 'a,"b"'):
            await accepted(store, shared, name=name, q0="true", q1="So.")
        return results_csv(await results_of(store, shared.share), "en")

    head, *rows = csv.reader(io.StringIO(in_store(tmp_path, work).decode("utf-8-sig")))
    assert head[-2:] == ["Question 1", "Question 2"]
    assert [row[1] for row in rows] == ['\'=HYPERLINK("x")', "'＝1+1", "'-1", 'a,"b"']
    assert {tuple(row[4:]) for row in rows} == {("1", "5", "1", "")}
    assert len(results_csv([], "zh").decode("utf-8-sig").splitlines()) == 1


def test_marks_are_within_the_points_of_a_question_of_this_share(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared, other = await shared_quiz(store, LONG), await shared_quiz(store, LONG)
        done = await accepted(store, shared, name="Ann", q0="So.")
        for wrong in (-0.5, 4.5, math.inf, math.nan):
            with pytest.raises(InvalidOption):
                await mark_answer(store, shared.share, done.id, "1", wrong)
        for share, submission, number in (
            (other.share, done.id, "1"),
            (shared.share, "answers_0", "1"),
            (shared.share, done.id, "2"),
        ):
            with pytest.raises(NotFound):
                await mark_answer(store, share, submission, number, 1)
        assert (await mark_answer(store, shared.share, done.id, "1", 2.5)).sheet.points == 2.5
        (again,) = await results_of(store, shared.share)
        assert (again.sheet.points, again.sheet.ungraded) == (2.5, ())
        assert (await mark_answer(store, shared.share, done.id, "1", None)).sheet.ungraded

    in_store(tmp_path, work)


def test_nothing_is_added_for_an_unknown_pupil_or_to_an_unknown_class(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(store, attempts=2)
        await with_class(store)
        assert (await add_to_class(store, shared.share, "1A")).imported is None
        for name, answer in (("陈大文", "false"), ("Zoë", "true"), ("陈大文", "true")):
            await accepted(store, shared, name=name, q0=answer)
        assert [each.attempt for each in latest_attempts(await results_of(store, shared.share))] == [2, 1]
        with pytest.raises(NotFound):
            await add_to_class(store, shared.share, "9Z")
        tried = await add_to_class(store, shared.share, "1A")
        assert (tried.imported, [each.problem for each in tried.unmatched]) == (None, ["unknown"])
        done = await add_to_class(store, shared.share, "1A", leaves_out=True)
        assert done.imported is not None
        assert [(each.pupil, each.mark) for each in done.data.results] == [("1001", 1)]

    in_store(tmp_path, work)


def test_long_titles_and_knowledge_points_never_become_one_test(tmp_path: Path) -> None:
    points = ["比", "分数", "比" * (MAX_WORD - 1) + "一", "比" * (MAX_WORD - 1) + "二"]
    title = "长" * (MAX_WORD - 4) + " – 比"

    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(
            store, *(statement(number, point) for number, point in enumerate(points)), title=title
        )
        await with_class(store)
        await accepted(store, shared, name="Lee, ANN", q0="true", q1="false", q2="true", q3="false")
        done = await add_to_class(store, shared.share, "1A")
        assert done.imported is not None
        assert [each.maximum for each in done.data.tests] == [4, 1, 1, 1, 1]
        assert [each.knowledge_point for each in done.data.tests] == ["", *points]
        assert len({each.name for each in done.data.tests}) == 5
        assert max(len(each.name) for each in done.data.tests) <= MAX_NAME
        assert [each.mark for each in done.data.results] == [2, 1, 0, 1, 0]

    in_store(tmp_path, work)


def test_a_title_with_a_slash_is_the_whole_name_of_the_import(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        shared = await shared_quiz(store, title="1/2 + 1/3")
        await with_class(store)
        await accepted(store, shared, name="Ann Lee", q0="true")
        done = await add_to_class(store, shared.share, "1A")
        assert done.imported is not None
        assert (done.imported.name, done.data.tests[0].name) == ("1/2 + 1/3", "1/2 + 1/3")

    in_store(tmp_path, work)
