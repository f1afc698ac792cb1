"""The results of a shared quiz: a table, a CSV file, marks by hand, and tests of a class."""

import csv
import io
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Final, Literal

from inkwright.artifacts.quizzes.answer_sheet import GradedAnswer, GradedSheet
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason, text
from inkwright.school.records import MAX_NAME, Pupil, Result, SchoolData, SchoolImport, Test
from inkwright.school.school import School
from inkwright.store.shares import Share
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_taking import student_key
from inkwright.usecases.school import store_import
from inkwright.usecases.store import Store

MatchProblem = Literal["unknown", "ambiguous", "twice"]
"""Why a result belongs to no pupil: nobody is like that, several are, or another result is that pupil's already."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_MAX_CANDIDATES: Final = 20


@dataclass(frozen=True, slots=True)
class UnmatchedResult:
    """A result that belongs to no pupil, and who it may belong to."""

    submission: Submission
    problem: MatchProblem
    candidates: tuple[Pupil, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchedResults:
    """The results of the pupils of a class, and the ones that belong to nobody."""

    pupils: tuple[tuple[Pupil, Submission], ...]
    unmatched: tuple[UnmatchedResult, ...]
    data: SchoolData
    imported: SchoolImport | None = None


async def results_of(store: Store, share: Share) -> list[Submission]:
    """Return everything that was handed in, in the order of the attempts."""
    return await store.submissions.of_share(share.id)


def latest_attempts(submissions: Sequence[Submission]) -> list[Submission]:
    """Return the last attempt of each student, in the order of the first attempts."""
    latest: dict[str, Submission] = {}
    for each in submissions:
        latest[each.student] = each
    return list(latest.values())


def results_csv(submissions: Sequence[Submission], language: Language) -> bytes:
    """Return the results as CSV that spreadsheets open: a row for each attempt, a column for each question."""
    numbers = [each.number for each in submissions[0].sheet.answers] if submissions else []
    heads = [text(language, f"share.results.{key}") for key in ("number", "name", "attempt", "at", "points", "of")]
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow([*heads, *(text(language, "share.results.question", number=each) for each in numbers)])
    for each in submissions:
        points = [_shown(answer.points) for answer in each.sheet.answers]
        at = each.handed_in_at.isoformat(timespec="seconds")
        who = [_cell(each.number), _cell(each.name), str(each.attempt), at]
        writer.writerow([*who, _shown(each.sheet.points), _shown(each.sheet.possible), *points])
    return b"\xef\xbb\xbf" + written.getvalue().encode()


def _cell(written: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{written}" if written.startswith(_FORMULA_STARTS) else written


def _shown(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


async def mark_answer(store: Store, share: Share, submission_id: str, number: str, points: float | None) -> Submission:
    """Set the points of an answer by hand; None: it will be graded later. InvalidOption if they are too many."""
    found = await store.submissions.get(submission_id, share.id)
    answer = next((each for each in found.sheet.answers if each.number == number), None)
    if answer is None:
        raise NotFound(what_kind=Reason("share.question"), id=number[:20])
    if points is not None and not 0 <= points <= answer.possible:
        allowed = Reason("share.points_allowed", most=f"{answer.possible:g}")
        raise InvalidOption(option="points", value=f"{points:g}", allowed=allowed)
    answers = tuple(replace(each, points=points) if each is answer else each for each in found.sheet.answers)
    marked = replace(found, sheet=GradedSheet(answers))
    await store.submissions.regrade(marked)
    return marked


async def add_to_class(
    store: Store,
    share: Share,
    class_name: str,
    chosen: Mapping[str, str] | None = None,
    *,
    leaves_out: bool = False,
    is_dry: bool = False,
) -> MatchedResults:
    """Add the last attempt of each student to a class, as one import that can be undone.

    `chosen` has the number of the pupil for results that belong to nobody by themselves. Nothing is imported while
    there are such results, unless they are left out. NotFound if there is no such class.
    """
    school = await store.schools.load(share.owner)
    found = school.class_of_name(class_name)
    if found is None:
        raise NotFound(what_kind=Reason("school.role.class"), id=class_name[:80])
    submissions = latest_attempts(await results_of(store, share))
    pupils = school.members(found.id)
    matched, unmatched = match_pupils(submissions, pupils, chosen or {})
    results = MatchedResults(matched, unmatched, _school_data(share, matched, school))
    if is_dry or not matched or (unmatched and not leaves_out):
        return results
    return replace(results, imported=await store_import(store, results.data, share.name, owner=share.owner))


def match_pupils(
    submissions: Sequence[Submission], pupils: Sequence[Pupil], chosen: Mapping[str, str]
) -> tuple[tuple[tuple[Pupil, Submission], ...], tuple[UnmatchedResult, ...]]:
    """Return whose results these are: by the chosen number, by the number, or by the name."""
    matched: dict[str, tuple[Pupil, Submission]] = {}
    unmatched: list[UnmatchedResult] = []
    for each in submissions:
        found = _candidates(each, pupils, chosen.get(each.id, ""))
        if len(found) == 1 and found[0].number not in matched:
            matched[found[0].number] = (found[0], each)
        else:
            problem: MatchProblem = "unknown" if not found else "ambiguous" if len(found) > 1 else "twice"
            candidates = found or _similar(each, pupils)
            unmatched.append(UnmatchedResult(each, problem, tuple(candidates[:_MAX_CANDIDATES])))
    return tuple(matched.values()), tuple(unmatched)


def _candidates(submission: Submission, pupils: Sequence[Pupil], chosen: str) -> list[Pupil]:
    if chosen:
        return [each for each in pupils if each.number == chosen]
    if submission.number:
        number = student_key(submission.number)
        by_number = [each for each in pupils if student_key(each.number) == number]
        if by_number or not submission.name:
            return _with_same_name(by_number, submission.name)
    words = _name_words(submission.name)
    return [each for each in pupils if _name_words(each.name) == words]


def _similar(submission: Submission, pupils: Sequence[Pupil]) -> list[Pupil]:
    """Return the pupils with the number of the student, or with a part of the name."""
    words = set(_name_words(submission.name).split())
    number = student_key(submission.number)
    return [
        each
        for each in pupils
        if (number and student_key(each.number) == number) or words & set(_name_words(each.name).split())
    ]


def _with_same_name(found: list[Pupil], name: str) -> list[Pupil]:
    """Return the pupils of a number, unless the student wrote another name: one pupil never becomes another."""
    return [each for each in found if not name or _name_words(each.name) == _name_words(name)]


def _name_words(name: str) -> str:
    """Return a name for comparison: the order of its words makes no difference, as in “Chan Tai Man”."""
    return " ".join(sorted(unicodedata.normalize("NFKC", name).casefold().replace(",", " ").split()))


def _school_data(share: Share, matched: Sequence[tuple[Pupil, Submission]], school: School) -> SchoolData:
    """Return the results as tests: the whole quiz, and one for each knowledge point.

    A question that is not graded in every sheet counts in none, so that all have the same maximum.
    """
    ungraded = {each.number for _, submission in matched for each in submission.sheet.ungraded}
    tests: dict[str, Test] = {}
    results: list[Result] = []
    for pupil, submission in matched:
        counted = [each for each in submission.sheet.answers if each.number not in ungraded and each.possible > 0]
        for test, mark in _marks(share.name, counted, share.created_at.date().isoformat()):
            tests.setdefault(test.name, test)
            results.append(Result(pupil.number, test.name, mark))
    pupils = tuple(pupil for pupil, _ in matched)
    classes = {class_id for pupil in pupils for class_id in pupil.classes}
    kept = tuple(each for each in school.data.classes if each.id in classes)
    return SchoolData(kept, pupils, tuple(tests.values()), tuple(results))


def _marks(name: str, counted: Sequence[GradedAnswer], date: str) -> list[tuple[Test, float]]:
    """Return the tests of a sheet with their marks."""
    points = list(dict.fromkeys(each.knowledge_point for each in counted if each.knowledge_point))
    is_one = len(points) == 1 and all(each.knowledge_point for each in counted)
    groups = [(name[:MAX_NAME], points[0] if is_one else "", list(counted))]
    if not is_one:
        titles = _point_titles(name, points)
        by_point = [[each for each in counted if each.knowledge_point == point] for point in points]
        groups += list(zip(titles, points, by_point, strict=True))
    return [
        (
            Test(title, round(sum(each.possible for each in answers), 6), point, date),
            round(sum(each.points or 0.0 for each in answers), 6),
        )
        for title, point, answers in groups
        if answers
    ]


def _point_titles(name: str, points: Sequence[str]) -> list[str]:
    """Return the names of the tests of knowledge points: all different, and none is that of the whole quiz."""
    taken = {name[:MAX_NAME]: None}
    for point in points:
        marks = chain([""], (f" ({number})" for number in count(2)))
        titles = (_point_title(name, point, mark) for mark in marks)
        taken[next(each for each in titles if each not in taken)] = None
    return list(taken)[1:]


def _point_title(name: str, point: str, mark: str) -> str:
    """Return the name of a quiz and of a knowledge point; of long ones the beginnings."""
    end = f" – {point}"[: MAX_NAME // 2] + mark
    return f"{name[: MAX_NAME - len(end)]}{end}"
