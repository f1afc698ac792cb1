"""Results of shared quizzes over HTTP: the table, a CSV file, marks by hand, and adding them to a class."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from inkwright.school.records import Pupil
from inkwright.server.problems import Problem
from inkwright.server.requests import OwnersInkwright, RequestLanguage
from inkwright.server.routes.artifacts import file_response
from inkwright.server.routes.school import ImportItem, PupilItem
from inkwright.server.wire import WireModel
from inkwright.store.submissions import Submission
from inkwright.usecases.quiz_results import (
    MatchedResults,
    UnmatchedResult,
    add_to_class,
    mark_answer,
    results_csv,
    results_of,
)

_NOT_FOUND: Final[dict[int | str, dict[str, Any]]] = {404: {"model": Problem}}
_MAX_MATCHES: Final = 5_000
ClassMode = Literal["all", "leave_out", "dry_run"]

router = APIRouter(prefix="/api/shares", tags=["shares"], responses={401: {"model": Problem}, 422: {"model": Problem}})


class AnswerItem(WireModel):
    """The answer to one question."""

    number: str = Field(examples=["7.2"])
    given: list[str] = Field(description="The letters, texts, partners or items that the student gave.")
    points: float | None = Field(default=None, description="Null until a person has graded it.")
    possible: float
    knowledge_point: str


class SubmissionItem(WireModel):
    """What a student handed in once."""

    id: str = Field(examples=["answers_019a8b7c6d5e4f30a1b2c3d4e5f60720"])
    name: str = Field(examples=["Chan Tai Man"])
    number: str = Field(examples=["1001"], description="The number that the student wrote.")
    attempt: int
    handed_in_at: datetime
    points: float = Field(description="The points of the answers that are graded.")
    possible: float
    ungraded: int = Field(description="How many answers a person has to grade.")
    answers: list[AnswerItem]

    @classmethod
    def of(cls, each: Submission) -> "SubmissionItem":
        """Return the item of a submission."""
        return cls(
            id=each.id,
            name=each.name,
            number=each.number,
            attempt=each.attempt,
            handed_in_at=each.handed_in_at,
            points=each.sheet.points,
            possible=each.sheet.possible,
            ungraded=len(each.sheet.ungraded),
            answers=[
                AnswerItem(
                    number=answer.number,
                    given=list(answer.given),
                    points=answer.points,
                    possible=answer.possible,
                    knowledge_point=answer.knowledge_point,
                )
                for answer in each.sheet.answers
            ],
        )


class ShareResults(WireModel):
    """Everything that was handed in by a link, oldest first."""

    items: list[SubmissionItem]


class MarkRequest(WireModel):
    """The points of an answer; null if it will be graded again later."""

    points: float | None = Field(ge=0, le=1_000)


class ClassRequest(WireModel):
    """The class that gets the results."""

    class_id: str = Field(min_length=1, max_length=200, examples=["1A"])
    mode: ClassMode = Field(
        default="all",
        description="`leave_out` leaves out results that belong to nobody; `dry_run` only reports.",
    )
    matches: dict[Annotated[str, Field(max_length=64)], Annotated[str, Field(max_length=200)]] = Field(
        default_factory=dict,
        max_length=_MAX_MATCHES,
        description="The number of the pupil, by the id of a submission.",
    )


class UnmatchedItem(WireModel):
    """A result that belongs to no pupil of the class by itself."""

    submission_id: str = Field(examples=["answers_019a8b7c6d5e4f30a1b2c3d4e5f60720"])
    name: str = Field(examples=["Chan Tai Man"])
    number: str = Field(examples=["1001"])
    problem: Literal["unknown", "ambiguous", "twice"]
    candidates: list[PupilItem]

    @classmethod
    def of(cls, each: UnmatchedResult) -> "UnmatchedItem":
        """Return the item of a result."""
        return cls(
            submission_id=each.submission.id,
            name=each.submission.name,
            number=each.submission.number,
            problem=each.problem,
            candidates=_pupil_items(each.candidates),
        )


class ClassResults(WireModel):
    """What became of the results: the import if there is one, whose they are, and the ones that belong to nobody."""

    imported: ImportItem | None = None
    matched: list[PupilItem]
    unmatched: list[UnmatchedItem]
    tests: list[str] = Field(description="The tests that the class gets.")

    @classmethod
    def of(cls, each: MatchedResults) -> "ClassResults":
        """Return the item of the results."""
        return cls(
            imported=ImportItem.of(each.imported) if each.imported else None,
            matched=_pupil_items([pupil for pupil, _ in each.pupils]),
            unmatched=[UnmatchedItem.of(result) for result in each.unmatched],
            tests=[test.name for test in each.data.tests],
        )


@router.get("/{share_id}/results", responses=_NOT_FOUND)
async def list_share_results(share_id: str, inkwright: OwnersInkwright) -> ShareResults:
    """List what students handed in, with the points of every answer."""
    share = await inkwright.store.shares.get(share_id, inkwright.owner)
    return ShareResults(items=[SubmissionItem.of(each) for each in await results_of(inkwright.store, share)])


@router.get("/{share_id}/results/file", response_class=Response, responses=_NOT_FOUND)
async def download_share_results(share_id: str, inkwright: OwnersInkwright, language: RequestLanguage) -> Response:
    """Download the results as CSV."""
    share = await inkwright.store.shares.get(share_id, inkwright.owner)
    content = results_csv(await results_of(inkwright.store, share), language)
    return file_response(f"{share.name}.csv", content)


@router.put("/{share_id}/results/{submission_id}/answers/{number}", responses=_NOT_FOUND)
async def mark_shared_answer(
    share_id: str, submission_id: str, number: str, body: MarkRequest, inkwright: OwnersInkwright
) -> SubmissionItem:
    """Set the points of an answer by hand, such as those of a long answer."""
    share = await inkwright.store.shares.get(share_id, inkwright.owner)
    return SubmissionItem.of(await mark_answer(inkwright.store, share, submission_id, number, body.points))


@router.post("/{share_id}/class", responses=_NOT_FOUND)
async def add_results_to_class(share_id: str, body: ClassRequest, inkwright: OwnersInkwright) -> ClassResults:
    """Add the last attempt of each student to a class: all, all but those of nobody, or only try it out."""
    share = await inkwright.store.shares.get(share_id, inkwright.owner)
    done = await add_to_class(
        inkwright.store,
        share,
        body.class_id,
        body.matches,
        leaves_out=body.mode == "leave_out",
        is_dry=body.mode == "dry_run",
    )
    return ClassResults.of(done)


def _pupil_items(pupils: Sequence[Pupil]) -> list[PupilItem]:
    return [PupilItem(number=each.number, name=each.name) for each in pupils]
